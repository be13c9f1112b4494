import { artefacts } from './artefacts.ts'
import type { ContractFinding, Findings } from './findings.ts'
import type { Tree } from './operation.ts'
import { worded, type Place } from './words.ts'

export interface SchemaJudgement extends Place {
  readonly side?: ContractFinding['side']
  /** Whether a statement binds this field here; what the context leaves open is neither asserted nor reported. */
  readonly binds?: (statement: string, field: string, keyword: string) => boolean
  /** The statement to cite instead of the schema's own. */
  readonly blame?: string
}

const itemsLookedAt = 20

/** Judges a value by a schema; true if nothing was found. */
export function judgeSchema(id: string, value: unknown, out: Findings, terms: SchemaJudgement = {}): boolean {
  const { validators, trees } = artefacts()
  const validate = validators[id]
  const tree = trees[id]
  if (!validate || !tree) throw new Error(`there is no schema ${id}`)
  if (terms.blame !== undefined) out.assert(terms.blame)
  else assertPlaces(tree, value, '', terms.binds, out)
  if (validate(value)) return true
  let sound = true
  for (const error of validate.errors ?? []) {
    const words = worded(error, tree, terms)
    const statement = terms.blame ?? words?.statement
    if (!words || statement === undefined || terms.binds?.(statement, words.field, error.keyword) === false) continue
    sound = false
    out.find({
      statement,
      expected: words.expected,
      actual: words.actual,
      side: terms.side ?? 'server',
      path: words.path,
      ...(error.keyword === 'additionalProperties' ? { further: true } : {}),
    })
  }
  // They hold the value that was judged.
  validate.errors = null
  return sound
}

/** A place that is present and not null counts as exercised. */
function assertPlaces(tree: Tree, value: unknown, field: string, binds: SchemaJudgement['binds'], out: Findings): void {
  if (value === undefined || value === null) return
  for (const statement of tree.s) if (!binds || binds(statement, field, 'type')) out.assert(statement)
  if (Array.isArray(value)) {
    if (!tree.items) return
    for (let at = 0; at < value.length && at < itemsLookedAt; at += 1)
      assertPlaces(tree.items, value[at], field, binds, out)
    return
  }
  if (typeof value !== 'object' || !tree.props) return
  for (const name in tree.props)
    assertPlaces(tree.props[name] as Tree, (value as Record<string, unknown>)[name], name, binds, out)
}
