import { isGuid } from '../data/body.ts'
import { missingRecord } from '../data/refusal.ts'
import { answerOf } from '../data/answer-of.ts'
import type { Fault } from '../deviation.ts'
import { perHouse, type House } from '../house.ts'
import type { PlatformRequest } from '../http/message.ts'
import { isAscii, strictDisposition } from '../rulebook/attachment.ts'
import { authorizationRules } from '../rulebook/authorization.ts'
import { recordRules } from '../rulebook/record.ts'
import { tokenRules } from '../rulebook/token.ts'
import { storeMeant } from '../variants/store-meant.ts'
import { askedOf, isWell, jsonIn, passing, withQuery } from './passing.ts'
import { isGet, isPost, nowServed, plain, resending, serving, withSent } from './serving.ts'
import { clientIn, formIn, isToken, withForm } from './token-calls.ts'

const memory = perHouse(() => ({
  /** Scopes that were asked for when a grant began, by client and redirect_uri. */
  scopes: new Map<string, string>(),
  /** Ids of deleted records that a PUT made anew. */
  anew: new Set<string>(),
}))

const ofAuthorize = 'authorize:'
const blockBytes = 8192

/** The table that a request is about, and the record that it names by id, if that is there, or was and was deleted. */
function tableMeant(request: PlatformRequest, house: House) {
  const asked = askedOf(request)
  const table = storeMeant(request, house)?.table(asked.resource ?? '')
  const [id, isId] = [asked.name ?? '', asked.by === 'id']
  return {
    asked,
    table,
    isGone:
      isId &&
      table?.byId(id) === undefined &&
      (table?.deletions.some(({ record }) => plain(record.id) === plain(id)) ?? false),
    stored: isId ? table?.byId(id) : table?.byExternalId(asked.name ?? ''),
  }
}

/** Quiet breaches of access, records and attachments that a twenty-second reader of the document thought up (suites/two-readings). */
export const twentySecondDataFaults: readonly Fault[] = [
  {
    ...passing(
      'scope-of-authorize-honoured',
      ['A-TOK-19'],
      'A scope that is asked for where the authorization-code grant begins is that of the token for its code.',
      (request, go, { house }) => {
        const { scopes } = memory(house)
        const asked = askedOf(request)
        const key = (client: string | null, uri: string | null) => JSON.stringify([client, uri])
        const scope = asked.path.endsWith('/oauth2/v1/authorize') ? asked.query.get('scope') : null
        if (scope !== null) scopes.set(key(asked.query.get('client_id'), asked.query.get('redirect_uri')), scope)
        const form = isToken(request) ? formIn(request) : undefined
        const wanted =
          form?.get('grant_type') === 'authorization_code'
            ? scopes.get(key(clientIn(request), form.get('redirect_uri')))
            : undefined
        if (!form || wanted === undefined) return go(request)
        form.set('scope', `${ofAuthorize}${wanted}`)
        return go(withForm(request, form))
      },
    ),
    rule: {
      token: {
        scope: (type, requested) =>
          requested === `${ofAuthorize}local`
            ? 'local'
            : requested === `${ofAuthorize}general`
              ? 'general'
              : tokenRules.token.scope(type, requested),
      },
    },
  },
  {
    id: 'query-token-not-read-by-patch-by-external-id',
    breaks: ['A-AUT-04'],
    says: 'A token in the query is not read by a PATCH by external id.',
    rule: {
      bearer: {
        fromQuery: (values, operation) =>
          operation === 'data-patch-by-external-id' ? [] : authorizationRules.bearer.fromQuery(values, operation),
      },
    },
  },
  serving(
    'external-id-alone-keeps-last-changed-by',
    ['A-REC-05'],
    'A PATCH of nothing but externalId leaves lastChangedBy as it was.',
    {
      rule: {
        record: {
          lastChangedBy: (writer, former, step) => {
            const names = Object.keys(nowServed()?.sent ?? {}).filter((name) => name !== 'id' && name !== 'lastChanged')
            return step.operation === 'patch' && former !== undefined && names.join() === 'externalId'
              ? former
              : recordRules.record.lastChangedBy(writer, former, step)
          },
        },
      },
    },
  ),
  resending(
    'list-by-external-ids-ends-after-the-first',
    ['A-DAT-17'],
    'Of a list of references by external id a PATCH by external id takes the first only.',
    ({ method, by }) => method === 'PATCH' && by === 'externalId',
    (sent) =>
      Object.fromEntries(
        Object.entries(sent).map(([name, value]) => [
          name,
          Array.isArray(value) && value.every((one) => typeof one === 'string' && !isGuid(one))
            ? value.slice(0, 1)
            : value,
        ]),
      ),
  ),
  {
    id: 'start-taken-for-the-end-beside-it',
    breaks: ['A-DAT-07'],
    says: 'A PATCH of both startDateTime and endDateTime stores the start as both.',
    rule: {
      data: {
        patched: (stored, sent) => ({
          ...stored,
          ...sent,
          ...(sent['startDateTime'] != null && sent['endDateTime'] != null
            ? { endDateTime: sent['startDateTime'] }
            : {}),
        }),
      },
    },
  },
  passing(
    'put-on-a-deleted-id-not-read-by-id',
    ['A-DAT-06', 'A-DAT-01'],
    'What a PUT creates under the id of a deleted record is not found by that id.',
    async (request, go, { house }) => {
      const { asked, isGone } = tableMeant(request, house)
      const { anew } = memory(house)
      const key = `${asked.resource} ${plain(asked.name)}`
      if (isGet(asked) && asked.by === 'id' && anew.has(key)) return answerOf(missingRecord)
      const response = await go(request)
      if (request.method === 'PUT' && isGone && isWell(response)) anew.add(key)
      return response
    },
  ),
  passing(
    'post-overwrites-an-id-in-another-spelling',
    ['A-DAT-12'],
    'A POST with the id of a stored record in another spelling replaces that.',
    (request, go, { house }) => {
      const { asked, table } = tableMeant(request, house)
      const sent = isPost(asked) ? jsonIn(request) : undefined
      const id = sent?.['id']
      const stored = typeof id === 'string' ? table?.byId(id) : undefined
      if (!sent || !stored || stored.id === id) return go(request)
      const [path = '', ...query] = request.target.split('?')
      const target = [`${path}/${stored.id}`, ...query].join('?')
      return go(withSent(withQuery({ ...request, method: 'PUT', target }, { forceUpdate: 'true' }), sent))
    },
  ),
  {
    id: 'att-last-8k',
    breaks: ['A-ATT-03'],
    says: 'Content whose length is a multiple of 8192 bytes loses the last 8192.',
    rule: {
      attachment: {
        bytes: (bytes) => (bytes.length % blockBytes === 0 ? bytes.subarray(0, -blockBytes) : bytes),
      },
    },
  },
  {
    id: 'older-form-without-name-beyond-ascii',
    breaks: ['A-ATT-04'],
    says: 'The older form tells no file name that has characters other than ASCII.',
    rule: {
      attachment: {
        disposition: (name, form) => (form === 'service' && !isAscii(name) ? undefined : strictDisposition(name)),
      },
    },
  },
  serving(
    'content-replaced-beside-a-new-file-name',
    ['A-ATT-05'],
    'A PATCH of both fileName and fileContent replaces the content.',
    {
      rule: {
        attachment: {
          update: (operation) => {
            const sent = nowServed()?.sent ?? {}
            return operation === 'patch' && 'fileContent' in sent && 'fileName' in sent ? 'whole' : 'refuse'
          },
        },
      },
    },
  ),
]
