import type { Variant } from '../deviation.ts'
import {
  askedOf,
  eachRecord,
  isWell,
  jsonIn,
  recordsIn,
  withJson,
  withQuery,
  type Asked,
  type Json,
} from '../faults/passing.ts'
import { asksForList, isRead } from '../faults/serving.ts'
import { perHouse, type House } from '../house.ts'
import { empty, json, textAnswer } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import { attachmentRules, extendedOnly } from '../rulebook/attachment.ts'
import { lawful, through } from './lawful.ts'
import { storeMeant } from './store-meant.ts'

const memory = perHouse(() => ({ reads: 0, refusals: 0 }))
let beyonds = 0

const page = (status: number): PlatformResponse =>
  textAnswer(status, 'text/html', '<!DOCTYPE html><html><body><h1>Bad request</h1></body></html>')

const fieldsOf = (house: House, { resource }: Asked) => house.world.resources.get(resource ?? '')?.fields ?? {}

const asReference = (one: unknown): { id?: unknown; externalId?: unknown } =>
  typeof one === 'object' && one !== null ? (one as { id?: unknown; externalId?: unknown }) : { id: one }

/** References with external ids: objects where single, lists of ids with a list of external ids beside them. */
const external = (record: Json, house: House, asked: Asked, isTurned: boolean): Json =>
  Object.fromEntries(
    Object.entries(record).flatMap(([name, value]): Array<[string, unknown]> => {
      const kind = fieldsOf(house, asked)[name]?.kind
      if (typeof kind !== 'object' || value === null) return [[name, value]]
      if ('references' in kind && Array.isArray(value)) {
        const all = value.map(asReference)
        return [
          [name, all.map(({ id }) => id)],
          [`${name}ExternalIds`, all.map(({ externalId }) => externalId ?? null)],
        ]
      }
      if (!('reference' in kind)) return [[name, value]]
      const { id, externalId } = asReference(value)
      if ((externalId ?? null) === null) return [[name, id]]
      return [[name, isTurned ? { externalId, id } : { id, externalId }]]
    }),
  )

/** Lawful servers of lists, files and batches that a twenty-first reader of the document thought up (suites/two-readings). */
export const twentyFirstListVariants: readonly Variant[] = [
  {
    id: 'page-alone-a-hundred-from-zero',
    leaves: ['A-PAR-13', 'A-PAR-16'],
    says: 'The first page is 0, page alone means a hundred records; a page after the last is 404 and empty in turn.',
    rule: {
      page: {
        first: () => 0,
        defaultSize: ({ page: asked }) => (asked === undefined ? 20 : 100),
        beyond: () => {
          beyonds += 1
          return beyonds % 2 === 1 ? { status: 404 } : 'empty'
        },
      },
    },
  },
  through(
    'numbers-descend-by-default',
    ['A-PAR-10'],
    'A list by a number without asc or desc is in descending order, any other in ascending order.',
    (request, go, { house }) => {
      const asked = askedOf(request)
      const orderBy = asked.query.get('orderBy')
      if (!asksForList(asked) || orderBy === null) return go(request)
      const fields = fieldsOf(house, asked)
      const directed = orderBy
        .split(',')
        .map((key) => {
          const name = key.trim()
          return name === 'lastChanged' || fields[name]?.kind === 'number' ? `${name} desc` : key
        })
        .join(',')
      return go(directed === orderBy ? request : withQuery(request, { orderBy: directed }))
    },
  ),
  {
    ...through(
      'external-ids-of-lists-beside-them',
      ['A-PAR-13'],
      'With useExternalIds a single reference is an object, or its id where there is no external id; a list stays one of ids with a list of external ids beside it.',
      async (request, go, { house }) => {
        const asked = askedOf(request)
        const response = await go(request)
        if (!isRead(asked) || asked.query.get('useExternalIds') !== 'true' || !isWell(response)) return response
        if (asked.query.has('expand')) return response
        const state = memory(house)
        state.reads += 1
        return withJson(response, (body) =>
          eachRecord(body, (record) => external(record, house, asked, state.reads % 2 === 0)),
        )
      },
    ),
    rule: { externalIds: { one: (id, externalId) => ({ id, externalId }) } },
    excludes: ['external-ids-beside', 'external-ids-in-sibling-field'],
  },
  {
    ...through(
      'cql-refused-with-422-and-with-a-page-in-turn',
      ['A-CQL-18', 'A-CQL-09', 'A-CQL-23'],
      'A refused query is told with 422, what was expected and what was found; the next one with 400 and a page.',
      async (request, go, { house }) => {
        const asked = askedOf(request)
        const response = await go(request)
        if (response.status !== 422 || !asksForList(asked) || !asked.query.has('query')) return response
        const state = memory(house)
        state.refusals += 1
        return state.refusals % 2 === 0
          ? page(400)
          : json(422, {
              error: 'CQL-3',
              message: 'Unexpected {0} at {1}',
              values: ['token', 7],
              position: 7,
              expected: ['=', '!=', 'like', 'ilike', 'in', 'is'],
              query: asked.query.get('query'),
            })
      },
    ),
    rule: { cql: { refused: () => 422 } },
  },
  {
    ...through(
      'expansions-in-the-dress-of-a-data-rest',
      ['A-EXP-10', 'A-EXP-09'],
      'A count is an object with value; a relation without records is absent; an expansion without its pair in dtos is refused where one record is read, and adds nothing to a list.',
      async (request, go) => {
        const asked = askedOf(request)
        const response = await go(request)
        const relations = asked.query.getAll('expand').map((text) => text.split(';')[0] ?? '')
        if (!isRead(asked) || !isWell(response) || relations.length === 0) return response
        return withJson(response, (body) =>
          eachRecord(body, (record) =>
            Object.fromEntries(
              Object.entries(record).filter(
                ([name, value]) => !(relations.includes(name) && Array.isArray(value) && value.length === 0),
              ),
            ),
          ),
        )
      },
    ),
    rule: {
      expand: {
        counted: (count) => ({ value: count }),
        needsDto: ({ operation }) => (operation === 'list' ? 'nothing' : 400),
      },
    },
  },
  {
    ...through(
      'attachments-renamed-by-patch-alone',
      ['A-ATT-09', 'A-ATT-10', 'A-ATT-02'],
      'A PATCH renames an attachment and overlooks fileContent beside the name; one of fileContent alone and any PUT is 405. Objects show an empty fileContent, a length and a sum.',
      async (request, go, { house }) => {
        const asked = askedOf(request)
        if (asked.resource !== 'Attachment' || asked.by === 'content') return go(request)
        const sent = request.method === 'PATCH' ? jsonIn(request) : undefined
        const told = Object.keys(sent ?? {}).filter((name) => !['id', 'lastChanged'].includes(name))
        const isContentAlone = told.length === 1 && told[0] === 'fileContent'
        const isThere = () =>
          storeMeant(request, house)
            ?.table('Attachment')
            .byId(asked.name ?? '') !== undefined
        if (isContentAlone && isThere()) return empty(405, [['Allow', 'GET, PATCH, DELETE']])
        const response = await go(request)
        if (request.method === 'PUT' && response.status === 400) return empty(405, [['Allow', 'GET, PATCH, DELETE']])
        return isWell(response) && !asked.query.has('fields') && recordsIn(jsonIn(response)).length > 0
          ? withJson(response, (body) =>
              eachRecord(body, (record) => ({ ...record, fileContent: '', contentLength: 17, sha256: null })),
            )
          : response
      },
    ),
    rule: {
      attachment: {
        update: (operation) => (operation === 'patch' ? 'metadata' : 'refuse'),
        disposition: extendedOnly,
      },
    },
  },
  lawful(['A-ATT-04', 'A-ATT-10', 'A-ATT-03'], {
    id: 'older-form-tells-another-type',
    says: 'The older form sends content as text/plain to be saved, the newer one as application/octet-stream to be shown.',
    rule: {
      attachment: {
        type: (_name, form) => (form === 'service' ? 'text/plain; charset=utf-8' : 'application/octet-stream'),
        disposition: (name, form) =>
          attachmentRules.attachment
            .disposition(name, form)
            ?.replace(/^attachment/, form === 'service' ? 'attachment' : 'inline'),
      },
    },
  }),
  lawful(['A-BAT-14', 'A-BAT-19', 'A-BAT-12'], {
    id: 'batch-400-ends-with-a-bodiless-failure',
    says: 'A batch that was rolled back is 400 and ends with the failing part, which has a body for CA-27 only; parts before it tell what they would have told.',
    rule: {
      batch: {
        status: (failed) => (failed ? 400 : 200),
        skipped: () => 'absent',
        failure: (response) => (response.body.includes('"CA-27"') ? response : empty(response.status)),
      },
    },
  }),
  through(
    'gateway-before-the-data-api',
    ['A-DAT-29', 'A-DAT-18'],
    'JSON that cannot be read is refused with 400 and a page, an unknown resource with 403, a path with a slash at its end redirected to the one without.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const [, rest] = /\/api\/data\/v4\/([^?]*[^/?])\/(?:\?|$)/.exec(request.target) ?? []
      if (rest !== undefined) return empty(308, [['Location', request.target.replace(/\/(?=\?|$)/, '')]])
      const response = await go(request)
      if (asked.resource === undefined || isWell(response)) return response
      const isJson = request.body.length === 0 || jsonIn(request) !== undefined
      if (response.status === 400 && !isJson) return page(400)
      const isKnown = house.world.resources.has(asked.resource)
      return response.status === 404 && !isKnown ? json(403, { message: 'Forbidden' }) : response
    },
  ),
]
