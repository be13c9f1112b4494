import { isDeepStrictEqual } from 'node:util'
import type { Fault } from '../deviation.ts'
import { assignmentOf } from '../dispatch/assignments.ts'
import { perHouse } from '../house.ts'
import { empty } from '../http/answers.ts'
import { crowdRules } from '../rulebook/crowd.ts'
import { objectSent } from '../variants/turned-away.ts'
import { crowdParts } from './crowd-parts.ts'
import { firstIn, personPath, readOf } from './fifth-crew.ts'
import { activityIn, isAct } from './fifth-dispatch.ts'
import { askedOf, isWell, passing, withJson, withQuery } from './passing.ts'

const { crowd } = crowdRules
const { fault } = crowdParts

const accepted = perHouse(() => new Map<string, unknown>())

/** Quiet breaches of technicians and dispatching that an eighth reader thought up (suites/two-readings). */
export const eighthFieldFaults: readonly Fault[] = [
  passing(
    'crowd-update-of-the-same-bare',
    ['B-CRW-24'],
    'An update that changes nothing has the bare record as its results.',
    async (request, go) => {
      const { method, path } = askedOf(request)
      if (method !== 'PUT' || !personPath.test(path)) return go(request)
      const before = firstIn(await go(readOf(request)))
      const response = await go(request)
      const isSame = Object.entries(objectSent(request)).every(([name, value]) =>
        isDeepStrictEqual(before[name], value),
      )
      return isWell(response) && isSame ? withJson(response, () => ({ results: firstIn(response) })) : response
    },
  ),
  fault('update-keeps-known-mobile', 'B-CRW-20', 'An update needs no mobile phone where there is one.', {
    requires: (does, sent, before) =>
      crowd
        .requires(does, sent, before)
        .filter((name) => does === 'create' || name !== 'mobilePhone' || !before['mobilePhone']),
  }),
  passing(
    'dispatch-accept-again-for-another-technician',
    ['B-DSP-14'],
    'What is ACCEPTED is accepted once more for another technician.',
    async (request, go, { house }) => {
      const response = await go(request)
      const { activityId, technicianid } = objectSent(request)
      const id = activityIn(activityId)
      if (!isAct(request, 'accept') || technicianid === undefined) return response
      if (isWell(response)) accepted(house).set(id, technicianid)
      const found = assignmentOf(house, id)
      const known = accepted(house).get(id) ?? found?.technicianId
      const isAgain = response.status === 409 && found?.status === 'ACCEPTED'
      return isAgain && known !== technicianid ? empty(201) : response
    },
  ),
  {
    ...passing(
      'dispatch-list-status-on-first-page-only',
      ['B-DSP-25'],
      'A page of a list holds three assignments; from the second on partnerDispatchingStatus is overlooked.',
      (request, go) => {
        const { method, path, query } = askedOf(request)
        const isList = method === 'GET' && path.endsWith('/api/v1/assignment-details')
        const isFit = /^(?:NOTIFIED|ACCEPTED)$/.test(query.get('partnerDispatchingStatus') ?? '')
        return go(
          isList && isFit && Number(query.get('page')) > 0
            ? withQuery(request, { partnerDispatchingStatus: null })
            : request,
        )
      },
    ),
    rule: { dispatch: { pageSize: () => 3 } },
  },
]
