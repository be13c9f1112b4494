import { patterns, questions } from '../../../src/cql/generate.ts'
import { probed, probes } from '../../../src/cql/probes.ts'
import type { Question } from '../../../src/cql/question.ts'
import { check, type Context } from '../../../src/kit/index.ts'
import { relations, type Relation } from './relations.ts'
import { tableOf } from './table.ts'

const named = (name: string): Relation => relations.find((relation) => relation.name === name) as Relation

/** Each law, held against generated questions; how many it gets goes by what it finds per request. */
const law = (name: string, runs: number, brokenBy: readonly [string, ...string[]]): void => {
  const { requirement, hold } = named(name)
  check.property(
    requirement,
    `law-${name}`,
    { brokenBy, runs, effects: true },
    (fc) => fc.tuple(questions(fc), questions(fc)),
    (context, [one, other]) => held(hold, context, one, other),
  )
}

const held = async (hold: Relation['hold'], context: Context, one: Question, other: Question) =>
  hold(context, await tableOf(context), one, other)

/** A case of `fieldproof fuzz cql`. */
interface Known {
  readonly fuzz?: unknown
  readonly case?: { readonly law?: unknown; readonly questions?: readonly [Question, Question] }
}

check(
  named('client-filter').requirement,
  'probe-table',
  {
    effects: true,
    brokenBy: probed,
  },
  async (context) => {
    const table = await tableOf(context)
    for (const { fuzz, case: one } of context.corpus as readonly Known[]) {
      const pair = one?.questions
      const relation = fuzz === 'cql' && pair ? relations.find(({ name }) => name === one?.law) : undefined
      if (relation && pair) await relation.hold(context, table, ...pair)
    }
    for (const question of probes) await named('client-filter').hold(context, table, question, question)
  },
)

law('client-filter', 50, ['cql-greater-inclusive', 'cql-and-as-or', 'cql-not-ignored', 'cql-in-only-first'])
law('partition', 5, ['cql-not-ignored', 'cql-not-everything'])
law('double-negation', 4, ['cql-double-not-single'])
law('de-morgan', 6, ['cql-not-of-and-wrong', 'cql-and-as-or'])
law('commuted', 4, ['cql-or-first-only'])
law('intersection-and-union', 4, ['cql-and-as-or', 'cql-or-as-and'])
law('pivot', 5, ['cql-timestamp-equality-off', 'cql-in-inverted'])
law('in-as-or', 4, ['cql-in-any-case', 'cql-in-only-first', 'cql-in-only-last'])
law('rewritten', 5, ['cql-in-only-first', 'cql-double-not-single'])
law('adjoining-intervals', 4, ['cql-less-inclusive'])
law('near-miss', 6, ['cql-malformed-unfiltered', 'cql-deep-query-crashes'])
law('range-split', 3, ['cql-greater-equal-exclusive', 'cql-less-inclusive'])

check.property(
  named('ilike-wider-than-like').requirement,
  'law-ilike-wider-than-like',
  { brokenBy: ['cql-ilike-minds-case'], runs: 8, effects: true },
  patterns,
  async (context, pattern) => named('ilike-wider-than-like').hold(context, await tableOf(context), pattern, pattern),
)
