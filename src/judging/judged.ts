import { contractStatements } from '../contract/index.ts'
import { monitorStatements } from '../monitors/index.ts'
import type { JudgedStatements } from './plan.ts'

/** What a live run judges in addition to its checks. */
export const judgedLive = (): JudgedStatements => ({
  contract: contractStatements(),
  monitors: monitorStatements('server'),
})
