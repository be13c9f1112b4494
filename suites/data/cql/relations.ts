import { judgeQuestion, printed as print, type Question } from '../../../src/cql/question.ts'
import { nearMisses } from '../../../src/cql/near-miss.ts'
import { rewritten } from '../../../src/cql/rewrite.ts'
import { must, type Context } from '../../../src/kit/index.ts'
import { cql } from './requirements.ts'
import { ask, mustAgree, mustHold, firstRowInWords, askIfHeard, unchanged } from './ask.ts'
import { hasValues, type Table } from './table.ts'

/** A law that two questions, put to a table, must obey; the requirement tells the sentence that it rests on. */
export interface Relation {
  readonly name: string
  /** Share of a campaign: what found most per request gets most. */
  readonly weight: number
  readonly requirement: (typeof cql)[
    | 'query-unreadable-refused'
    | 'query-result-set'
    | 'query-negation'
    | 'query-criteria'
    | 'query-in'
    | 'query-ilike'
    | 'query-ordering']
  hold(context: Context, table: Table, one: Question, other: Question): Promise<void>
}

const filter = async (context: Context, table: Table, question: Question): Promise<readonly string[]> =>
  (await mustHold(context, table, print(question, table), (row) => judgeQuestion(question, row.dto, table))).ids

const laws: readonly Relation[] = [
  {
    name: 'client-filter',
    weight: 10,
    requirement: cql['query-result-set'],
    hold: async (context, table, question) => {
      await filter(context, table, question)
    },
  },
  {
    name: 'partition',
    weight: 1,
    requirement: cql['query-negation'],
    async hold(context, table, question) {
      const there = await filter(context, table, question)
      const rest = await filter(context, table, { not: question })
      const inBoth = table.rows.filter(({ id }) => there.includes(id) && rest.includes(id))
      must.none(`record that satisfies both ${print(question, table)} and its negation`, inBoth, () =>
        firstRowInWords(inBoth),
      )
    },
  },
  {
    name: 'double-negation',
    weight: 1,
    requirement: cql['query-negation'],
    hold: (context, table, question) =>
      mustAgree(context, table, print(question, table), print({ not: { not: question } }, table)),
  },
  {
    name: 'de-morgan',
    weight: 2,
    requirement: cql['query-result-set'],
    hold: (context, table, one, other) =>
      mustAgree(
        context,
        table,
        print({ not: { all: [one, other] } }, table),
        print({ any: [{ not: one }, { not: other }] }, table),
      ),
  },
  {
    name: 'commuted',
    weight: 1,
    requirement: cql['query-criteria'],
    hold: (context, table, one, other) =>
      mustAgree(context, table, print({ any: [one, other] }, table), `(${print({ any: [other, one] }, table)})`),
  },
  {
    name: 'intersection-and-union',
    weight: 1,
    requirement: cql['query-criteria'],
    async hold(context, table, one, other) {
      const [left, right, and, or] = [
        await filter(context, table, one),
        await filter(context, table, other),
        await filter(context, table, { all: [one, other] }),
        await filter(context, table, { any: [one, other] }),
      ]
      const wrong = table.rows.filter(
        ({ id }) =>
          and.includes(id) !== (left.includes(id) && right.includes(id)) ||
          or.includes(id) !== (left.includes(id) || right.includes(id)),
      )
      if (wrong.length > 0) await unchanged(context, wrong)
      must.none(
        `record in which AND is not the intersection, or OR not the union, of ${print(one, table)} and ${print(other, table)}`,
        wrong,
        () => firstRowInWords(wrong),
      )
    },
  },
  {
    name: 'pivot',
    weight: 1,
    requirement: cql['query-result-set'],
    async hold(context, table, question) {
      const row = table.rows.find((candidate) => judgeQuestion(question, candidate.dto, table) === true)
      if (!row) return void (await filter(context, table, question))
      const { answer, ids } = await ask(context, table, `id = "${row.id}" AND (${print(question, table)})`)
      must.success(answer)
      must.hold(
        `${print(question, table)} with its id holds ${firstRowInWords([row])}`,
        ids.includes(row.id),
        `a list of ${ids.length} without it`,
      )
    },
  },
  {
    name: 'in-as-or',
    weight: 1,
    requirement: cql['query-in'],
    hold: async (context, table, question) => {
      const among = 'among' in question ? question : { field: 'subject', among: [0, 9, 11] }
      const any = among.among.map((row): Question => ({ compare: '=', field: among.field, row }))
      await mustAgree(
        context,
        table,
        print(among, table),
        any.length === 1 ? print(any[0] as Question, table) : print({ any }, table),
      )
    },
  },
  {
    name: 'ilike-wider-than-like',
    weight: 0.5,
    requirement: cql['query-ilike'],
    async hold(context, table, question) {
      if (!('pattern' in question)) return void (await filter(context, table, question))
      const strict = await filter(context, table, { ...question, pattern: 'like' })
      const loose = await filter(context, table, { ...question, pattern: 'ilike' })
      const lost = table.rows.filter(({ id }) => strict.includes(id) && !loose.includes(id))
      must.none(`record that like holds and ilike does not: ${print(question, table)}`, lost, () =>
        firstRowInWords(lost),
      )
    },
  },
  {
    name: 'range-split',
    weight: 1,
    requirement: cql['query-ordering'],
    async hold(context, table, question) {
      const at =
        'compare' in question && (question.field === 'startDateTime' || question.field === 'lastChanged')
          ? question
          : { field: hasValues(table, 'startDateTime') ? 'startDateTime' : 'lastChanged', row: 1 }
      const split = (compare: '<' | '>=') => filter(context, table, { compare, field: at.field, row: at.row })
      const [below, above, set] = [
        await split('<'),
        await split('>='),
        await filter(context, table, { not: { unset: at.field } }),
      ]
      must.equal(
        `number of records below a value of ${at.field} plus those from it on`,
        below.length + above.length,
        set.length,
      )
    },
  },
  {
    name: 'rewritten',
    weight: 2,
    requirement: cql['query-result-set'],
    hold: (context, table, question) =>
      mustAgree(context, table, print(question, table), print(rewritten(question), table)),
  },
  {
    name: 'adjoining-intervals',
    weight: 1,
    requirement: cql['query-ordering'],
    async hold(context, table, question) {
      const row = 'compare' in question ? question.row : 3
      const [from, between, to] = [0, row, 19]
        .map((at) => Number(table.rows[at % table.rows.length]?.dto['lastChanged']))
        .sort((a, b) => a - b)
      const ids = async (low: unknown, high: unknown) => {
        const { answer, ids: found } = await ask(
          context,
          table,
          `lastChanged >= ${String(low)} AND lastChanged < ${String(high)}`,
        )
        must.success(answer)
        return found
      }
      const [whole, left, right] = [await ids(from, to), await ids(from, between), await ids(between, to)]
      must.equal('records of an interval and of its two parts', [...left, ...right].sort(), [...whole].sort())
    },
  },
  {
    name: 'near-miss',
    weight: 1,
    requirement: cql['query-unreadable-refused'],
    async hold(context, table, question) {
      const lawful = print(question, table)
      const asked = await ask(context, table, lawful)
      must.success(asked.answer)
      const { unreadable, hostile } = nearMisses(lawful)
      const turn = lawful.length
      for (const { what, query } of [unreadable[turn % unreadable.length], hostile[turn % hostile.length]].flatMap(
        (one) => one ?? [],
      )) {
        const heard = await askIfHeard(context, table, `${table.scopes[0]} AND (${query})`, lawful)
        if (!heard) continue
        const { answer, ids } = heard
        must.noServerError(answer, `a query with ${what}: ${query.slice(0, 200)}`)
        const more = ids.filter((id) => !asked.ids.includes(id))
        const stranger = more.filter(
          (id) => !table.rows.some((row) => row.id === id && judgeQuestion(question, row.dto, table) !== false),
        )
        must.none(
          `record beyond those of ${lawful} for the same query with ${what} (it may be refused, or read as the lawful one)`,
          stranger,
          () =>
            `${ids.length} records for ${query.slice(0, 200)}, ${stranger.length} of them not among the ${asked.ids.length} of the lawful query`,
        )
      }
    },
  },
]

/** The question, asked of a field that every record has where no row has a value in its own: which fields a version has is not shown (A-REC-12). */
function askable(question: Question, table: Table): Question {
  const all = (parts: readonly Question[]) => parts.map((part) => askable(part, table))
  if ('all' in question) return { all: all(question.all) }
  if ('any' in question) return { any: all(question.any) }
  if ('not' in question) return { not: askable(question.not, table) }
  if ('unset' in question) return hasValues(table, question.unset) ? question : { unset: 'subject' }
  if (hasValues(table, question.field)) return question
  const isOrder = 'compare' in question && question.compare !== '=' && question.compare !== '!='
  return { ...question, field: isOrder ? 'lastChanged' : 'subject' }
}

export const relations: readonly Relation[] = laws.map((law) => ({
  ...law,
  hold: (context, table, one, other) => law.hold(context, table, askable(one, table), askable(other, table)),
}))
