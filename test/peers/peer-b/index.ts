import type { Records } from '../data.ts'
import type { Answer, Call } from '../http.ts'
import { Refusal } from '../http.ts'
import type { Caller, createAccess } from '../token.ts'
import type { World } from '../world.ts'
import { createContext } from './context.ts'
import { createCrowd } from './crowd.ts'
import { createDispatch } from './dispatch.ts'
import { createOptimize, plugins } from './optimize.ts'
import { createReporting, embedded } from './reporting.ts'
import { createScim } from './scim.ts'
import { createService } from './service.ts'
import { createState, permissionGroups } from './state.ts'
import { createUsers } from './users.ts'
import { further } from '../resources.ts'

/** The interfaces of the second document. */
export function createPartB(
  world: World,
  access: ReturnType<typeof createAccess>,
  recordsOf: (caller: Caller) => Records,
) {
  const state = createState(world)
  const context = createContext(world, access, recordsOf, state)
  const scim = createScim(context)
  const users = createUsers(context)
  const crowd = createCrowd(context)
  const dispatch = createDispatch(context)
  const service = createService(context)
  const reporting = createReporting(context)
  const optimize = createOptimize(context)

  function answer(call: Call): Answer {
    const below = (prefix: string): readonly string[] | undefined => {
      const start = prefix.split('/')
      return start.every((part, at) => call.path[at] === part) ? call.path.slice(start.length) : undefined
    }
    const at = call.path.join('/')
    let rest = below('api/scim/v2')
    if (rest) return scim(call, rest)
    rest = below('api/user/v1/users')
    if (rest && rest.length < 2) return users(call, rest[0])
    // Choice: at its shorter path the User API has the list alone.
    if (at === 'api/users') return users(call, undefined)
    rest = below('api/crowd/v2/technicians') ?? below('cloud-crowd-service/api/crowd/v2/technicians')
    if (rest) return crowd(call, rest)
    rest = below('cloud-partner-dispatch-service')
    if (rest) return dispatch.answer(call, rest)
    rest = below('api/service-management/v2/composite-tree/service-calls')
    if (rest) return service(call, rest)
    rest = below('api/reporting/v1')
    if (rest) return reporting(call, rest)
    if (at === 'optimization/api/v1/jobs/actions/re-optimize') return optimize(call)
    rest = below('peer')
    if (rest) return dispatch.unofficial(call, rest)
    throw new Refusal({ status: 404 })
  }

  /** Choice: a transaction over the records covers what is kept beside them, except for jobs that were started. */
  function begin(): (keep: boolean) => void {
    const before = structuredClone(state)
    return (keep) => {
      if (!keep) Object.assign(state, before)
    }
  }
  return { answer, begin }
}

/** What there is to work with, for whoever writes a target file. */
export const partB = {
  privileges: {
    administrator: ['globex/alice', 'globex'],
    superuser: ['globex/bob', 'globex/pete', 'globex/quinn', 'client connector by client_credentials'],
    none: ['globex/carla', 'globex/nora', 'globex/pat', 'globex/dora'],
  },
  roles: { crowdOwner: 'globex/bob', partnerManagers: { 'acme-crew': 'globex/pete', 'beta-crew': 'globex/quinn' } },
  permissionGroups,
  plugins,
  embeddedTemplates: Object.keys(embedded),
  plan: { method: 'POST', path: '/peer/plan', body: { activityId: '...', partner: 'acme-crew' } },
  furtherDtos: Object.fromEntries(
    Object.entries(further).map(([name, { versions }]) => [name, Number(Object.keys(versions)[0])]),
  ),
}
