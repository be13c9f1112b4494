import type { Fault } from '../deviation.ts'
import { crowdRules } from '../rulebook/crowd.ts'

const { crowd } = crowdRules

/** Breaches of the list of technicians that checks let pass on long lists. */
export const thirdLookCrowdFaults: readonly Fault[] = [
  {
    id: 'crowd-last-from-the-second-page-on',
    breaks: ['B-CRW-07'],
    says: 'Each page of technicians but the first one is told as the last.',
    rule: {
      crowd: {
        listed: (figures) => ({
          ...(crowd.listed(figures) as object),
          last: figures.page > 0 || figures.size >= figures.total,
        }),
      },
    },
  },
]
