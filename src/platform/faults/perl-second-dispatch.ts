import type { Fault } from '../deviation.ts'
import { dispatchRules, type DispatchAction, type Past } from '../rulebook/dispatch.ts'
import { dispatchFault } from './fifth-dispatch.ts'

const { dispatch } = dispatchRules

/** Which actions were told of each round of an activity. */
const told = new WeakMap<Past, Set<DispatchAction>>()

const wasTold = (action: DispatchAction, past: Past | undefined): boolean =>
  past !== undefined && (told.get(past)?.has(action) === true || wasTold(action, past.before))

const toldOnce = (action: 'confirm' | 'notify', what: string): Fault =>
  dispatchFault(`second-${action}-no-event`, 'B-DSP-19', `A second ${what} triggers no business event.`, {
    triggers: (asked, past) => {
      if (asked === action && wasTold(action, past.before)) return false
      told.set(past, (told.get(past) ?? new Set()).add(asked))
      return dispatch.triggers(asked, past)
    },
  })

/** Breaches of a second round and of what was handed on, as a server in Perl had them. */
export const perlSecondDispatchFaults: readonly Fault[] = [
  toldOnce('confirm', 'confirmation'),
  toldOnce('notify', 'notification'),
  dispatchFault(
    'list-without-what-was-handed-on',
    'B-DSP-03',
    'What another technician of the partner is to do since an update is in no list.',
    {
      lists: (one, asked) => {
        const { responsible = one.technicianId } = one.times
        return responsible === one.technicianId && dispatch.lists(one, asked)
      },
    },
  ),
  dispatchFault('list-without-what-was-updated', 'B-DSP-03', 'What was updated is in no list.', {
    lists: (one, asked) => one.times['responsible'] === undefined && dispatch.lists(one, asked),
  }),
]
