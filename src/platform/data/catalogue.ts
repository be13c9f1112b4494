import type { Resource } from './resource.ts'
import { activity } from './resources/activity.ts'
import { attachment } from './resources/attachment.ts'
import {
  businessPartner,
  equipment,
  item,
  person,
  reportTemplate,
  reservedMaterial,
  skill,
} from './resources/master-data.ts'
import { serviceCall } from './resources/service-call.ts'
import { udfMeta } from './resources/udf-meta.ts'

const resources = [
  serviceCall,
  activity,
  businessPartner,
  person,
  equipment,
  item,
  udfMeta,
  attachment,
  skill,
  reportTemplate,
  reservedMaterial,
]

/** All resources of the Data API by name. */
export const catalogue: ReadonlyMap<string, Resource> = new Map(resources.map((one) => [one.name, one]))

const byType = new Map(resources.map((one) => [one.name.toUpperCase(), one.name]))

/** SERVICECALL, as object references spell it -> ServiceCall. */
export const resourceOfType = (type: unknown): string | undefined =>
  typeof type === 'string' ? byType.get(type.toUpperCase()) : undefined
