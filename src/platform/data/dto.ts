import type { House } from '../house.ts'
import { refusal } from './refusal.ts'
import type { Resource } from './resource.ts'
import type { Reply } from './step.ts'

/** The DTO version that a request asks for. */
export interface Dto {
  readonly version: number
  readonly externalId: boolean
  readonly lastChangedBy: boolean
}

/** Reads dtos: pairs `<Resource>.<version>` separated by semicolons, one of them for the resource itself (A-PAR-01..03). */
export function dtoAskedFor(
  resource: Resource,
  dtos: string | undefined,
  { isRead, operation }: { readonly isRead: boolean; readonly operation: string },
  house: Pick<House, 'rules' | 'world'>,
): Dto | Reply {
  const { rules, world } = house
  if (dtos === undefined || dtos === '') {
    return rules.dtos.required(isRead, operation)
      ? refusal(rules.dtos.missingStatus(), 'CA-400', 'dtos is missing')
      : dtoOf(resource, resource.newest, rules)
  }
  const pairs = dtos.split(';').map((pair) => /^([A-Za-z]+)\.(\d+)$/.exec(pair))
  if (pairs.some((pair) => !pair)) return refusal(400, 'CA-400', 'dtos is not a list of <Resource>.<version> pairs')
  for (const pair of pairs) {
    const known = world.resources.get(pair?.[1] ?? '')
    const version = Number(pair?.[2])
    if (!known || !(version in known.versions) || !rules.dtos.serves(version, known.newest))
      return refusal(rules.dtos.unknownStatus(), 'CA-400', `dtos names an unknown DTO ${pair?.[0]}`)
  }
  const own = pairs.find((pair) => pair?.[1] === resource.name)
  return own
    ? dtoOf(resource, Number(own[2]), rules)
    : refusal(400, 'CA-400', `dtos names no version of ${resource.name}`)
}

/** Every version named in dtos, by resource: expanded records are shown in these. */
export function dtoPairs(
  dtos: string | undefined,
  { rules, world }: Pick<House, 'rules' | 'world'>,
): ReadonlyMap<string, Dto> {
  const pairs = (dtos ?? '').split(';').flatMap((pair) => {
    const [name = '', version] = pair.split('.')
    const known = world.resources.get(name)
    return known ? [[name, dtoOf(known, Number(version), rules)] as const] : []
  })
  return new Map(pairs)
}

function dtoOf(resource: Resource, requested: number, rules: House['rules']): Dto {
  const version = rules.dtos.version(requested, resource.newest)
  const base = resource.versions[version] ?? 0
  return {
    version,
    externalId: rules.dtos.carriesExternalId(base),
    lastChangedBy: rules.dtos.carriesLastChangedBy(base),
  }
}

/** Whether a version of a resource has an externalId. */
export const hasExternalId = ({ resource, dto }: { readonly resource: Resource; readonly dto: Dto }): boolean =>
  dto.externalId || (resource.versions[dto.version] ?? 0) >= 9
