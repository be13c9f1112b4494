import type { Variant } from '../deviation.ts'
import { askedOf, refused } from '../faults/passing.ts'
import { through } from './lawful.ts'

const week = 7 * 86_400_000
const year = 365 * 86_400_000

/** How long an interval may be, and how long deletions are remembered, no sentence says. */
export const deletedIntervalVariants: readonly Variant[] = [
  through(
    'deleted-intervals-of-a-week-of-this-year',
    ['A-DEL-01', 'A-DEL-08'],
    'A deleted listing whose interval is longer than a week, or begins more than a year ago, is refused.',
    async (request, go, { house }) => {
      const { by, query } = askedOf(request)
      const [from, to] = [Number(query.get('from')), Number(query.get('to'))]
      const isOut = query.has('from') && query.has('to') && (to - from > week || from < house.clock.now() - year)
      return by === 'deleted' && isOut ? refused(400, 'no listing of such an interval') : go(request)
    },
  ),
]
