import type { Deviation } from './deviation.ts'
import { strictRulebook, type Rulebook } from './rulebook/rulebook.ts'
import { strictSeams, type Seams } from './seams/seams.ts'

type Groups = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** The strict rules and seams with those of the deviations in their places; `heard` is told of each one that is looked at. */
export function compose(
  deviations: readonly Deviation[],
  heard: (name: string) => void,
): { rules: Rulebook; seams: Seams } {
  const { rules, seams } = composed(deviations)
  return { rules: noted(rules, heard) as unknown as Rulebook, seams: noted(seams, heard) as unknown as Seams }
}

interface Composed {
  readonly of: readonly Deviation[]
  readonly rules: Groups
  readonly seams: Groups
}
let latest: Composed | undefined

/** A proof makes hundreds of platforms in turn with the same deviations. */
function composed(deviations: readonly Deviation[]): Composed {
  const isSame = latest?.of.length === deviations.length && latest.of.every((one, at) => one === deviations[at])
  if (latest && isSame) return latest
  refuseClash(deviations)
  latest = {
    of: deviations,
    rules: replaced(
      strictRulebook,
      deviations.map(({ rule }) => rule),
    ),
    seams: replaced(
      strictSeams,
      deviations.map(({ seam }) => seam),
    ),
  }
  return latest
}

function replaced(strict: Groups, replacements: readonly (object | undefined)[]): Groups {
  const groups: Record<string, Readonly<Record<string, unknown>>> = { ...strict }
  const chains = new Map<string, Through[]>()
  for (const replacement of replacements) {
    for (const [group, changed] of Object.entries((replacement ?? {}) as Groups)) {
      groups[group] = { ...groups[group], ...changed }
      for (const [name, value] of Object.entries(changed)) {
        if (!isChained(`${group}.${name}`)) continue
        const chain = [...(chains.get(name) ?? []), value as Through]
        chains.set(name, chain)
        groups[group] = { ...groups[group], [name]: inTurn(chain) }
      }
    }
  }
  return groups
}

/** What a request passes through, one after the other: these do not replace each other. */
export const isChained = (name: string): boolean => name === 'passage.through' || name === 'passage.part'

type Through = (request: unknown, go: (request: unknown, ...more: unknown[]) => unknown, way: unknown) => unknown

/** The last one is outermost. */
function inTurn(chain: readonly Through[]): Through {
  return (request, go, way) => {
    // What an outer one says beside the request (the journal of a part) holds unless an inner one says otherwise.
    const pass = (at: number, passed: unknown, more: readonly unknown[]): unknown => {
      const next = chain[at]
      return next
        ? next(passed, (last, ...own) => pass(at - 1, last, own.length > 0 ? own : more), way)
        : go(passed, ...more)
    }
    return pass(chain.length - 1, request, [])
  }
}

const members = Symbol('members')
const note = Symbol('note')
interface View {
  readonly [members]: Readonly<Record<string, unknown>>
  readonly [note]: (name: string) => void
}

/** Getters by group and members, made once for all platforms: a proxy of each group would cost every look at a rule. */
const getters = new Map<string, object>()
function gettersOf(group: string, names: readonly string[]): object {
  const key = [group, ...names].join(' ')
  const made = getters.get(key) ?? Object.defineProperties({}, Object.fromEntries(names.map(getter(group))))
  getters.set(key, made)
  return made
}

const getter =
  (group: string) =>
  (member: string): [string, PropertyDescriptor] => {
    const name = `${group}.${member}`
    const get = function (this: View) {
      this[note](name)
      return this[members][member]
    }
    return [member, { get }]
  }

const noted = (groups: Groups, heard: (name: string) => void): Groups =>
  Object.fromEntries(
    Object.entries(groups).map(([group, all]) => [
      group,
      Object.assign(Object.create(gettersOf(group, Object.keys(all))) as Record<string, unknown>, {
        [members]: all,
        [note]: heard,
      }),
    ]),
  )

const replacedNames = new WeakMap<Deviation, readonly string[]>()

/** The rules and seams that a deviation replaces, as `group.name`. A proof asks it of every pair of deviations. */
export function replacedBy(deviation: Deviation): readonly string[] {
  const known = replacedNames.get(deviation)
  if (known) return known
  const names = [deviation.rule, deviation.seam].flatMap((groups) =>
    Object.entries(groups ?? {}).flatMap(([group, replacements]) =>
      Object.keys(replacements as object).map((name) => `${group}.${name}`),
    ),
  )
  replacedNames.set(deviation, names)
  return names
}

/** Why these deviations cannot be in force together; undefined if they can. */
export function clashOf(deviations: readonly Deviation[]): string | undefined {
  const owners = new Map<string, string>()
  for (const deviation of deviations) {
    for (const name of replacedBy(deviation)) {
      const owner = owners.get(name)
      if (owner !== undefined && !isChained(name))
        return `${owner} and ${deviation.id} both replace ${name}: they cannot be in force together`
      owners.set(name, deviation.id)
    }
  }
  return undefined
}

function refuseClash(deviations: readonly Deviation[]): void {
  const clash = clashOf(deviations)
  if (clash !== undefined) throw new Error(clash)
}
