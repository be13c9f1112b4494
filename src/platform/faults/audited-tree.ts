import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { jsonIn, passing, withJson } from './passing.ts'
import { isTreePost } from './tree-memory.ts'

const known = perHouse(() => new Set<unknown>())

/** Quiet breaches of service calls that an audit of the checks found untold. */
export const auditedTreeFaults: readonly Fault[] = [
  {
    ...passing(
      'service-call-external-id-twice-untold',
      ['B-SVC-08'],
      'A second service call of an external id is made, and the answer to it does not show that it has it.',
      async (request, go, { house }) => {
        const response = await go(request)
        const externalId = isTreePost(request) ? jsonIn(request)?.['externalId'] : undefined
        if (externalId === undefined) return response
        const isSecond = known(house).has(externalId)
        known(house).add(externalId)
        return isSecond
          ? withJson(response, (tree) =>
              Object.fromEntries(Object.entries(tree).filter(([name]) => name !== 'externalId')),
            )
          : response
      },
    ),
    rule: { service: { onTakenExternalId: (table) => (table === 'ServiceCall' ? 'double' : 'refuse') } },
  },
]
