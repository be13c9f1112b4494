import type { Fault } from '../deviation.ts'
import { elementsIn } from './people-kinds.ts'
import { serviceFault, shows, takes } from './service-fault.ts'
import type { Edit } from './tree-edits.ts'

type Part = Readonly<Record<string, unknown>>

const rounded = <Value>(part: Value): Value =>
  JSON.parse(JSON.stringify(part), (name, value: unknown) =>
    (name === 'latitude' || name === 'longitude') && typeof value === 'number'
      ? Math.round(value * 1000) / 1000
      : value,
  ) as Value

/** The greater and the lesser of two values; what is missing counts for nothing. */
const outer = (one: unknown, other: unknown, sign: 1 | -1): unknown => {
  if (one === undefined || one === null || other === undefined || other === null) return one
  const size = (value: unknown) => sign * (typeof value === 'number' ? value : Date.parse(String(value)))
  return size(other) > size(one) ? other : one
}

/** Activities that reach no further than their call. */
const bounded =
  (field: string, sign: 1 | -1): Edit =>
  (call) =>
    'activities' in call
      ? {
          ...call,
          activities: elementsIn(call['activities']).map((one: Part) =>
            one[field] === undefined ? one : { ...one, [field]: outer(one[field], call[field], sign) },
          ),
        }
      : call

const round: Fault['breaks'] = ['B-SVC-31']

/** Breaches of places and times of trees, as a fourth look at a server in Perl found them, and their neighbours. */
export const perlFourthTreesFaults: readonly Fault[] = [
  serviceFault('coordinates-of-three-decimals', round, 'Coordinates are shown with three decimals.', shows(rounded)),
  serviceFault(
    'address-of-the-call-of-three-decimals',
    round,
    'Coordinates of a service call are shown with three decimals when it is read.',
    shows((tree) => ('address' in tree ? { ...tree, address: rounded(tree['address']) } : tree), ['service-get']),
  ),
  serviceFault(
    'activities-due-with-their-call-at-the-latest',
    round,
    'An activity that is due after its service call is due with it.',
    takes(bounded('dueDateTime', -1)),
  ),
  serviceFault(
    'activities-begin-with-their-call-at-the-earliest',
    round,
    'An activity that may begin before its service call may begin with it.',
    takes(bounded('earliestStartDateTime', 1)),
  ),
  serviceFault(
    'activities-no-longer-than-their-call',
    round,
    'An activity that takes longer than its service call takes as long.',
    takes(bounded('durationInMinutes', -1)),
  ),
  serviceFault(
    'call-due-with-its-last-activity',
    round,
    'A service call that is due before one of its activities is due with the last.',
    takes((call) =>
      call['dueDateTime'] === undefined
        ? call
        : {
            ...call,
            dueDateTime: elementsIn(call['activities'])
              .map((one) => one['dueDateTime'])
              .reduce<unknown>((due, other) => outer(due, other, 1), call['dueDateTime']),
          },
    ),
  ),
]
