import { attachmentRules } from './attachment.ts'
import { authorizationRules } from './authorization.ts'
import { batchRules } from './batch.ts'
import { companyRules } from './company.ts'
import { crowdRules } from './crowd.ts'
import { dispatchRules } from './dispatch.ts'
import { deletedRules } from './deleted.ts'
import { directoryRules } from './directory.ts'
import { optimizationRules } from './optimization.ts'
import { orderRules } from './order.ts'
import { pageRules } from './page.ts'
import { passwordRules } from './password.ts'
import { peopleRules } from './people.ts'
import { queryRules } from './query.ts'
import { reachRules } from './reach.ts'
import { recordRules } from './record.ts'
import { refusalRules } from './refusal.ts'
import { scimRules } from './scim.ts'
import { searchRules } from './cql.ts'
import { shapeRules } from './shape.ts'
import { reportingRules } from './reporting.ts'
import { serviceRules } from './service.ts'
import { tokenRules } from './token.ts'
import { userRules } from './user.ts'
import { valueRules } from './values.ts'
import { visibilityRules } from './visibility.ts'

/**
 * Pure decisions that the documents fix or leave open, by group. A rule exists only if a fault or variant replaces it. A group is a
 * const object of functions, `rulebook/<group>.ts`, which implements the strict reading of the documents.
 */
export const strictRulebook = {
  ...tokenRules,
  ...refusalRules,
  ...authorizationRules,
  ...passwordRules,
  ...directoryRules,
  ...companyRules,
  ...recordRules,
  ...valueRules,
  ...searchRules,
  ...orderRules,
  ...pageRules,
  ...shapeRules,
  ...deletedRules,
  ...attachmentRules,
  ...queryRules,
  ...batchRules,
  ...serviceRules,
  ...crowdRules,
  ...dispatchRules,
  ...optimizationRules,
  ...reportingRules,
  ...visibilityRules,
  ...peopleRules,
  ...reachRules,
  ...scimRules,
  ...userRules,
}

export type Rulebook = typeof strictRulebook
