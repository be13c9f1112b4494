import type { Fault } from '../deviation.ts'
import { authorizationReadings } from './readings-authorization.ts'
import { codeReadings } from './readings-code.ts'
import { errorReadings } from './readings-error.ts'
import { generalReadings } from './readings-general.ts'
import { grantReadings } from './readings-grant.ts'
import { lifeReadings } from './readings-life.ts'
import { passwordReadings } from './readings-password.ts'
import { placesReadings } from './readings-places.ts'
import { responseReadings } from './readings-response.ts'

/** Quiet breaches of the access side, thought up by a reader of the documents (suites/two-readings). */
export const accessReadings: readonly Fault[] = [
  ...generalReadings,
  ...responseReadings,
  ...grantReadings,
  ...lifeReadings,
  ...codeReadings,
  ...errorReadings,
  ...passwordReadings,
  ...authorizationReadings,
  ...placesReadings,
]
