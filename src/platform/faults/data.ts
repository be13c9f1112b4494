import type { Fault } from '../deviation.ts'
import { lockFaults } from './lock.ts'
import { operationFaults } from './operation.ts'
import { referenceFaults } from './reference.ts'

/** Faults of A-DAT: operations, the optimistic lock, references. */
export const dataFaults: readonly Fault[] = [...operationFaults, ...lockFaults, ...referenceFaults]
