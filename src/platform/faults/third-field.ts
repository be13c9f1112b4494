import type { Fault } from '../deviation.ts'
import { crowdRules } from '../rulebook/crowd.ts'
import { dispatchRules } from '../rulebook/dispatch.ts'
import { crowdParts } from './crowd-parts.ts'

const { crowd } = crowdRules
const { dispatch } = dispatchRules
const { fault } = crowdParts

type Fields = Readonly<Record<string, unknown>>

const ofDispatch = (id: string, breaks: string, says: string, rules: Partial<typeof dispatch>): Fault => ({
  id: `dispatch-${id}`,
  breaks: [breaks],
  says,
  rule: { dispatch: rules },
})

const withArea = (sent: Fields, change: (area: Fields) => Fields): Fields => {
  const area = sent['serviceArea'] as Fields | null | undefined
  return area ? { ...sent, serviceArea: change(area) } : sent
}

const unsigned = (value: unknown): unknown => (typeof value === 'number' && value > -1 ? Math.abs(value) : value)

const inKilometres = (radius: Fields): Fields =>
  radius['unit'] === 'mi' ? { unit: 'km', value: Number(radius['value']) * 1.609344 } : radius

/** Quiet breaches of B-CRW and B-DSP, thought up by a third reader of the documents (suites/two-readings). */
export const thirdFieldFaults: readonly Fault[] = [
  fault('last-page-is-not-full', 'B-CRW-29', 'Only a page that is not full is told as the last.', {
    listed: (figures) => ({ ...(crowd.listed(figures) as Fields), last: figures.results.length < figures.size }),
  }),
  fault(
    'coordinate-near-zero-unsigned',
    'B-CRW-28',
    'A coordinate between -1 and 0 of a service area loses its sign.',
    {
      stores: (sent) =>
        withArea(sent, (area) => ({
          ...area,
          ...('latitude' in area ? { latitude: unsigned(area['latitude']) } : {}),
          ...('longitude' in area ? { longitude: unsigned(area['longitude']) } : {}),
        })),
    },
  ),
  fault('miles-become-kilometres', 'B-CRW-28', 'A radius in miles is stored in kilometres.', {
    stores: (sent) =>
      withArea(sent, (area) => (area['radius'] ? { ...area, radius: inKilometres(area['radius'] as Fields) } : area)),
  }),
  ofDispatch('confirm-after-reject-does-nothing', 'B-DSP-06', 'confirm in a second round changes nothing.', {
    alters: (action, past) => (action === 'confirm' && past.again ? {} : dispatch.alters(action, past)),
  }),
  ofDispatch(
    'result-names-another-activity',
    'B-DSP-11',
    'A 207 lists what failed, with activities from the first on.',
    {
      results: (results) =>
        results
          .filter(({ status }) => status >= 300)
          .map((one, nth) => ({ ...one, activityId: results[nth]?.activityId ?? one.activityId })),
    },
  ),
  ofDispatch('list-of-confirmed', 'B-DSP-18', 'A list of CONFIRMED is answered, and empty.', {
    takesStatus: (asked) => asked === 'CONFIRMED' || dispatch.takesStatus(asked),
    lists: (one, asked) => asked !== 'CONFIRMED' && dispatch.lists(one, asked),
  }),
  ofDispatch('release-of-unknown-202', 'B-DSP-27', 'A release of an activity that does not exist is answered 202.', {
    refusalStatus: (why, action) =>
      why === 'unknown' && action === 'release' ? 202 : dispatch.refusalStatus(why, action),
  }),
  ofDispatch('reject-by-null', 'B-DSP-18', 'A technician that is null will do for a reject.', {
    technicianOf: (body, action) =>
      action === 'reject' && body['technicianid'] === null ? 'null' : dispatch.technicianOf(body, action),
  }),
  ofDispatch('second-reject-no-event', 'B-DSP-19', 'A second rejection triggers no business event.', {
    triggers: (action, past) => !(action === 'reject' && past.again) && dispatch.triggers(action, past),
  }),
]
