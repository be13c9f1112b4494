import type { Deviation } from './deviation.ts'
import { strictRulebook, type Rulebook } from './rulebook/rulebook.ts'
import { strictSeams, type Seams } from './seams/seams.ts'

type Groups = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** The strict rules and seams, with those of the deviations replaced; `note` is called for each one consulted. */
export function compose(
  deviations: readonly Deviation[],
  note: (name: string) => void,
): { rules: Rulebook; seams: Seams } {
  refuseClash(deviations)
  return {
    rules: noted(
      replaced(
        strictRulebook,
        deviations.map(({ rule }) => rule),
      ),
      note,
    ) as unknown as Rulebook,
    seams: noted(
      replaced(
        strictSeams,
        deviations.map(({ seam }) => seam),
      ),
      note,
    ) as unknown as Seams,
  }
}

function replaced(strict: Groups, replacements: readonly (object | undefined)[]): Groups {
  const groups: Record<string, Readonly<Record<string, unknown>>> = { ...strict }
  for (const replacement of replacements) {
    for (const [group, members] of Object.entries(replacement ?? {}))
      groups[group] = { ...groups[group], ...(members as object) }
  }
  return groups
}

const noted = (groups: Groups, note: (name: string) => void): Groups =>
  Object.fromEntries(
    Object.entries(groups).map(([group, members]) => [
      group,
      new Proxy(members, {
        get(target, name) {
          if (typeof name === 'string') note(`${group}.${name}`)
          return target[name as string]
        },
      }),
    ]),
  )

/** The rules and seams that a deviation replaces, as `group.name`. */
export const replacedBy = ({ rule, seam }: Deviation): string[] =>
  [rule, seam].flatMap((groups) =>
    Object.entries(groups ?? {}).flatMap(([group, members]) =>
      Object.keys(members as object).map((name) => `${group}.${name}`),
    ),
  )

function refuseClash(deviations: readonly Deviation[]): void {
  const owners = new Map<string, string>()
  for (const deviation of deviations) {
    for (const name of replacedBy(deviation)) {
      const owner = owners.get(name)
      if (owner !== undefined)
        throw new Error(`${owner} and ${deviation.id} both replace ${name}, so they cannot be combined`)
      owners.set(name, deviation.id)
    }
  }
}
