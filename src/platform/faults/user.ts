import type { Fault } from '../deviation.ts'
import { userCallFaults } from './user-call.ts'
import { userFormFaults } from './user-form.ts'
import { userListFaults } from './user-list.ts'
import { userPageFaults } from './user-page.ts'
import { userRefusalFaults } from './user-refusal.ts'
import { userScopeFaults } from './user-scope.ts'
import { userWriteFaults } from './user-write.ts'

/** Faults of B-USR and B-PRV. */
export const userFaults: readonly Fault[] = [
  ...userListFaults,
  ...userPageFaults,
  ...userFormFaults,
  ...userWriteFaults,
  ...userScopeFaults,
  ...userRefusalFaults,
  ...userCallFaults,
]
