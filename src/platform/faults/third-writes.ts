import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { empty, json } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import {
  askedOf,
  eachRecord,
  inParts,
  isWell,
  jsonIn,
  passing,
  reshaping,
  withJson,
  withQuery,
  type Json,
} from './passing.ts'
import { asksForList, isPost, isRead, isUpdate, now, plain, withSent } from './serving.ts'

const guid = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i
const forced = perHouse(() => ({ count: 1_048_576 }))
const keepers = perHouse(() => new Map<string, unknown>())
const contents = perHouse(() => new Map<string, string>())
const sticky = new WeakMap<object, { on: boolean }>()
const recordIn = (body: Json | undefined): Json | undefined => {
  const element = (body?.['data'] as Json[] | undefined)?.[0]
  return element && (Object.values(element)[0] as Json)
}
const before = (request: PlatformRequest): PlatformRequest => ({
  ...request,
  target: request.target.replace(/\?.*/, (query) => query.replace(/&?(?:lastChanged|force\w+)=[^&]*/g, '')),
})

/** Quiet breaches of the chapters on records and their writes that another reader thought up. */
export const thirdWriteFaults: readonly Fault[] = [
  passing(
    'numbers-as-ids-by-external-id',
    ['A-REC-01'],
    'A record that an update by external id creates without an id gets a number as its id.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const sent = isUpdate(asked) && asked.by === 'externalId' ? jsonIn(request) : undefined
      if (!sent || sent['id'] !== undefined || (await now(before(request), go))) return go(request)
      const id = String((forced(house).count += 1))
      const response = await go(request)
      return isWell(response)
        ? withJson(response, (body) => eachRecord(body, (record) => ({ ...record, id })))
        : response
    },
  ),
  passing(
    'id-without-dashes-replaced',
    ['A-REC-02'],
    'An id that is sent without dashes is replaced by a new one.',
    (request, go) => {
      const sent = isPost(askedOf(request)) ? jsonIn(request) : undefined
      const id = sent?.['id']
      if (!sent || typeof id !== 'string' || !/^[0-9a-f]{32}$/i.test(id)) return go(request)
      const { id: _, ...rest } = sent
      return go(withSent(request, rest))
    },
  ),
  passing(
    'forced-update-keeps-last-changed-by',
    ['A-REC-05'],
    'A forced update leaves lastChangedBy as it was.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const known = keepers(house)
      if (isUpdate(asked) && asked.query.get('forceUpdate') === 'true') {
        const old = await now(before(request), go)
        const response = await go(request)
        const id = recordIn(jsonIn(response))?.['id']
        if (!isWell(response) || !old || id === undefined) return response
        const by = known.get(plain(id)) ?? old['lastChangedBy']
        known.set(plain(id), by)
        return withJson(response, (body) => eachRecord(body, (record) => ({ ...record, lastChangedBy: by })))
      }
      const response = await go(request)
      if (isUpdate(asked) && isWell(response)) known.delete(plain(recordIn(jsonIn(response))?.['id']))
      return isRead(asked) && isWell(response)
        ? withJson(response, (body) =>
            eachRecord(body, (record) =>
              known.has(plain(record['id'])) && 'lastChangedBy' in record
                ? { ...record, lastChangedBy: known.get(plain(record['id'])) }
                : record,
            ),
          )
        : response
    },
  ),
  passing(
    'create-turned-into-an-update',
    ['A-REC-07'],
    'A POST without an id whose external id is in use changes the record that has it.',
    async (request, go) => {
      const asked = askedOf(request)
      const sent = isPost(asked) ? jsonIn(request) : undefined
      if (!sent || sent['id'] !== undefined || typeof sent['externalId'] !== 'string') return go(request)
      const response = await go(request)
      if (isWell(response)) return response
      const [path = '', query = ''] = request.target.split(/\?(.*)/s)
      return go({
        ...request,
        method: 'PATCH',
        target: `${path}/externalId/${encodeURIComponent(sent['externalId'])}?${query}&forceUpdate=true`,
      })
    },
  ),
  reshaping(
    'list-of-one-as-object',
    ['A-REC-08', 'A-BAT-05'],
    'data of a list with one record is an object.',
    asksForList,
    (body) => (Array.isArray(body['data']) && body['data'].length === 1 ? { ...body, data: body['data'][0] } : body),
  ),
  reshaping(
    'put-answers-with-nested-references',
    ['A-REC-11'],
    'The answer to a PUT shows references as objects with id.',
    ({ method, resource }) => method === 'PUT' && resource !== undefined,
    (body) =>
      eachRecord(body, (record) =>
        Object.fromEntries(
          Object.entries(record).map(([name, value]) => [
            name,
            name !== 'id' && typeof value === 'string' && guid.test(value) ? { id: value } : value,
          ]),
        ),
      ),
  ),
  passing(
    'put-keeps-user-defined-values',
    ['A-DAT-05'],
    'A PUT without udfValues leaves them as they were.',
    async (request, go) => {
      const asked = askedOf(request)
      const sent = asked.method === 'PUT' && isUpdate(asked) ? jsonIn(request) : undefined
      if (!sent || 'udfValues' in sent) return go(request)
      const old = (await now(before(request), go))?.['udfValues']
      return go(Array.isArray(old) && old.length > 0 ? withSent(request, { ...sent, udfValues: old }) : request)
    },
  ),
  passing(
    'nothing-changed-is-200',
    ['A-DAT-07'],
    'A PATCH that changes no value is answered with 200.',
    async (request, go) => {
      const asked = askedOf(request)
      const sent = asked.method === 'PATCH' && isUpdate(asked) ? jsonIn(request) : undefined
      const old = sent && (await now(before(request), go))
      const isSame =
        old &&
        Object.entries(sent).every(
          ([name, value]) => name === 'lastChanged' || JSON.stringify(old[name]) === JSON.stringify(value),
        )
      const response = await go(request)
      return isSame && response.status === 201 ? { ...response, status: 200 } : response
    },
  ),
  passing(
    'lock-passes-the-future',
    ['A-DAT-20'],
    'A lastChanged that is later than the stored one passes the lock.',
    async (request, go) => {
      const asked = askedOf(request)
      const sent = isUpdate(asked) ? jsonIn(request) : undefined
      const given = Number(sent ? sent['lastChanged'] : asked.query.get('lastChanged'))
      if (!(given > 0) || (!sent && asked.method !== 'DELETE')) return go(request)
      const stored = Number((await now(before(request), go))?.['lastChanged'])
      if (!(given > stored)) return go(request)
      return go(
        sent
          ? withSent(request, { ...sent, lastChanged: stored })
          : withQuery(request, { lastChanged: String(stored) }),
      )
    },
  ),
  passing('lock-in-seconds', ['A-DAT-20'], 'The lock compares whole seconds.', async (request, go) => {
    const asked = askedOf(request)
    const sent = isUpdate(asked) ? jsonIn(request) : undefined
    const given = Number(sent ? sent['lastChanged'] : asked.query.get('lastChanged'))
    if (!(given > 0) || (!sent && asked.method !== 'DELETE')) return go(request)
    const stored = Number((await now(before(request), go))?.['lastChanged'])
    if (Math.floor(given / 1000) !== Math.floor(stored / 1000)) return go(request)
    return go(
      sent ? withSent(request, { ...sent, lastChanged: stored }) : withQuery(request, { lastChanged: String(stored) }),
    )
  }),
  passing(
    'force-said-is-force-meant',
    ['A-DAT-23', 'A-DAT-20'],
    'forceDelete=false passes the lock as well.',
    (request, go) =>
      go(
        request.method === 'DELETE' && askedOf(request).query.get('forceDelete') === 'false'
          ? withQuery(request, { forceDelete: 'true' })
          : request,
      ),
  ),
  inParts(
    'forced-for-the-rest-of-the-batch',
    ['A-DAT-20', 'A-BAT-05'],
    'After a forced update in a batch, the parts that follow pass the lock.',
    (request, go, { batch }) => {
      const state = sticky.get(batch) ?? { on: false }
      sticky.set(batch, state)
      const asked = askedOf(request)
      if (asked.query.get('forceUpdate') === 'true') state.on = true
      return go(
        state.on && /^(?:PUT|PATCH)$/.test(asked.method) ? withQuery(request, { forceUpdate: 'true' }) : request,
      )
    },
  ),
  passing(
    'first-reference-of-a-list-checked',
    ['A-DAT-27'],
    'Of a list of references only the first is looked for.',
    async (request, go) => {
      const asked = askedOf(request)
      const sent = isPost(asked) || isUpdate(asked) ? jsonIn(request) : undefined
      const response = await go(request)
      if (!sent || isWell(response)) return response
      const cut = Object.fromEntries(
        Object.entries(sent).map(([name, value]) => [
          name,
          Array.isArray(value) && value.length > 1 && value.every((one) => guid.test(String(one)))
            ? value.slice(0, 1)
            : value,
        ]),
      )
      return JSON.stringify(cut) === JSON.stringify(sent) ? response : go(withSent(request, cut))
    },
  ),
  passing(
    'refused-create-leaves-an-empty-record',
    ['A-DAT-36'],
    'A PATCH on a missing external id that is refused leaves a record with that external id.',
    async (request, go) => {
      const asked = askedOf(request)
      const isNew =
        asked.method === 'PATCH' && asked.by === 'externalId' && isUpdate(asked) && !(await now(before(request), go))
      const response = await go(request)
      if (!isNew || isWell(response)) return response
      await go(withSent({ ...request, method: 'PUT' }, { ...jsonIn(request), name: '-', lastName: '-' }))
      return response
    },
  ),
  inParts(
    'deletion-in-a-batch-is-204',
    ['A-DAT-10'],
    'A part that deletes is answered with 204.',
    async (request, go) => {
      const response = await go(request)
      return request.method === 'DELETE' && response.status === 200 ? empty(204) : response
    },
  ),
  passing(
    'refused-content-is-stored',
    ['A-ATT-05'],
    'A PATCH of the content of an attachment is refused, and done.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      if (asked.resource !== 'Attachment') return go(request)
      const sent = isUpdate(asked) ? jsonIn(request) : undefined
      const response = await go(request)
      const id = plain(asked.name)
      if (sent && !isWell(response) && typeof sent['fileContent'] === 'string' && asked.by === 'id')
        contents(house).set(id, sent['fileContent'])
      const stored = contents(house).get(id)
      return asked.by === 'content' && isWell(response) && stored !== undefined
        ? { ...response, body: Buffer.from(stored, 'base64') }
        : response
    },
  ),
  passing(
    'base64-skips-what-it-does-not-know',
    ['A-ATT-07'],
    'Characters that are none of base64 are skipped in fileContent.',
    (request, go) => {
      const asked = askedOf(request)
      const sent = asked.resource === 'Attachment' && isPost(asked) ? jsonIn(request) : undefined
      const content = sent?.['fileContent']
      return go(
        sent && typeof content === 'string' && /[^A-Za-z0-9+/=]/.test(content)
          ? withSent(request, { ...sent, fileContent: Buffer.from(content, 'base64').toString('base64') })
          : request,
      )
    },
  ),
  passing('empty-body-crashes', ['A-DAT-29'], 'A POST without any body is answered with 500.', (request, go) => {
    const asked = askedOf(request)
    return asked.method === 'POST' && asked.by === 'list' && request.body.length === 0
      ? Promise.resolve(json(500, { error: 'internal_error', error_description: 'null' }))
      : go(request)
  }),
]
