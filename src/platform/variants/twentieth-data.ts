import type { Variant } from '../deviation.ts'
import { askedOf, eachRecord, isWell, jsonIn, withJson, type Asked, type Json } from '../faults/passing.ts'
import { isGet, isPost, isRead, isUpdate, plain, withSent } from '../faults/serving.ts'
import type { House } from '../house.ts'
import { empty, json } from '../http/answers.ts'
import { deletedRules } from '../rulebook/deleted.ts'
import { allStores } from '../data/stores.ts'
import { lawful, through } from './lawful.ts'
import { storeMeant } from './store-meant.ts'

const fourMinutes = 4 * 60_000

const listFields = (house: House, resource: string | undefined): readonly string[] =>
  Object.entries(house.world.resources.get(resource ?? '')?.fields ?? {}).flatMap(([name, { kind }]) =>
    typeof kind === 'object' && 'references' in kind ? [name] : [],
  )

const withLists = (record: Json, fields: readonly string[], unset: null | readonly unknown[]): Json => ({
  ...record,
  ...Object.fromEntries(
    fields
      .filter(
        (field) =>
          field in record && (record[field] === null || (Array.isArray(record[field]) && record[field].length === 0)),
      )
      .map((field) => [field, unset]),
  ),
})

let numbers = 4000

const base64InLines = (text: string): boolean => {
  const bare = text.replace(/\s/g, '').replace(/={1,2}$/, '')
  return bare !== '' && bare.length % 4 !== 1 && /^[A-Za-z\d+/]*$/.test(bare)
}

const contentAsked = ({ by, path, name, query }: Asked): string | undefined =>
  by === 'content' ? name : path.endsWith('/attachmentService') ? (query.get('guid') ?? undefined) : undefined

/** Lawful servers of records that a twentieth reader of the document thought up (suites/two-readings). */
export const twentiethDataVariants: readonly Variant[] = [
  {
    id: 'clock-of-records-four-minutes-ahead',
    leaves: ['A-REC-04'],
    says: 'lastChanged and the times of deletions come from a clock that is four minutes ahead of the one of the answers.',
    rule: {
      record: { lastChanged: (start) => start + fourMinutes },
      deleted: { time: (at) => deletedRules.deleted.time(at) + fourMinutes },
    },
    // What lags tells what is new by lastChanged and the clock of the answers.
    excludes: ['lists-lag-1s', 'lists-lag-3s', 'query-api-lags-2s', 'query-api-lags-4s'],
  },
  through(
    'posts-answered-as-before-defaults',
    ['A-DAT-04', 'A-DAT-31'],
    'A service call that is created without code gets one, which the answer to the POST does not show yet.',
    async (request, go) => {
      const asked = askedOf(request)
      const sent = isPost(asked) && asked.resource === 'ServiceCall' ? jsonIn(request) : undefined
      if (!sent || Array.isArray(sent) || (sent['code'] ?? null) !== null) return go(request)
      numbers += 1
      const response = await go(withSent(request, { ...sent, code: `SC-${numbers}` }))
      return isWell(response)
        ? withJson(response, (body) => eachRecord(body, (record) => ({ ...record, code: null })))
        : response
    },
  ),
  {
    id: 'cql-unknown-fields-404',
    leaves: ['A-CQL-18'],
    says: 'A malformed query is refused with 422 in the form of a framework, one with an unknown field with 404.',
    rule: { cql: { refused: (why) => (why === 'field' ? 404 : 422) } },
    wire: {
      response: (response, { target }) =>
        response.status === 422 && target.includes('query=')
          ? json(422, { timestamp: 0, status: 422, error: 'Unprocessable Entity', path: target.split('?')[0] })
          : response,
    },
  },
  through(
    'object-expansion-null-where-there-is-none',
    ['A-EXP-05', 'A-EXP-10'],
    'With an expanded object reference a record without object has null in its place.',
    async (request, go) => {
      const asked = askedOf(request)
      const response = await go(request)
      const types = asked.query.getAll('expand').flatMap((text) => /^object\.objectId\((\w+)\)/.exec(text)?.[1] ?? [])
      if (!isRead(asked) || !isWell(response) || types.length === 0) return response
      return withJson(response, (body) =>
        eachRecord(body, (record) =>
          (record['object'] ?? null) === null
            ? { ...record, ...Object.fromEntries(types.map((type) => [`object(${type.toUpperCase()})`, null])) }
            : record,
        ),
      )
    },
  ),
  {
    id: 'expansion-without-dto-refused-in-lists',
    leaves: ['A-EXP-09'],
    says: 'An expansion whose DTO is not named in dtos adds nothing to a single record, and is refused in a list.',
    rule: { expand: { needsDto: ({ operation }) => (operation === 'list' ? 400 : 'nothing') } },
  },
  {
    ...through(
      'file-content-empty-in-three-ways',
      ['A-ATT-02'],
      'fileContent is absent from an attachment read by id, null in lists, and empty in the answer to a POST.',
      async (request, go) => {
        const asked = askedOf(request)
        const response = await go(request)
        return asked.resource === 'Attachment' && isPost(asked) && isWell(response)
          ? withJson(response, (body) => eachRecord(body, (record) => ({ ...record, fileContent: '' })))
          : response
      },
    ),
    rule: { attachment: { shows: (isList) => (isList ? 'null' : 'nothing') } },
  },
  lawful(['A-ATT-01', 'A-ATT-07'], {
    id: 'base64-in-lines-without-padding',
    says: 'fileContent may be in lines and without padding, but not empty.',
    rule: { attachment: { refuses: (text) => (base64InLines(text) ? undefined : 400) } },
  }),
  through(
    'content-of-deleted-attachments-410',
    ['A-ATT-06'],
    'The content of an attachment that was deleted is answered with 410 and no body.',
    async (request, go, { house }) => {
      const id = contentAsked(askedOf(request))
      const response = await go(request)
      if (id === undefined || response.status !== 404) return response
      const isGone = [...allStores(house).values()].some((store) =>
        store.table('Attachment').deletions.some(({ record }) => plain(record.id) === plain(id)),
      )
      return isGone ? empty(410) : response
    },
  ),
  lawful(['A-EXP-10'], {
    id: 'counts-beside-their-field',
    says: 'A count stands in a field of the name of the relation and @count.',
    rule: { expand: { countKey: (field) => `${field}@count` } },
  }),
  {
    ...through(
      'unset-lists-empty-after-writes-and-null-in-lists',
      ['A-REC-11'],
      'A list of references without a value is empty in the answer to a write, and null where it is read.',
      async (request, go, { house }) => {
        const asked = askedOf(request)
        const response = await go(request)
        const isAnswerToWrite = isPost(asked) || isUpdate(asked)
        if (!isWell(response) || !(isAnswerToWrite || isRead(asked)) || asked.query.has('expand')) return response
        const fields = listFields(house, asked.resource)
        return withJson(response, (body) =>
          eachRecord(body, (record) => withLists(record, fields, isAnswerToWrite ? [] : null)),
        )
      },
    ),
    excludes: ['references-empty-array'],
  },
  through(
    'missing-200-and-deleted-410',
    ['A-DAT-18', 'A-DAT-24'],
    'GET of a record that never was is answered with 200 and no data, of one that was deleted with 410 and no body.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const response = await go(request)
      if (!isGet(asked) || response.status !== 404) return response
      const deletions = storeMeant(request, house)?.table(asked.resource ?? '').deletions ?? []
      const isGone = deletions.some(({ record }) =>
        asked.by === 'id' ? plain(record.id) === plain(asked.name) : record.externalId === asked.name,
      )
      return isGone ? empty(410) : json(200, { data: [] })
    },
  ),
]
