import { batchInterface } from './batch/interface.ts'
import { bulkInterface } from './bulk/interface.ts'
import { clockInterface } from './clock/interface.ts'
import { companyInterface } from './company/interface.ts'
import { crowdInterface } from './crowd/interface.ts'
import { dataInterface } from './data/interface.ts'
import { dispatchControl } from './dispatch/control.ts'
import { dispatchInterface } from './dispatch/interface.ts'
import { directoryInterface } from './directory/interface.ts'
import { createRouter, type Find } from './http/router.ts'
import { optimizationInterface } from './optimization/interface.ts'
import { queryInterface } from './query/interface.ts'
import { reportingInterface } from './reporting/interface.ts'
import { serviceInterface } from './service/interface.ts'
import { scimInterface } from './scim/interface.ts'
import { tokenInterface } from './token/interface.ts'
import { userInterface } from './user/interface.ts'

const interfaces = [
  tokenInterface,
  directoryInterface,
  companyInterface,
  dataInterface,
  bulkInterface,
  queryInterface,
  batchInterface,
  serviceInterface,
  crowdInterface,
  dispatchInterface,
  dispatchControl,
  scimInterface,
  userInterface,
  optimizationInterface,
  reportingInterface,
  clockInterface,
]

// Routes are the same for every platform in a process, so the routers are built once.
let atOrigin: Find | undefined
let atCluster: Find | undefined

/** Routes at the origin, which include those of the main cluster. */
export const originRouter = (): Find => (atOrigin ??= createRouter(interfaces))

/** Routes below the address of another cluster. */
export const clusterRouter = (): Find => (atCluster ??= createRouter(interfaces.filter(({ at }) => at === 'cluster')))
