import { isGuid } from '../data/body.ts'
import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import type { PlatformResponse } from '../http/message.ts'
import { lock } from '../rulebook/lock.ts'
import {
  askedOf,
  eachRecord,
  inParts,
  isWell,
  jsonIn,
  passing,
  recordsIn,
  rewriting,
  withBody,
  withJson,
  withQuery,
  type Json,
} from './passing.ts'
import { isPost, isUpdate, now, nowServed, plain, serving } from './serving.ts'

const memory = perHouse(() => ({
  contents: new Map<string, PlatformResponse>(),
  /** Records that once referred to another one, by its id. */
  children: new Map<string, Json[]>(),
}))

const isId = (value: unknown): boolean => typeof value === 'string' && isGuid(value)

const isNotValid = /is required|JSON/

/** Quiet breaches of batches, of what is done in them, and of expansions after a change. */
export const unlookedDataBatchFaults: readonly Fault[] = [
  {
    id: 'what-is-not-valid-fails-no-transaction',
    breaks: ['A-BAT-08'],
    says: 'A part whose body lacks a required field or is no JSON is refused and does not end the transaction.',
    rule: {
      batch: {
        fails: (response) =>
          response.status >= 400 && !(response.status === 400 && isNotValid.test(response.body.toString())),
      },
    },
  },
  {
    id: 'unknown-resource-fails-no-transaction',
    breaks: ['A-BAT-08'],
    says: 'A part for a resource that there is not is refused and does not end the transaction.',
    rule: {
      batch: {
        fails: (response) =>
          response.status >= 400 && !(response.status === 404 && !/record not found/.test(response.body.toString())),
      },
    },
  },
  inParts(
    'writes-by-external-id-not-taken-back',
    ['A-BAT-08'],
    'What parts of a failing transaction wrote by external id stays.',
    (request, go, { journal }) =>
      askedOf(request).by === 'externalId' ? go(request, { start: journal.start, add: () => undefined }) : go(request),
  ),
  inParts(
    'lists-of-references-not-taken-back',
    ['A-BAT-08', 'A-BAT-18'],
    'Lists of references that a part of a failing transaction changed stay changed.',
    async (request, go, { transactional }) => {
      const sent = transactional && request.method === 'PATCH' ? jsonIn(request) : undefined
      const isForced = askedOf(request).query.get('forceUpdate') === 'true'
      const lists = Object.entries(sent ?? {}).filter(([, value]) => Array.isArray(value))
      if (!sent || !isForced || lists.length === 0) return go(request)
      const [before] = recordsIn(jsonIn(await go({ ...request, method: 'GET' })))
      const kept = { start: Number(before?.['lastChanged']), add: () => undefined }
      await go(withBody(request, Buffer.from(JSON.stringify(Object.fromEntries(lists)))), kept)
      return go(request)
    },
  ),
  inParts(
    'post-in-a-transaction-merges',
    ['A-DAT-12'],
    'In a transactional batch a POST with the id of a stored record updates that.',
    async (request, go, { transactional }) => {
      const sent = transactional && isPost(askedOf(request)) ? jsonIn(request) : undefined
      if (typeof sent?.['id'] !== 'string') return go(request)
      const [path = '', search = ''] = request.target.split(/\?(.*)/s)
      const at = { ...request, target: `${path}/${sent['id']}?${search}` }
      const isThere = isWell(await go({ ...at, method: 'GET' }))
      return isThere ? go({ ...withQuery(at, { forceUpdate: 'true' }), method: 'PATCH' }) : go(request)
    },
  ),
  serving(
    'force-of-a-part-ends-where-it-names-a-version',
    ['A-DAT-22'],
    'In a batch forceUpdate is read for parts without lastChanged only.',
    {
      rule: {
        lock: {
          forced: (flag, step) =>
            lock.forced(flag, step) && !(nowServed()?.inBatch && nowServed()?.sent['lastChanged'] !== undefined),
        },
      },
    },
  ),
  serving('no-lock-by-external-id-in-a-batch', ['A-DAT-20'], 'Parts by external id are done with any lastChanged.', {
    rule: {
      lock: {
        refuses: (supplied, stored, step) =>
          !(nowServed()?.inBatch && step.by === 'externalId') && lock.refuses(supplied, stored, step),
      },
    },
  }),
  passing(
    'content-outlives-a-deletion-in-a-batch',
    ['A-ATT-06'],
    'The content of an attachment that a batch deletes is still served.',
    async (request, go, { house, inBatch }) => {
      const { contents } = memory(house)
      const asked = askedOf(request)
      if (asked.resource !== 'Attachment' || (asked.by !== 'id' && asked.by !== 'content')) return go(request)
      const id = plain(asked.name)
      if (inBatch && request.method === 'DELETE') {
        const target = request.target.replace(/(?=\?)|$/, '/content')
        contents.set(id, await go({ ...withQuery({ ...request, target }, { forceDelete: null }), method: 'GET' }))
        return go(request)
      }
      const response = await go(request)
      return asked.by === 'content' && !isWell(response) ? (contents.get(id) ?? response) : response
    },
  ),
  rewriting(
    'parameters-of-reads-lost-in-batches',
    ['A-BAT-03'],
    'Of the parameters of a part that reads, dtos and query alone are read.',
    ({ method, resource }, { inBatch }) => inBatch && method === 'GET' && resource !== undefined,
    (request) =>
      withQuery(request, {
        fields: null,
        expand: null,
        orderBy: null,
        page: null,
        pageSize: null,
        useExternalIds: null,
      }),
  ),
  serving(
    'parts-expand-without-permission',
    ['A-EXP-07'],
    'Parts of a batch show expanded records that the caller may not read.',
    { rule: { expand: { reads: (permitted) => permitted || nowServed()?.inBatch === true } } },
  ),
  {
    id: 'lists-and-references-kept-by-put-by-external-id',
    breaks: ['A-DAT-15'],
    says: 'A PUT by external id keeps the lists and references that it does not send.',
    rule: {
      data: {
        replaced: (stored, sent, { by }) => ({
          ...(by === 'externalId'
            ? Object.fromEntries(Object.entries(stored).filter(([, value]) => Array.isArray(value) || isId(value)))
            : {}),
          ...sent,
        }),
      },
    },
  },
  passing(
    'expanded-under-their-former-parent',
    ['A-EXP-01'],
    'Activities that were deleted or went to another service call are still expanded under the former one.',
    async (request, go, { house }) => {
      const { children } = memory(house)
      const asked = askedOf(request)
      const isChange = isUpdate(asked) || (asked.method === 'DELETE' && asked.by === 'id')
      const before = asked.resource === 'Activity' && isChange ? await now(request, go) : undefined
      const response = await go(request)
      if (!isWell(response)) return response
      const former = before?.['serviceCall']
      const isLeft = asked.method === 'DELETE' || 'serviceCall' in (jsonIn(request) ?? {})
      if (before && typeof former === 'string' && isLeft)
        children.set(plain(former), [...(children.get(plain(former)) ?? []), before])
      if (asked.method !== 'GET' || !asked.query.getAll('expand').includes('activities')) return response
      return withJson(response, (body) =>
        eachRecord(body, (record) => {
          const { activities } = record
          const more = children.get(plain(record['id'])) ?? []
          return Array.isArray(activities) ? { ...record, activities: [...(activities as unknown[]), ...more] } : record
        }),
      )
    },
  ),
]
