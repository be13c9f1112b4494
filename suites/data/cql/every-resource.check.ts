import { check, keyOf, must, plainId, Unexercised, type Context } from '../../../src/kit/index.ts'
import type { Answer } from '../../../src/clients/answer.ts'
import { mustBeSearched, scopeOf } from '../list/ladder.ts'
import { madeOnce } from '../made-once.ts'
import { drawnWithText } from '../offered.ts'
import { stored, textField, type Stored } from '../steps.ts'
import { cql } from './requirements.ts'

interface Two {
  readonly resource: string
  readonly field: string
  readonly records: readonly [Stored, Stored]
}

/** Two records of a resource beside the one of the documents' examples, made one after the other, whose texts begin in different letters. */
const two = madeOnce(async (context): Promise<Two> => {
  const resource = drawnWithText(context)
  const field = textField(context, resource)
  const { tag } = context.fresh
  const first = await stored(context, { [field]: `${tag} North` }, resource)
  await context.wait(20)
  const second = await stored(context, { [field]: `${tag} south` }, resource)
  return { resource, field, records: [first, second] }
})

async function twoOf(context: Context): Promise<Two> {
  const made = await two(context)
  await mustBeSearched(context, made.records, made.resource)
  return made
}

/** Which of the two a criterion finds, by the order of their creation. */
async function mustFind(
  { api }: Context,
  { resource, records }: Two,
  criterion: string,
  expected: readonly number[],
): Promise<Answer> {
  const answer = await api.data.list(resource, { query: { query: `${scopeOf(records)} AND ${criterion}` } })
  must.success(answer)
  const ids = answer.records(keyOf(resource)).map(({ id }) => plainId(String(id)))
  must.equal(
    `which of the two ${resource} records ${criterion} finds`,
    records.flatMap(({ id }, at) => (ids.includes(plainId(id)) ? [at + 1] : [])),
    expected,
  )
  return answer
}

const ofTexts = {
  'query-like': (field: string, tag: string) => [[`${field} like "${tag} N%"`, [1]] as const],
  'query-ilike': (field: string, tag: string) => [[`${field} ilike "${tag} n%"`, [1]] as const],
  'query-equality': (field: string, tag: string) => [[`${field} != "${tag} North"`, [2]] as const],
  'query-null': (field: string) => [[`${field} is null`, []] as const, [`!(${field} is null)`, [1, 2]] as const],
} as const

for (const rule of ['query-like', 'query-ilike', 'query-equality', 'query-null'] as const)
  check(
    cql[rule],
    'of-texts-of-another-resource',
    { brokenBy: ['cql-text-operators-of-calls-only'], sampled: true, effects: true },
    async (context) => {
      const made = await twoOf(context)
      const { field, records } = made
      const text = String(records[0].dto[field])
      // A service may write a text in its own way: then it shows that.
      if (!text.endsWith(' North')) throw new Unexercised(`${field} of a ${made.resource} is not shown as it was sent`)
      for (const [criterion, expected] of ofTexts[rule](field, text.slice(0, -' North'.length)))
        await mustFind(context, made, criterion, expected)
    },
  )

check(
  cql['query-ordering'],
  'of-last-changed-of-another-resource',
  { brokenBy: ['interval-query-of-calls-only'], effects: true },
  async (context) => {
    const made = await twoOf(context)
    const [first = 0, second = 0] = made.records.map(({ lastChanged }) => lastChanged)
    if (first >= second) throw new Unexercised('two records that were made in turn show no moments in turn')
    await mustFind(context, made, `lastChanged >= ${first} AND lastChanged < ${second}`, [1])
    await mustFind(context, made, `lastChanged >= ${second} AND lastChanged < ${second + 1}`, [2])
  },
)

check(
  cql['query-me'],
  'of-another-resource',
  {
    needs: ['sync-base-10', 'user-grant'],
    brokenBy: ['interval-query-of-calls-only', 'me-is-nobody-in-what-is-negated'],
    sampled: true,
    effects: true,
  },
  async (context) => {
    const made = await twoOf(context)
    const writers = new Set(made.records.map(({ dto }) => dto['lastChangedBy']))
    // A version below base 10 has no writer (A-REC-05), and a workflow may have written a record after its user did.
    if (writers.size !== 1 || typeof [...writers][0] !== 'string') throw new Unexercised('they show no one writer')
    const own = await stored(context)
    if (own.dto['lastChangedBy'] !== [...writers][0]) throw new Unexercised('a ServiceCall shows another writer')
    await mustFind(context, made, 'lastChangedBy = me()', [1, 2])
    await mustFind(context, made, 'lastChangedBy != me()', [])
    await mustFind(context, made, '!(lastChangedBy = me())', [])
  },
)
