import { callerStatements, contractStatements } from '../contract/index.ts'
import type { Requirement } from '../kit/requirements.ts'
import { monitorStatements } from '../monitors/index.ts'
import { contractChecks, trafficChecks, type ContractCheck } from './derived-checks.ts'

/** Every check that the contract and the monitors make by themselves: of responses, and of requests, which only recordings are judged by. */
export const derivedChecks = (requirements: readonly Requirement[]): ContractCheck[] => [
  ...contractChecks(requirements, contractStatements()),
  ...contractChecks(requirements, callerStatements(), 'client'),
  ...trafficChecks(requirements, monitorStatements('server')),
  ...trafficChecks(requirements, monitorStatements('client'), 'client'),
]
