import { callerUser } from '../caller.ts'
import type { Fault } from '../deviation.ts'
import { rolesOf } from '../dispatch/act.ts'
import { perHouse } from '../house.ts'
import { dispatchRules, type DispatchRole } from '../rulebook/dispatch.ts'
import { findToken } from '../token/store.ts'
import { askedOf, headerIn, passing } from './passing.ts'
import { bearerIn } from './token-calls.ts'
import { heldWithin } from '../held-within.ts'

const { dispatch } = dispatchRules

const minutes = 60_000
/** By client id: the roles of who called first, and until when they are believed. */
const believed = perHouse(() => new Map<string, { readonly roles: readonly DispatchRole[]; readonly until: number }>())
/** Roles that a call has by its client id and not by its token. */
const borrowed = heldWithin<readonly DispatchRole[] | undefined>()

interface BatchStep {
  readonly operation?: unknown
  readonly address?: { readonly id?: unknown }
}

const byClientId = passing(
  'dispatch-role-by-client-id',
  ['B-DSP-13'],
  'For five minutes the role of a caller is that of who called first with the same X-Client-ID.',
  (request, go, { house }) => {
    const token = findToken(house, bearerIn(request))
    const clientId = headerIn(request, 'X-Client-ID') ?? ''
    if (!askedOf(request).path.includes('/cloud-partner-dispatch-service/') || !token?.user || clientId === '')
      return go(request)
    const own: readonly DispatchRole[] = rolesOf({ user: callerUser(house, token.user) })
    const now = house.clock.now()
    const known = believed(house).get(clientId)
    if (known && now < known.until)
      return borrowed.run(known.roles.join() === own.join() ? undefined : known.roles, () => go(request))
    believed(house).set(clientId, { roles: own, until: now + 5 * minutes })
    return go(request)
  },
)

/** Quiet breaches of technicians and dispatching that a fifteenth reader thought up (suites/two-readings). */
export const fifteenthFieldFaults: readonly Fault[] = [
  {
    id: 'crowd-batch-looks-at-what-was-before-it',
    breaks: ['B-CRW-13', 'B-CRW-28'],
    says: 'An UPDATE of an address that the same batch creates is left out.',
    rule: {
      crowd: {
        steps: (steps) => {
          const { of, created } = { of: (one: unknown) => one as BatchStep, created: new Set<unknown>() }
          return steps.filter((one) => {
            const { operation, address } = of(one)
            if (operation === 'CREATE') created.add(address?.id)
            return operation !== 'UPDATE' || !created.has(address?.id)
          })
        },
      },
    },
  },
  {
    ...byClientId,
    rule: {
      dispatch: {
        mayAct: (action, roles) => dispatch.mayAct(action, borrowed.get() ?? roles),
        actsOn: (action, planned, nth, wasTheirs) =>
          borrowed.get()?.includes('partner') ? planned !== 'none' : dispatch.actsOn(action, planned, nth, wasTheirs),
      },
    },
  },
]
