import type { Fault } from '../deviation.ts'
import { dispatchRules, type Past } from '../rulebook/dispatch.ts'
import { peopleRules } from '../rulebook/people.ts'
import { objectSent } from '../variants/turned-away.ts'
import { crowdParts } from './crowd-parts.ts'
import { firstIn, personPath, readOf } from './fifth-crew.ts'
import { dispatchFault } from './fifth-dispatch.ts'
import { askedOf, isWell, passing, type Json, withJson } from './passing.ts'

const { dispatch } = dispatchRules
const { privilege } = peopleRules
const { fault } = crowdParts

const radiusOf = (fields: Json | undefined): Json | undefined =>
  (fields?.['serviceArea'] as Json | undefined)?.['radius'] as Json | undefined

/** Whether an activity was confirmed in a round before. */
const wasConfirmed = ({ acceptedBy, rejectedBy, before }: Past): boolean =>
  acceptedBy !== undefined || rejectedBy.length > 0 || (before !== undefined && wasConfirmed(before))

/** Quiet breaches of technicians and dispatching that a seventh reader thought up (suites/two-readings). */
export const seventhFieldFaults: readonly Fault[] = [
  fault('batch-of-twenty', 'B-CRW-13', 'Operations of a batch behind the twentieth are not done.', {
    steps: (steps) => steps.slice(0, 20),
  }),
  fault('update-keeps-unit', 'B-CRW-28', 'An update does not change the unit of a radius.', {
    stores: (sent, before) => {
      const [radius, former] = [radiusOf(sent), radiusOf(before)]
      return radius && former?.['unit'] !== undefined
        ? {
            ...sent,
            serviceArea: { ...(sent['serviceArea'] as Json), radius: { ...radius, unit: former['unit'] } },
          }
        : sent
    },
  }),
  passing(
    'crowd-refused-update-stores-mobile',
    ['B-CRW-20'],
    'An update that lacks another field is refused, after its mobile phone was stored.',
    async (request, go) => {
      const { method, path } = askedOf(request)
      const response = await go(request)
      const { mobilePhone } = objectSent(request)
      if (method !== 'PUT' || !personPath.test(path) || response.status !== 400 || !mobilePhone) return response
      const before = await go(readOf(request))
      if (isWell(before)) await go(withJson(request, () => ({ ...firstIn(before), mobilePhone })))
      return response
    },
  ),
  {
    id: 'crowd-batch-needs-no-privileges',
    breaks: ['B-PRV-01'],
    says: 'Users without privileges may carry out batches of addresses.',
    rule: {
      privilege: {
        serves: (room, privileges, login, operation) =>
          operation === 'crowd-address-batch' || privilege.serves(room, privileges, login, operation),
      },
    },
  },
  dispatchFault(
    'notify-of-what-was-confirmed-once',
    'B-DSP-14',
    'What was confirmed in a round before is notified without another confirm.',
    {
      startsFrom: (action, status, past) =>
        (action === 'notify' && status === null && wasConfirmed(past)) || dispatch.startsFrom(action, status, past),
    },
  ),
]
