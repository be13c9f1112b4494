import { perHouse, type House } from './house.ts'
import { clusterAddress } from './world/clusters.ts'
import type { ClusterCode } from './world/types.ts'

const told = perHouse(() => ({ times: 0 }))

/** The address of a cluster as this platform tells it. */
export const addressTold = (house: House, origin: string, cluster: ClusterCode): string =>
  house.rules.cluster.address(clusterAddress(origin, cluster), told(house).times++)
