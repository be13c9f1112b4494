import type { Resource } from '../data/resource.ts'
import type { Deviation } from '../deviation.ts'
import type { PlatformTarget } from '../target-file.ts'
import type { PasswordPolicy } from '../world/policy.ts'
import type { World } from '../world/types.ts'
import { standardWorld } from '../world/world.ts'

/** A world that the platform can be served as. */
export interface ServedWorld {
  readonly name: string
  /** One sentence. */
  readonly says: string
  /** Ids of lawful variants. */
  readonly variants: readonly string[]
  /** What only a target file that declares it makes lawful; made anew for each platform. */
  own?(): readonly Deviation[]
  readonly data: World
  readonly policy?: Partial<PasswordPolicy>
  /** Path below the origin at which everything is. */
  readonly prefix?: string
  /** Milliseconds by which each answer is late. */
  readonly latencyMs?: number
  /** Other clients that write meanwhile. */
  readonly neighbours?: number
  /** Its target file, from what the plain platform would write. */
  target(plain: PlatformTarget): Record<string, unknown>
}

/** The plain world with some resources altered: other versions, required fields and the body that then creates a record; a field whose value there is undefined is not required. */
export function withResources(
  changes: Readonly<Record<string, { versions: Resource['versions']; template?: Resource['template'] }>>,
): World {
  const resources = new Map(standardWorld.resources)
  for (const [name, { versions, template = {} }] of Object.entries(changes)) {
    const plain = resources.get(name)
    if (!plain) throw new Error(`no resource ${name}`)
    const fields = Object.entries(plain.fields).map(([field, facts]) => [
      field,
      template[field] === undefined
        ? field in template
          ? { ...facts, required: undefined }
          : facts
        : { ...facts, required: true as const },
    ])
    resources.set(name, {
      ...plain,
      versions,
      newest: Math.max(...Object.keys(versions).map(Number)),
      template: Object.fromEntries(
        Object.entries({ ...plain.template, ...template }).filter(([, value]) => value !== undefined),
      ),
      fields: Object.fromEntries(fields) as Resource['fields'],
    })
  }
  return { ...standardWorld, resources }
}

/** A target file with these identities only, and what it then lacks. */
export const withIdentities = (
  plain: PlatformTarget,
  names: readonly string[],
  lacks: Readonly<Record<string, string>>,
): PlatformTarget => ({
  ...plain,
  identities: Object.fromEntries(Object.entries(plain.identities).filter(([name]) => names.includes(name))),
  has: plain.has.filter((capability) => !(capability in lacks)),
  lacks: { ...plain.lacks, ...lacks },
})

/** The same reason for several needs. */
export const allLacking = (needs: readonly string[], reason: string): Record<string, string> =>
  Object.fromEntries(needs.map((need) => [need, reason]))
