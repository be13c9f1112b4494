import type { Variant } from '../deviation.ts'
import { dispatchRules } from '../rulebook/dispatch.ts'

const { dispatch } = dispatchRules

const minuteOfDay = (moment: Date): number => moment.getUTCHours() * 60 + moment.getUTCMinutes()

/** From Monday to Friday, from six to six in UTC. */
function isAtWork(startDateTime: unknown, endDateTime: unknown): boolean {
  const [start, end] = [new Date(String(startDateTime)), new Date(String(endDateTime))]
  return ![0, 6].includes(start.getUTCDay()) && minuteOfDay(start) >= 360 && minuteOfDay(end) <= 1080
}

/** Lawful servers of work in the field with calendars and numbers that no sentence gives. */
export const thirdLookFieldVariants: readonly Variant[] = [
  {
    id: 'dispatch-updates-within-working-hours',
    leaves: ['B-DSP-15'],
    says: 'An update to a time at night or at the weekend is refused with 409.',
    rule: {
      dispatch: {
        hasTime: ({ startDateTime, endDateTime }) => isAtWork(startDateTime, endDateTime),
        refusalStatus: (why, action, met) => (why === 'busy' ? 409 : dispatch.refusalStatus(why, action, met)),
      },
    },
  },
]
