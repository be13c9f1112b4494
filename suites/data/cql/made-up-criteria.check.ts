import { check, matchers, must } from '../../../src/kit/index.ts'
import { askAsItIs } from './ask.ts'
import { tableOf } from './table.ts'
import { cql } from './requirements.ts'

const madeUp = ['NOSUCHCRITERION()', 'noSuchCriterion() = true'] as const

// A server that drops what it does not know answers a criterion and its negation alike: that is another sentence's matter (unknown-function).
check(
  cql['query-reserved-criteria'],
  'made-up',
  { effects: true, brokenBy: ['cql-unknown-criteria-true'] },
  async (context) => {
    const table = await tableOf(context)
    for (const criterion of madeUp) {
      const held = await askAsItIs(context, table, `${table.scopes[0]} AND (${criterion})`)
      const negated = await askAsItIs(context, table, `${table.scopes[0]} AND (!(${criterion}))`)
      const told =
        held.answer.status < 300 && negated.answer.status < 300
          ? held.ids.filter((id) => !negated.ids.includes(id))
          : []
      must.equal(`number of records that ${criterion} holds for and its negation does not`, told.length, 0)
    }
  },
)

check(
  cql['query-unreadable-refused'],
  'unknown-function',
  { effects: true, brokenBy: ['cql-unknown-criteria-true', 'cql-today-served'] },
  async (context) => {
    const table = await tableOf(context)
    for (const criterion of [...madeUp, 'startDateTime < today()', 'startDateTime > today()']) {
      const { answer, ids } = await askAsItIs(context, table, `${table.scopes[0]} AND (${criterion})`)
      must.hold(
        `${criterion} refused, or held by no record`,
        !matchers.noServerError(answer) && ids.length === 0,
        `status ${answer.status} with ${ids.length} records`,
      )
    }
  },
)
