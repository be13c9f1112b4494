import type { Fault } from '../deviation.ts'
import { catalogue } from '../data/catalogue.ts'
import { perHouse, type House } from '../house.ts'
import { attachmentRules } from '../rulebook/attachment.ts'
import { deletedRules } from '../rulebook/deleted.ts'
import { pageRules } from '../rulebook/page.ts'
import { queryRules } from '../rulebook/query.ts'
import type { PlatformResponse } from '../http/message.ts'
import { looking } from './fifth-locks.ts'
import { unquoted } from './fifth-queries.ts'
import { askedOf, batchMemory, isWell, jsonIn, passing, rewriting, withJson, withQuery, type Json } from './passing.ts'
import { asksForList, isRead, isUpdate, isWrite, now, nowServed, plain, serving } from './serving.ts'

interface Gone {
  readonly resource: string
  readonly id: string
  readonly externalId: unknown
}
const groups = perHouse(() => [] as Gone[][])
const goneWith = batchMemory(() => [] as Gone[])
const shaped = perHouse(() => new Map<string, PlatformResponse>())
const updated = perHouse(() => new Map<string, string>())
const ghosts = perHouse(() => new Set<string>())

const namesIn = (text: string): readonly string[] => [
  ...new Set([...unquoted(text).matchAll(/(?<![\w.])[A-Za-z]\w*(?![\w(])/g)].map(([name]) => name)),
]
const fieldsOf = (resource: string | undefined, house: House): readonly string[] => [
  ...['id', 'externalId', 'lastChanged', 'lastChangedBy'],
  ...Object.keys(house.world.resources.get(resource ?? '')?.fields ?? {}),
]

/** Quiet breaches of lists, queries, expansion, deleted listings and the Query API that a fifth reader thought up. */
export const fifthSearchFaults: readonly Fault[] = [
  {
    id: 'deleted-in-a-batch-by-external-id-left-out',
    breaks: ['A-DEL-01'],
    says: 'Deletions by external id in a batch are not listed.',
    rule: {
      deleted: {
        lists: (deletion, asker) =>
          deletedRules.deleted.lists(deletion, asker) && !(deletion.inBatch && deletion.route === 'externalId'),
      },
    },
  },
  {
    id: 'deleted-listing-mixes-a-transaction',
    breaks: ['A-DEL-09'],
    says: 'A deleted listing holds what was deleted of other resources in one transaction with what it lists.',
    seam: {
      passage: {
        part: async (request, go, way) => {
          const { resource } = askedOf(request)
          const before =
            request.method === 'DELETE' ? await now(looking({ ...request, origin: '' }), (sent) => go(sent)) : undefined
          const response = await go(request)
          const group = goneWith(way)
          if (group.length === 0 && way.transactional) groups(way.house).push(group)
          if (before && resource && isWell(response))
            group.push({ resource, id: String(before['id']), externalId: before['externalId'] })
          return response
        },
        through: async (request, go, { house }) => {
          const { by, query, resource } = askedOf(request)
          const response = await go(request)
          const body = by === 'deleted' && isWell(response) ? jsonIn(response) : undefined
          const ids = body?.['deletedIds'] as unknown[] | undefined
          if (!ids) return response
          const isFirst = query.get('dtos') === 'DeletedObjects.1'
          const listed = ids.map((one) => plain(isFirst ? one : (one as Json)['id']))
          const more = groups(house)
            .filter((group) => group.some(({ id }) => listed.includes(plain(id))))
            .flat()
            .filter((one) => one.resource !== resource)
            .map(({ id, externalId }) => (isFirst ? id : { id, ...(externalId === null ? {} : { externalId }) }))
          return more.length > 0 ? withJson(response, () => ({ ...body, deletedIds: [...ids, ...more] })) : response
        },
      },
    },
  },
  passing(
    'order-without-a-field-that-is-not-shown',
    ['A-PAR-08', 'A-PAR-11'],
    'With fields, orderBy overlooks fields that are not among them.',
    (request, go) => {
      const asked = askedOf(request)
      const names = asked.query
        .get('fields')
        ?.split(',')
        .map((name) => name.trim())
      const orderBy = asked.query.get('orderBy')
      if (!asksForList(asked) || !names || !orderBy) return go(request)
      const kept = orderBy.split(',').filter((key) => names.includes((/^\s*(\w+)/.exec(key) ?? [])[1] ?? ''))
      return go(withQuery(request, { orderBy: kept.length > 0 ? kept.join(',') : null }))
    },
  ),
  passing(
    'fields-with-those-of-query-and-order',
    ['A-PAR-11'],
    'With fields, a list also shows the fields that its query and its orderBy name.',
    (request, go, { house }) => {
      const asked = askedOf(request)
      const fields = asked.query.get('fields')
      if (!asksForList(asked) || fields === null) return go(request)
      const named = namesIn(`${asked.query.get('query') ?? ''} ${asked.query.get('orderBy') ?? ''}`)
      const more = fieldsOf(asked.resource, house).filter(
        (name) => named.includes(name) && !fields.split(',').includes(name),
      )
      return go(withQuery(request, { fields: [fields, ...more].join(',') }))
    },
  ),
  passing(
    'fields-of-the-read-before',
    ['A-PAR-11'],
    'A read by id without fields is answered like one with fields before it, until the record is written.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const token = request.headers.find(([name]) => /^authorization$/i.test(name))?.[1]
      const key = `${asked.resource} ${plain(asked.name)} ${token}`
      const isPlain = isRead(asked) && asked.by === 'id' && !asked.query.has('expand')
      const known = isPlain && !asked.query.has('fields') ? shaped(house).get(key) : undefined
      if (known) return known
      const response = await go(request)
      if (isPlain && asked.query.has('fields') && isWell(response)) shaped(house).set(key, response)
      if (isWrite(asked)) shaped(house).clear()
      return response
    },
  ),
  serving(
    'page-of-twenty-one',
    ['A-PAR-04'],
    'Without paging parameters a list of exactly 21 records is returned whole.',
    {
      rule: {
        page: {
          window: (at, size, total) => {
            const query = nowServed()?.asked.query
            return total === 21 && query && !query.has('page') && !query.has('pageSize')
              ? [0, 21]
              : pageRules.page.window(at, size, total)
          },
        },
      },
    },
  ),
  rewriting(
    'expanded-in-the-version-number-of-the-root',
    ['A-PAR-03', 'A-GEN-05'],
    'Expanded records are shown in the version that has the number of the version of the root, or in the newest.',
    (asked) => isRead(asked) && asked.query.has('expand') && (asked.query.get('dtos') ?? '').includes(';'),
    (request, asked) => {
      const pairs = (asked.query.get('dtos') ?? '').split(';').map((pair) => pair.split('.'))
      const root = pairs.find(([name]) => name === asked.resource)?.[1] ?? ''
      const dtos = pairs.map(([name = '', version]) => {
        const known = catalogue.get(name)
        return `${name}.${name === asked.resource ? version : known && root in known.versions ? root : known?.newest}`
      })
      return withQuery(request, { dtos: dtos.join(';') })
    },
  ),
  {
    id: 'content-ends-without-zeros',
    breaks: ['A-ATT-03'],
    says: 'Zero bytes at the end of the content of an attachment are lost.',
    rule: {
      attachment: {
        bytes: (bytes, form) => {
          const whole = attachmentRules.attachment.bytes(bytes, form)
          return whole.subarray(0, whole.findLastIndex((byte) => byte !== 0) + 1)
        },
      },
    },
  },
  serving(
    'query-api-alias-in-lower-case-with-where',
    ['A-QRY-02'],
    'With a where clause an alias is returned in lower case.',
    {
      rule: {
        query: {
          key: (alias, resource) =>
            /\bwhere\b/i.test(String(nowServed()?.sent['query']))
              ? alias.toLowerCase()
              : queryRules.query.key(alias, resource),
        },
      },
    },
  ),
  passing(
    'query-api-keeps-what-was-updated-and-deleted-by-external-id',
    ['A-QRY-02', 'A-DAT-16'],
    'The Query API still returns records that were updated and then deleted by external id.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const isGoing = asked.method === 'DELETE' && asked.by === 'externalId'
      const before = isUpdate(asked) || isGoing ? await now(looking(request), go) : undefined
      const response = await go(request)
      const id = String(before?.['id'])
      if (before && isWell(response)) {
        if (isGoing && updated(house).has(plain(id))) ghosts(house).add(id)
        if (!isGoing) updated(house).set(plain(id), id)
      }
      if (!asked.path.endsWith('/api/query/v1') || !isWell(response)) return response
      const statement = String(jsonIn(request)?.['query'])
      const alias = /\bfrom\s+\w+\s+(?:as\s+)?(\w+)/i.exec(statement)?.[1] ?? ''
      const found = [...ghosts(house)].filter((one) => plain(statement).includes(plain(one)))
      return withJson(response, (body) => ({
        ...body,
        data: [...(body['data'] as Json[]), ...found.map((one) => ({ [alias]: { id: one } }))],
      }))
    },
  ),
]
