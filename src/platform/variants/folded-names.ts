import type { Resource } from '../data/resource.ts'
import { askedOf, withParts, withQuery } from '../faults/passing.ts'
import type { PlatformRequest } from '../http/message.ts'

type Resources = ReadonlyMap<string, Resource>

const common = ['id', 'externalId', 'lastChanged', 'lastChangedBy']
const keywords = new Set([
  'and',
  'or',
  'in',
  'is',
  'null',
  'like',
  'ilike',
  'true',
  'false',
  'me',
  'contains',
  'asc',
  'desc',
])

/** The spelling that a name has among others, whatever its letter case. */
function speller(names: readonly string[]): (name: string) => string {
  const known = new Map(names.toReversed().map((name) => [name.toLowerCase(), name]))
  return (name) => (names.includes(name) ? name : (known.get(name.toLowerCase()) ?? name))
}

/** Every name outside quotes, respelled. */
const respelled = (text: string, spell: (name: string) => string): string =>
  text.replace(/"[^"]*"|[A-Za-z]\w*/g, (token) =>
    token.startsWith('"') || keywords.has(token.toLowerCase()) ? token : spell(token),
  )

/** A request to the Data API with the names of resources and fields in their own spelling. */
export function foldedNames(request: PlatformRequest, resources: Resources): PlatformRequest {
  const asked = askedOf(request)
  if (asked.resource === undefined) return request
  const resourceOf = speller([...resources.keys()])
  const own = resourceOf(asked.resource)
  const fields = speller([
    ...common,
    ...Object.keys(resources.get(own)?.fields ?? {}),
    ...[...resources.values()].flatMap((resource) => Object.keys(resource.fields)),
    ...resources.keys(),
  ])
  const changes = Object.fromEntries(
    (['fields', 'orderBy', 'query'] as const).flatMap((name) => {
      const value = asked.query.get(name)
      const other = value === null ? null : respelled(value, fields)
      return other === null || other === value ? [] : [[name, other]]
    }),
  )
  const dtos = asked.query.get('dtos')
  const pairs = dtos
    ?.split(';')
    .map((pair) => pair.replace(/^\w+/, resourceOf))
    .join(';')
  const named = withQuery(request, { ...changes, ...(pairs === undefined || pairs === dtos ? {} : { dtos: pairs }) })
  const expand = asked.query.getAll('expand')
  const other = expand.map((one) => respelled(one, fields).replace(/^(?:fields)(?==)/i, 'fields'))
  const expanded = other.every((one, at) => one === expand[at]) ? named : withParts(named, 'expand', other)
  return own === asked.resource
    ? expanded
    : { ...expanded, target: expanded.target.replace(`/api/data/v4/${asked.resource}`, `/api/data/v4/${own}`) }
}
