import type { Fault } from '../deviation.ts'
import { heldWithin } from '../held-within.ts'
import { perHouse } from '../house.ts'
import type { PlatformResponse } from '../http/message.ts'
import { crowdRules } from '../rulebook/crowd.ts'
import { dispatchRules } from '../rulebook/dispatch.ts'
import { dispatchFault } from './fifth-dispatch.ts'
import { askedOf, isWell, jsonIn, passing } from './passing.ts'

const { crowd } = crowdRules
const { dispatch } = dispatchRules

const hasDate = heldWithin<boolean>()
const unpacked = perHouse(() => new Map<string, PlatformResponse>())

/** Quiet breaches of dispatching, technicians, reports and batches that show in stories of several calls. */
export const storiesBFieldFaults: readonly Fault[] = [
  dispatchFault('batch-accept-reaches-others', 'B-DSP-11', 'A batch accepts all that its partner was notified of.', {
    reachesOthers: (action) => action === 'batch-accept' || dispatch.reachesOthers(action),
  }),
  dispatchFault('list-of-accepted-without-those-of-a-batch', 'B-DSP-03', 'What a batch accepted is in no list.', {
    lists: (one, asked) => one.acceptedBy !== 'batch-accept' && dispatch.lists(one, asked),
  }),
  {
    ...passing(
      'crowd-list-name-of-a-skill-lost-beside-a-date',
      ['B-CRW-07'],
      'In a list by the name of a skill and the day that it expires the name is not looked at.',
      (request, go) => hasDate.run(askedOf(request).query.has('skllValidityDate'), () => go(request)),
    ),
    rule: {
      crowd: { hasSkill: (skills, name, now) => hasDate.get() === true || crowd.hasSkill(skills, name, now) },
    },
  },
  passing(
    'report-download-of-a-deleted-archive',
    ['B-RPT-05'],
    'A template that was downloaded once is so still after its archive was deleted.',
    async (request, go, { house }) => {
      const response = await go(request)
      const { method, path } = askedOf(request)
      if (method !== 'POST' || !/\/api\/reporting\/v1\/download$/.test(path)) return response
      const name = String(jsonIn(request)?.['reportTemplate'])
      if (isWell(response)) unpacked(house).set(name, response)
      return response.status === 404 ? (unpacked(house).get(name) ?? response) : response
    },
  ),
]
