import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { crowdRules } from '../rulebook/crowd.ts'
import { dispatchRules } from '../rulebook/dispatch.ts'
import { reportingRules } from '../rulebook/reporting.ts'
import { isFieldList } from '../variants/turned-away.ts'
import { activityIn, dispatchFault } from './fifth-dispatch.ts'
import type { PeopleFields } from './people-kinds.ts'
import { nowServed, serving } from './serving.ts'

const { crowd } = crowdRules
const { dispatch } = dispatchRules
const { reporting } = reportingRules

/** When each activity was notified of first by a call. */
const firstNotified = perHouse(() => new Map<string, number>())

/** Addresses by the places that they had before the batch. */
function byFormerPlaces<Step extends { readonly operation: string; readonly address: PeopleFields }>(
  steps: readonly Step[],
  before: readonly string[],
): readonly Step[] {
  const now = [...before]
  return steps.map((step) => {
    const place = before.indexOf(String(step.address['id']))
    const id = step.operation === 'CREATE' ? undefined : now[place]
    if (step.operation === 'DELETE') now.splice(place, 1)
    return id === undefined ? step : { ...step, address: { ...step.address, id } }
  })
}

let known: readonly string[] = []

const areaIn = (fields: PeopleFields): PeopleFields => {
  const area = fields['serviceArea']
  return isFieldList(area) ? area : {}
}

/** Quiet breaches of dispatching, technicians and templates by what was done before, or in the same call. */
export const goBugsFieldFaults: readonly Fault[] = [
  dispatchFault(
    'list-of-accepted-with-what-others-released',
    'B-DSP-25',
    'A list of ACCEPTED shows what other partners accepted and released.',
    {
      lists: (one, asked) =>
        (asked === 'ACCEPTED' && one.released && one.status === 'ACCEPTED') || dispatch.lists(one, asked),
    },
  ),
  serving(
    'dispatch-countdown-of-the-first-call',
    ['B-DSP-07'],
    'The countdown of an activity starts with the first call that notifies its partner, however often it is notified.',
    {
      rule: {
        dispatch: {
          countsFrom: (now, before) => {
            const { house, sent } = nowServed() ?? {}
            if (!house || typeof sent?.['activityId'] !== 'string') return dispatch.countsFrom(now, before)
            const first = firstNotified(house)
            const activity = activityIn(sent['activityId'])
            if (!first.has(activity)) first.set(activity, now)
            return first.get(activity) ?? now
          },
        },
      },
    },
  ),
  {
    id: 'crowd-batch-by-former-places',
    breaks: ['B-CRW-13'],
    says: 'Behind a deletion the operations of a batch of addresses reach the address that stands behind the one they name.',
    rule: {
      crowd: {
        namesAddress: (operation, id, there) => {
          known = there
          return crowd.namesAddress(operation, id, there)
        },
        steps: (steps) => byFormerPlaces(crowd.steps(steps) as never, known) as never,
      },
    },
  },
  {
    id: 'crowd-longitude-cut-in-miles',
    breaks: ['B-CRW-28'],
    says: 'The longitude of an area whose radius is in miles is stored in whole degrees.',
    rule: {
      crowd: {
        stores: (sent, before) => {
          const area = areaIn(sent)
          const { radius, longitude } = area
          return isFieldList(radius) && radius['unit'] === 'mi' && typeof longitude === 'number'
            ? crowd.stores({ ...sent, serviceArea: { ...area, longitude: Math.trunc(longitude) } }, before)
            : crowd.stores(sent, before)
        },
      },
    },
  },
  {
    id: 'crowd-skill-name-of-the-first-skill',
    breaks: ['B-CRW-07'],
    says: 'skillName finds technicians by their first skill alone.',
    rule: { crowd: { hasSkill: (skills, name, now) => crowd.hasSkill(skills.slice(0, 1), name, now) } },
  },
  {
    id: 'report-languages-without-countries',
    breaks: ['B-RPT-07'],
    says: 'A translation whose name has a country makes no language.',
    rule: {
      reporting: {
        languages: (files, all) =>
          reporting.languages(
            files.filter((name) => !/_[A-Z]{2}\.properties$/.test(name)),
            all,
          ),
      },
    },
  },
]
