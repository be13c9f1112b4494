import peggy from 'peggy'
import type { Rulebook } from '../rulebook/rulebook.ts'
import { criterionGrammar } from './grammar.ts'
import { QueryRefused, type Node, type Sequence, type Term } from './node.ts'

let parser: peggy.Parser | undefined

/** Parses a query; throws QueryRefused if it is not valid. */
export function parseCriterion(query: string, rules: Rulebook): Node {
  parser ??= peggy.generate(criterionGrammar)
  const options = {
    keyword: (written: string, word: string) => rules.cql.isKeyword(written, word),
    bang: () => rules.cql.negatesBare(),
  }
  let read: Sequence
  try {
    read = parser.parse(query, options) as Sequence
  } catch (error) {
    throw new QueryRefused(
      isBalanced(query) ? 'malformed' : 'unbalanced',
      error instanceof Error ? error.message : String(error),
    )
  }
  if (depthOf(query) > rules.cql.deepest()) throw new QueryRefused('limit', 'the query is nested too deeply')
  return bind(read, rules)
}

/** Operator precedence within one level: AND before OR, unless the rules evaluate from left to right or OR first. */
function bind(sequence: Sequence, rules: Rulebook): Node {
  const { first, rest } = rules.cql.groups() ? sequence : flattened(sequence)
  const node = (term: Term): Node =>
    term.kind === 'group'
      ? bind(term.inside, rules)
      : term.kind === 'negated'
        ? { kind: 'not', part: bind(term.inside, rules) }
        : term
  if (rules.cql.leftToRight()) {
    return rest.reduce<Node>(
      (left, { operator, term }) => ({ kind: operator === 'AND' ? 'and' : 'or', parts: [left, node(term)] }),
      node(first),
    )
  }
  const [loose, tight] = rules.cql.orFirst() ? (['and', 'or'] as const) : (['or', 'and'] as const)
  const groups: Node[][] = [[node(first)]]
  for (const { operator, term } of rest) {
    if (operator.toLowerCase() === loose) groups.push([node(term)])
    else (groups.at(-1) as Node[]).push(node(term))
  }
  const joined = groups.map((parts): Node => (parts.length === 1 ? (parts[0] as Node) : { kind: tight, parts }))
  return joined.length === 1 ? (joined[0] as Node) : { kind: loose, parts: joined }
}

/** The terms of a level, with its groups flattened into them. */
function flattened({ first, rest }: Sequence): Sequence {
  const all = [{ operator: 'AND' as const, term: first }, ...rest].flatMap(({ operator, term }) => {
    if (term.kind !== 'group') return [{ operator, term }]
    const inner = flattened(term.inside)
    return [{ operator, term: inner.first }, ...inner.rest]
  })
  return { first: (all[0] as { term: Term }).term, rest: all.slice(1) }
}

const bare = (query: string): string => query.replace(/"[^"]*"/g, '""')

function isBalanced(query: string): boolean {
  if ((query.match(/"/g)?.length ?? 0) % 2 === 1) return false
  let open = 0
  for (const char of bare(query)) {
    if (char === '(') open += 1
    if (char === ')') open -= 1
    if (open < 0) return false
  }
  return open === 0
}

function depthOf(query: string): number {
  let open = 0
  let deepest = 0
  for (const char of bare(query)) {
    if (char === '(') deepest = Math.max(deepest, ++open)
    if (char === ')') open -= 1
  }
  return deepest
}
