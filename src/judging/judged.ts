import { contractStatements } from '../contract/index.ts'
import { monitorStatements } from '../monitors/index.ts'
import type { Judged } from './plan.ts'

/** What a live run judges in addition to its checks. */
export const judgedLive = (): Judged => ({ contract: contractStatements(), monitors: monitorStatements('server') })
