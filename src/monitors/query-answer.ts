import { nodesOf, type Ast } from '../cql/ast.ts'
import { rowMatches } from '../cql/evaluate.ts'
import { parse } from '../cql/parse.ts'
import type { MakeMonitor } from './monitor.ts'
import { isSteady } from './steady.ts'

const queriesAtMost = 100

interface Test {
  readonly names: readonly string[]
  readonly holds: (row: Readonly<Record<string, unknown>>) => boolean | undefined
}

/** A record listed for a query matches it in at least one lawful reading (A-CQL-01). */
export const queryAnswer: MakeMonitor = () => {
  const tests = new Map<string, readonly Test[]>()
  return {
    name: 'query-answer',
    side: 'server',
    statements: ['A-CQL-01'],
    see(scene) {
      const { observed, write, sightings, out } = scene
      const { reading, moment } = observed
      const queries = reading.queryAll('query')
      const [query = ''] = queries
      // Whether a plus sign means a space is left open.
      if (
        write ||
        sightings.length === 0 ||
        queries.length !== 1 ||
        reading.match.query.includes('+') ||
        reading.match.operation.id !== 'data/list'
      )
        return
      if (!tests.has(query)) {
        tests.set(query, testsOf(query))
        if (tests.size > queriesAtMost) tests.delete(tests.keys().next().value as string)
      }
      for (const test of tests.get(query) ?? [])
        for (const sighting of sightings) {
          if (!test.names.every((name) => isPlain(sighting.fields[name])) || !isSteady(sighting, test.names, scene))
            continue
          out.assert('A-CQL-01')
          if (test.holds(sighting.fields) !== false) continue
          const shown = test.names.map((name) => `${name} ${JSON.stringify(sighting.fields[name])}`).join(', ')
          out.find({
            statement: 'A-CQL-01',
            side: 'server',
            expected: `a list contains only records that match its query: ${query}`,
            actual: `one with ${shown}`,
            exchanges: [moment.ref],
          })
          return
        }
    },
  }
}

/** A record has to match each of the criteria that a query joins by AND: what cannot be told of one leaves the others. */
function testsOf(query: string): Test[] {
  const parsed = parse(query)
  return 'fault' in parsed || parsed.irregular.length > 0 ? [] : criteriaOf(parsed.ast).flatMap(testOf)
}

const criteriaOf = (ast: Ast): readonly Ast[] =>
  ast.kind === 'join' && ast.operators.every((operator) => operator === 'AND') ? ast.parts.flatMap(criteriaOf) : [ast]

function testOf(ast: Ast): Test[] {
  const names = new Set<string>()
  for (const node of nodesOf(ast)) {
    const path = pathOf(node)
    // A response does not show linked fields and functions.
    if (path === undefined ? node.kind !== 'join' && node.kind !== 'not' : path.length !== 1) return []
    if (path?.[0] !== undefined) names.add(path[0])
    // ... nor who asks.
    if (node.kind === 'compare' && 'me' in node.value) return []
    if (node.kind === 'in' && node.values.some((value) => 'me' in value)) return []
  }
  return [{ names: [...names], holds: rowMatches(ast) }]
}

const pathOf = (node: Ast): readonly string[] | undefined =>
  'criterion' in node && node.kind !== 'contains' ? node.criterion.path : undefined

const isPlain = (value: unknown): boolean =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
