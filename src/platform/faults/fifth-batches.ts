import type { Fault } from '../deviation.ts'
import { json } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import { batchRules } from '../rulebook/batch.ts'
import { askedOf, batchMemory, inParts, isWell, jsonIn, refused, withQuery } from './passing.ts'
import { isUpdate, nowServed, serving } from './serving.ts'

const broken = batchMemory(() => ({ by: undefined as string | undefined }))
const conflict = batchMemory(() => ({ told: undefined as PlatformResponse | undefined }))
const born = batchMemory(() => new Set<string>())
const carried = batchMemory(() => new Map<string, string>())

/** Quiet breaches of batches that a fifth reader thought up. */
export const fifthBatchFaults: readonly Fault[] = [
  {
    ...inParts(
      'batch-goes-on-with-other-resources',
      ['A-BAT-08'],
      'After a failure in a transaction, parts about another resource than that of the failed one are still done.',
      async (request, go, way) => {
        const { resource } = askedOf(request)
        const state = broken(way)
        if (state.by === undefined || !way.transactional) {
          const response = await go(request)
          if (way.transactional && response.status >= 400) state.by = resource ?? ''
          return response
        }
        if (resource === state.by)
          return json(424, { error: 'CA-424', message: 'not processed: an earlier part failed', values: [] })
        return go(request, { start: way.house.clock.now(), add: () => undefined })
      },
    ),
    rule: { batch: { stops: () => false } },
  },
  inParts(
    'batch-conflict-ends-what-is-independent',
    ['A-BAT-09'],
    'In a batch that is not transactional the parts after one that is refused with 409 are not run and get its answer.',
    async (request, go, way) => {
      const state = conflict(way)
      if (state.told) return state.told
      const response = await go(request)
      if (!way.transactional && response.status === 409) state.told = response
      return response
    },
  ),
  serving(
    'batch-conflict-keeps-by-default',
    ['A-BAT-08', 'A-BAT-01'],
    'A batch that does not say whether it is transactional is not rolled back for a 409.',
    {
      rule: {
        batch: {
          rollsBack: (transactional, failed, isLast) =>
            batchRules.batch.rollsBack(transactional, failed, isLast) &&
            !(failed.status === 409 && nowServed()?.asked.query.get('transactional') === null),
        },
      },
    },
  ),
  inParts(
    'batch-references-overlook-its-own-external-ids',
    ['A-DAT-17', 'A-BAT-07'],
    'In a transaction an update by external id finds no record that an earlier part created by its external id.',
    async (request, go, way) => {
      const sent = jsonIn(request) ?? {}
      const names = born(way)
      const { externalId: own, ...rest } = sent
      const refers = Object.values(rest)
        .flat()
        .some((value) => names.has(String((value as { externalId?: unknown } | null)?.externalId ?? value)))
      const asked = askedOf(request)
      if (way.transactional && isUpdate(asked) && asked.by === 'externalId' && refers)
        return refused(400, 'a reference refers to no record')
      const response = await go(request)
      if (isWell(response) && typeof own === 'string') names.add(own)
      return response
    },
  ),
  inParts(
    'batch-parameters-of-the-first-for-all',
    ['A-BAT-03', 'A-BAT-05'],
    'fields, forceUpdate and useExternalIds of the first part hold for parts that do not say them.',
    (request, go, way) => {
      const { query, resource } = askedOf(request)
      const known = carried(way)
      if (way.position === 0)
        for (const name of ['fields', 'forceUpdate', 'useExternalIds']) {
          const value = query.get(name)
          if (value !== null) known.set(name, value)
        }
      const more = [...known].filter(([name]) => !query.has(name))
      return go(resource && more.length > 0 ? withQuery(request, Object.fromEntries(more)) : request)
    },
  ),
  inParts(
    'batch-url-of-writes-done',
    ['A-BAT-04'],
    'A part with a full URL is refused where it reads, and done where it writes.',
    (request, go) =>
      go(
        request.method === 'GET'
          ? request
          : { ...request, target: request.target.replace(/^(?:[a-z][a-z\d+.-]*:)?\/\/[^/?]*/i, '') },
      ),
  ),
]
