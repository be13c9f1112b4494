import type { Fault } from '../deviation.ts'
import { dispatchRules } from '../rulebook/dispatch.ts'
import { dispatchFault } from './fifth-dispatch.ts'

const { dispatch } = dispatchRules

/** A time whose offset is below zero and has minutes, with the minutes counted upwards. */
const misread = (value: unknown): unknown => {
  const [, local = '', hours, minutes] = /^(.*)-(\d\d):?([1-5]\d)$/.exec(String(value)) ?? []
  return hours === undefined
    ? value
    : new Date(Date.parse(`${local}Z`) + (Number(hours) * 60 - Number(minutes)) * 60_000).toISOString()
}

/** Quiet breaches of dispatching that a sixteenth reader thought up (suites/two-readings). */
export const sixteenthDispatchFaults: readonly Fault[] = [
  dispatchFault(
    'list-without-a-status-with-accepted-of-all',
    'B-DSP-25',
    'A list without partnerDispatchingStatus shows what is ACCEPTED by any partner.',
    {
      lists: (one, asked) =>
        (asked === undefined && one.status === 'ACCEPTED' ? true : undefined) ?? dispatch.lists(one, asked),
    },
  ),
  dispatchFault(
    'update-misreads-minutes-of-negative-offsets',
    'B-DSP-28',
    'The minutes of an offset below zero are counted upwards: -03:30 is two hours and a half.',
    {
      updates: (sent) => ({
        ...sent,
        startDateTime: misread(sent['startDateTime']),
        endDateTime: misread(sent['endDateTime']),
      }),
    },
  ),
]
