import type { Variant } from '../deviation.ts'
import { askedOf, isWell, jsonIn, withJson, type Json } from '../faults/passing.ts'
import { isUpdate, now, plain } from '../faults/serving.ts'
import { perHouse } from '../house.ts'
import type { PlatformResponse } from '../http/message.ts'
import { through } from './lawful.ts'

const memory = perHouse(() => ({
  /** By id: the external id that was removed from a record. */
  removed: new Map<string, unknown>(),
  /** By id: the external id that a record had when it was deleted first. */
  first: new Map<string, unknown>(),
}))

/** A listing in which entries without an external id have the one that is known of their id. */
const named = (response: PlatformResponse, known: ReadonlyMap<string, unknown>): PlatformResponse =>
  withJson(response, (body) => ({
    ...body,
    deletedIds: ((body['deletedIds'] ?? []) as Json[]).map((entry) => {
      const externalId = known.get(plain(entry['id']))
      return typeof externalId === 'string' ? { externalId, ...entry } : entry
    }),
  }))

const isListing = ({ by, query }: ReturnType<typeof askedOf>): boolean =>
  by === 'deleted' && query.get('dtos') === 'DeletedObjects.2'

const excludes = ['every-25th-call-429']

/** An entry without externalId was never saved in the external system (A-DEL-07): what once was has the external id of then. */
export const seventeenthDeletedVariants: readonly Variant[] = [
  {
    ...through(
      'deleted-with-the-external-id-it-had-once',
      ['A-DEL-02', 'A-DEL-07'],
      'A record whose external id was removed before it was deleted is listed as deleted with that.',
      async (request, go, { house }) => {
        const asked = askedOf(request)
        const { removed } = memory(house)
        const former = isUpdate(asked) && jsonIn(request)?.['externalId'] === null ? await now(request, go) : undefined
        const response = await go(request)
        if (!isWell(response)) return response
        if (former) removed.set(plain(former['id']), former['externalId'])
        return isListing(asked) ? named(response, removed) : response
      },
    ),
    excludes,
  },
  {
    ...through(
      'deleted-again-with-the-external-id-of-the-first-life',
      ['A-DEL-02', 'A-DEL-07'],
      'A record without external id is listed as deleted with the one that a record of its id had when it was deleted before.',
      async (request, go, { house }) => {
        const asked = askedOf(request)
        const { first } = memory(house)
        const isDeletion = asked.method === 'DELETE' && (asked.by === 'id' || asked.by === 'externalId')
        const record = isDeletion ? await now(request, go) : undefined
        const response = await go(request)
        if (!isWell(response)) return response
        if (record && !first.has(plain(record['id']))) first.set(plain(record['id']), record['externalId'])
        return isListing(asked) ? named(response, first) : response
      },
    ),
    excludes,
  },
]
