import type { Variant } from '../deviation.ts'
import { askedOf, isBatch, isWell, jsonIn, type Json } from '../faults/passing.ts'
import { isPost, isWrite, nowServed, plain, serving } from '../faults/serving.ts'
import { perHouse } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import { recordRules } from '../rulebook/record.ts'
import { lawful, through } from './lawful.ts'

const locked = perHouse(() => new Map<string, number>())
const written = perHouse(() => ({ count: 0, last: 0 }))
const lockMs = 3000

const tooMany = (now: number): PlatformResponse =>
  json(429, { error: 'TOO_MANY', message: 'slow down', values: [] }, [
    ['Retry-After', new Date(Math.ceil(now / 1000) * 1000 + 2000).toUTCString()],
  ])

/** Lawful other readings of what writes do that an eighth reader of the document thought up. */
export const eighthWriteVariants: readonly Variant[] = [
  {
    // Where writers wait for each other, the clock goes on within a race, and no write of it comes just after another.
    excludes: ['writers-wait-three-seconds-for-each-other'],
    ...through(
      'every-seventh-write-429-with-a-date',
      ['A-GEN-09'],
      'Every seventh POST, PUT or DELETE is answered with 429 and a date in Retry-After, unless another came just before it.',
      (request, go, { house, inBatch }) => {
        const asked = askedOf(request)
        // A race of eight of them would seldom be judged.
        if (inBatch || !isWrite(asked) || asked.method === 'PATCH') return go(request)
        const state = written(house)
        const now = house.clock.now()
        const isAlone = now - state.last > 25
        Object.assign(state, { count: state.count + 1, last: now })
        return state.count % 7 === 0 && isAlone ? Promise.resolve(tooMany(now)) : go(request)
      },
    ),
  },
  through(
    'writers-wait-three-seconds-for-each-other',
    ['A-DAT-26', 'A-GEN-09'],
    'A write waits until the one before it on its record began three seconds ago.',
    async (request, go, { house, inBatch }) => {
      const asked = askedOf(request)
      if (inBatch || isBatch(asked) || !isWrite(asked)) return go(request)
      const until = locked(house)
      const keyOf = (name: string): string => `${asked.resource} ${plain(name)}`
      const wait = asked.name === undefined ? 0 : (until.get(keyOf(asked.name)) ?? 0) - house.clock.now()
      // The clock stands for the time that passes: a wait by timer would hold up every proof.
      if (wait > 0) house.clock.advance(wait)
      const free = house.clock.now() + lockMs
      if (asked.name !== undefined) until.set(keyOf(asked.name), free)
      const response = await go(request)
      const [element] =
        isPost(asked) && isWell(response) ? ((jsonIn(response)?.['data'] as Json[] | undefined) ?? []) : []
      const record = element && (Object.values(element)[0] as Json)
      for (const name of [record?.['id'], record?.['externalId']])
        if (typeof name === 'string') until.set(keyOf(name), free)
      return response
    },
  ),
  lawful(
    ['A-DAT-24', 'A-DAT-10', 'A-DAT-18'],
    serving(
      'missing-200-empty-and-404-with-a-lock',
      ['A-DAT-10'],
      'GET and forced DELETE of a missing record are answered with 200 and no data, DELETE with lastChanged with 404.',
      {
        rule: {
          data: {
            missing: (step) =>
              step.operation === 'get' ||
              (step.operation === 'delete' && nowServed()?.asked.query.get('forceDelete') === 'true')
                ? { status: 200, body: { data: [] } }
                : recordRules.data.missing(step),
          },
        },
      },
    ),
  ),
  {
    id: 'references-to-deleted-unset-by-the-deleter',
    leaves: ['A-DAT-25', 'A-REC-05'],
    says: 'References to a deleted record are removed, which is a write of the records that had them by the user who deletes.',
    rule: { data: { unlinks: () => 'written' } },
  },
]
