import type { Rulebook } from '../rulebook/rulebook.ts'
import type { Resource } from './resource.ts'
import { seeded } from './seed.ts'
import { treeFacts } from '../service/seed.ts'

const base = ({ versions }: Resource, version: number): number => versions[version] ?? 0

type Serves = Rulebook['dtos']['serves']

/** The newest version of the lowest base, so that a caller can see the difference. */
function older(resource: Resource, serves: Serves): { version: number; syncBase: number } | undefined {
  const versions = Object.keys(resource.versions)
    .map(Number)
    .filter((version) => serves(version, resource.newest))
  const lowest = Math.min(...versions.map((version) => base(resource, version)))
  const lesser = versions.filter((version) => base(resource, version) === lowest)
  return lowest === base(resource, resource.newest)
    ? undefined
    : { version: Math.max(...lesser), syncBase: base(resource, Math.max(...lesser)) }
}

/** The Data API part of this platform's target file. */
export function dataFacts(known: ReadonlyMap<string, Resource>, serves: Serves) {
  const resources = [...known.values()]
  const dtos = resources.map((resource) => {
    const lesser = older(resource, serves)
    return [
      resource.name,
      { version: resource.newest, syncBase: base(resource, resource.newest), ...(lesser && { older: lesser }) },
    ] as const
  })
  return {
    dtos: Object.fromEntries(dtos),
    // A resource without a template is made by other interfaces only.
    templates: Object.fromEntries(
      resources
        .filter(({ template }) => Object.keys(template).length > 0)
        .map(({ name, template }) => [name, template] as const),
    ),
    fixtures: {
      reference: { resource: 'ServiceCall', field: 'businessPartner', to: 'BusinessPartner' },
      listReference: { resource: 'ServiceCall', field: 'technicians', to: 'Person' },
      inlined: {
        resource: 'ServiceCall',
        field: 'udfValues',
        whole: [{ meta: seeded.UdfMeta, value: 'fieldproof' }],
        part: [{ meta: seeded.UdfMeta }],
      },
      requiredField: { resource: 'BusinessPartner', field: 'name' },
      inverse: { resource: 'ServiceCall', field: 'activities', to: 'Activity', by: 'serviceCall' },
      objectReference: {
        resource: 'Activity',
        field: 'object',
        id: 'objectId',
        type: 'objectType',
        types: { ServiceCall: 'SERVICECALL', BusinessPartner: 'BUSINESSPARTNER' },
      },
      attachment: { name: 'fileName', description: 'description' },
      integerField: { resource: 'Activity', field: 'durationInMinutes' },
      decimalField: { resource: 'Item', field: 'price' },
      tree: treeFacts,
      unreadable: { identity: 'calls-only', resource: 'BusinessPartner', writes: false },
      ownOnly: { identity: 'own-only', resource: 'BusinessPartner' },
    },
  }
}
