import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import type { PlatformRequest } from '../http/message.ts'
import type { Way } from '../seams/passage.ts'
import { storeMeant } from '../variants/store-meant.ts'
import { askedOf, isWell, jsonIn, passing, refused, withQuery } from './passing.ts'
import { hasOrAtTheTop } from './round-two-a.ts'
import { isPost, nowServed, plain, serving } from './serving.ts'

const spent = perHouse(() => new Set<string>())

const isByIdWith = (request: PlatformRequest, method: string): boolean =>
  request.method === method && askedOf(request).by === 'id'

/** The request at the resource that has a record with the id of its path, if the one that it names has none. */
function atItsResource(request: PlatformRequest, { house }: Way): PlatformRequest {
  const { resource = '', name } = askedOf(request)
  const store = storeMeant(request, house)
  const has = (one: string) =>
    store
      ?.table(one)
      .all()
      .some(({ id }) => plain(id) === plain(name)) === true
  const other = has(resource) ? undefined : store?.resources().find(has)
  return other === undefined
    ? request
    : withQuery(
        { ...request, target: request.target.replace(`/v4/${resource}/`, `/v4/${other}/`) },
        { dtos: `${other}.20` },
      )
}

/** Quiet breaches of what a record is found by, and of what may be given to it. */
export const roundTwoAKeyFaults: readonly Fault[] = [
  serving(
    'cql-or-at-the-top-finds-other-companies',
    ['A-TOK-15', 'A-CQL-21'],
    'A query with an OR that stands in no parentheses finds records of the other companies of the account.',
    {
      rule: {
        reach: {
          finds: (operation) =>
            operation === 'data-list' && hasOrAtTheTop(nowServed()?.asked.query.get('query') ?? '')
              ? 'account'
              : 'company',
        },
      },
    },
  ),
  passing(
    'get-by-id-finds-any-resource',
    ['A-DAT-24'],
    'GET by id shows a record of another resource that has the id.',
    (request, go, way) => go(isByIdWith(request, 'GET') ? atItsResource(request, way) : request),
  ),
  passing(
    'delete-by-id-finds-any-resource',
    ['A-DAT-10'],
    'DELETE by id deletes a record of another resource that has the id.',
    (request, go, way) => go(isByIdWith(request, 'DELETE') ? atItsResource(request, way) : request),
  ),
  passing(
    'external-id-path-takes-ids',
    ['A-DAT-24', 'A-DAT-16'],
    'GET and DELETE by external id work on the record that has this as its id.',
    (request, go, { house }) => {
      const { method, resource = '', by, name } = askedOf(request)
      const isMeant = (method === 'GET' || method === 'DELETE') && by === 'externalId'
      const found = isMeant
        ? storeMeant(request, house)
            ?.table(resource)
            .all()
            .find(({ id }) => plain(id) === plain(name))
        : undefined
      const target = found ? request.target.replace(/\/externalId\/[^?]*/, `/${found.id}`) : request.target
      return go({ ...request, target })
    },
  ),
  {
    id: 'list-references-unchecked-on-updates',
    breaks: ['A-DAT-27'],
    says: 'PUT and PATCH store lists of references with ids of missing records.',
    rule: { references: { checks: (kind, { operation }) => kind !== 'list' || operation === 'create' } },
  },
  {
    id: 'duplicate-external-id-by-external-id',
    breaks: ['A-REC-07'],
    says: 'PUT and PATCH by external id store an external id that another record has.',
    rule: {
      record: {
        onTakenExternalId: ({ operation, by }) => (by === 'externalId' && operation !== 'create' ? 'store' : 'refuse'),
      },
    },
  },
  passing(
    'refused-post-keeps-its-id',
    ['A-REC-17', 'A-DAT-27'],
    'A POST with an id that a refused POST had is refused.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const id = isPost(asked) ? jsonIn(request)?.['id'] : undefined
      if (id === undefined) return go(request)
      const key = `${asked.resource} ${plain(id)}`
      if (spent(house).has(key)) return refused(409, 'id is in use')
      const response = await go(request)
      if (!isWell(response)) spent(house).add(key)
      return response
    },
  ),
]
