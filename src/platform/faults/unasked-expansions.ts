import type { Fault } from '../deviation.ts'
import { nowServed, serving } from './serving.ts'

const mostShown = 20

type Served = NonNullable<ReturnType<typeof nowServed>>

/** Some reads expand twenty records of a relation at most. */
const cut = (id: string, says: string, concerns: (served: Served) => boolean): Fault =>
  serving(id, ['A-EXP-01'], says, {
    rule: {
      expand: {
        many: (found) => {
          const served = nowServed()
          return served && concerns(served) ? found.slice(0, mostShown) : found
        },
      },
    },
  })

/** Breaches of long expansions that only other ways to read show. */
export const unaskedExpansionFaults: readonly Fault[] = [
  cut(
    'expand-twenty-by-external-id',
    'Read by external id, a record has twenty records of a relation expanded at most.',
    ({ asked, inBatch }) => asked.by === 'externalId' && !inBatch,
  ),
  cut(
    'expand-twenty-in-batches',
    'In a part of a batch a record has twenty records of a relation expanded at most.',
    ({ inBatch }) => inBatch,
  ),
  serving(
    'count-capped-by-external-id',
    ['A-EXP-03'],
    'Read by external id, a record has at most twenty records of a relation counted.',
    {
      rule: {
        expand: {
          count: (found) => (nowServed()?.asked.by === 'externalId' ? Math.min(found.length, mostShown) : found.length),
        },
      },
    },
  ),
]
