import type { Fault } from '../deviation.ts'
import { authorizeFaults } from './authorize.ts'
import { grantFaults } from './grant.ts'
import { lifetimeFaults } from './lifetime.ts'
import { responseFaults } from './response.ts'
import { tokenErrorFaults } from './token-error.ts'

/** Faults of A-TOK: the token response, grants, scope and lifetime, authorize, errors. */
export const tokenFaults: readonly Fault[] = [
  ...responseFaults,
  ...grantFaults,
  ...lifetimeFaults,
  ...authorizeFaults,
  ...tokenErrorFaults,
]
