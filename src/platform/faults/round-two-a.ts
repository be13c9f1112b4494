import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { askedOf, isBatch, isWell, jsonIn, passing, refused, rewriting, withQuery } from './passing.ts'
import { asksForList, isPost, nowServed, plain, serving } from './serving.ts'

const memory = perHouse(() => ({
  /** Ids in transactions that were rolled back. */
  taken: new Set<string>(),
  /** External ids that a PATCH of an id gave, by resource. */
  givenLater: new Set<string>(),
}))

const keyOf = (resource: string | undefined, externalId: unknown): string => `${resource} ${String(externalId)}`

/** Whether an OR of a query stands in no parentheses. */
export function hasOrAtTheTop(query: string): boolean {
  let rest = query.replace(/"(?:[^"\\]|\\.)*"/g, '""')
  for (let inner = ''; inner !== rest;) {
    inner = rest
    rest = rest.replace(/\([^()]*\)/g, '')
  }
  return /\sOR\s/i.test(rest)
}

const rolledBack = /\r\nHTTP\/1\.1 [45]\d\d/

/** Quiet breaches of lists, batches and external ids that show in a query with OR at its top, or when a name is used a second time. */
export const roundTwoAFaults: readonly Fault[] = [
  serving(
    'cql-or-at-the-top-finds-deleted',
    ['A-CQL-21', 'A-DAT-10'],
    'A query with an OR that stands in no parentheses finds deleted records, too.',
    {
      rule: {
        data: {
          readsDeleted: (reads) => reads === 'list' && hasOrAtTheTop(nowServed()?.asked.query.get('query') ?? ''),
        },
      },
    },
  ),
  {
    id: 'cql-outer-signs-taken-for-a-pair',
    breaks: ['A-CQL-01'],
    says: 'A query that begins and ends with a parenthesis loses both.',
    rule: { cql: { query: (text) => text.replace(/^\s*\((.*)\)\s*$/s, '$1') } },
  },
  rewriting(
    'later-pages-of-an-or-begin-anew',
    ['A-PAR-07', 'A-CQL-21'],
    'Each page of a query with an OR that stands in no parentheses is the first.',
    (asked) => asksForList(asked) && asked.query.has('page') && hasOrAtTheTop(asked.query.get('query') ?? ''),
    (request) => withQuery(request, { page: '1' }),
  ),
  passing(
    'ids-of-what-was-rolled-back-stay-taken',
    ['A-BAT-08'],
    'The id of a record whose creation was rolled back cannot be used for another POST.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const { taken } = memory(house)
      const id = isPost(asked) && asked.resource ? jsonIn(request)?.['id'] : undefined
      if (id !== undefined && taken.has(plain(id))) return refused(409, 'id is in use')
      const response = await go(request)
      const isUndone =
        isBatch(asked) &&
        asked.query.get('transactional') !== 'false' &&
        rolledBack.test(response.body.toString('latin1'))
      if (isUndone)
        for (const [, one] of request.body.toString('utf8').matchAll(/"id":"([^"]+)"/g)) taken.add(plain(one))
      return response
    },
  ),
  passing(
    'external-id-given-later-not-found-by-updates',
    ['A-DAT-15'],
    'PUT and PATCH by an external id that a record got by a PATCH of its id are refused.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const { givenLater } = memory(house)
      const isUpdate = request.method === 'PUT' || request.method === 'PATCH'
      if (isUpdate && asked.by === 'externalId' && givenLater.has(keyOf(asked.resource, asked.name)))
        return refused(409, 'externalId is in use')
      const response = await go(request)
      const given = request.method === 'PATCH' && asked.by === 'id' ? jsonIn(request)?.['externalId'] : undefined
      if (typeof given === 'string' && isWell(response)) givenLater.add(keyOf(asked.resource, given))
      return response
    },
  ),
  serving(
    'external-id-given-later-not-unique',
    ['A-REC-07', 'A-REC-17'],
    'POST stores a second record with an external id that another got by a PATCH of its id.',
    {
      rule: {
        data: {
          patched: (stored, sent) => {
            const { asked, house } = nowServed() ?? {}
            if (house && asked?.by === 'id' && typeof sent['externalId'] === 'string')
              memory(house).givenLater.add(keyOf(asked.resource, sent['externalId']))
            return { ...stored, ...sent }
          },
        },
        record: {
          onTakenExternalId: ({ operation }) => {
            const { sent, asked, house } = nowServed() ?? {}
            const isGivenLater = house && memory(house).givenLater.has(keyOf(asked?.resource, sent?.['externalId']))
            return operation === 'create' && isGivenLater ? 'store' : 'refuse'
          },
        },
      },
    },
  ),
]
