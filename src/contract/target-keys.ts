import { artefacts } from './artefacts.ts'
import type { Tree } from './operation.ts'

/** What the schema of a target file says about each of its keys. */
export function targetTree(): Tree {
  const tree = artefacts().trees['kit/target']
  if (!tree) throw new Error('there is no schema kit/target')
  return tree
}

export interface TargetKey {
  /** `limits.requests`; names that a user chooses are in angle brackets: `dtos.<Resource>.version`. */
  readonly path: string
  readonly title: string | undefined
  /** What its value must be. */
  readonly says: string
  readonly example: unknown
  readonly isNeeded: boolean
}

/** How a name that the user chooses is written, by the key that holds it. */
const chosen: Readonly<Record<string, string>> = {
  dtos: '<Resource>',
  templates: '<Resource>',
  types: '<Resource>',
  lacks: '<need>',
}

/** Every key of a target file, in the order of the schema. */
export function targetKeys(tree: Tree = targetTree(), above = ''): readonly TargetKey[] {
  const at = (name: string) => (above === '' ? name : `${above}.${name}`)
  const own = Object.entries(tree.props ?? {}).flatMap(([name, child]) => [
    told(at(name), child, tree.needed?.includes(name) ?? false),
    // Where names may be chosen, one of them is enough to show what each holds.
    ...(tree.rest ? [] : targetKeys(child, at(name))),
  ])
  if (!tree.rest) return own
  const name = at(chosen[above.split('.').at(-1) ?? ''] ?? '<name>')
  return [...own, told(name, tree.rest, false), ...targetKeys(tree.rest, name)]
}

const told = (path: string, { title, says = '', example }: Tree, isNeeded: boolean): TargetKey => ({
  path,
  title,
  says,
  example,
  isNeeded,
})
