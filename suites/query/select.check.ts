import { check, each, must, observe, type Context, show } from '../../src/kit/index.ts'
import { comparable, read, stored, succeeded, type Stored } from '../data/steps.ts'
import { query } from './requirements.ts'
import { dtosOfQuery, elements, ownRows, rowsOf, selected } from './statement.ts'

check(
  query.served,
  'select-with-alias',
  { brokenBy: ['query-api-missing', 'query-api-json-refused', 'query-api-client-identifier-refused'] },
  async (context) => {
    await stored(context)
    const answer = await context.api.query.select('select sc.id, sc.subject from ServiceCall sc', {
      dtos: dtosOfQuery(context, 'ServiceCall'),
    })
    must.success(answer)
    must.some('row in data', elements(answer), answer)
  },
)

const flag = 'chargeableEfforts'

/** Each was given the flag: whether one that was never set is shown as false, here or there, is open. */
const three = async (context: Context): Promise<Stored[]> => [
  await stored(context, { [flag]: false }),
  await stored(context, { [flag]: true }),
  await stored(context, { [flag]: false }),
]

/** Which fields a statement may select is not shown: where it is refused with the flag, it is sent without. */
async function withFlag(context: Context, fields: readonly string[], records: readonly Stored[]) {
  const answer = await selected(context, fields, 'sc', records)
  if (succeeded(answer)) return { fields, answer }
  must.noServerError(answer, `a statement that selects ${flag}`)
  const others = fields.filter((field) => field !== flag)
  return { fields: others, answer: await selected(context, others, 'sc', records) }
}

check(
  query.rows,
  'under-the-alias',
  { brokenBy: ['query-api-key-resource', 'query-api-bare-rows', 'query-api-no-envelope'] },
  async (context) => {
    const records = await three(context)
    await each(['sc', 'xs'], async (alias) => {
      const answer = await selected(context, ['id', 'subject'], alias, records)
      must.success(answer)
      must.some('row in data', elements(answer), answer)
      const keys = elements(answer).map((element) =>
        typeof element === 'object' && element !== null ? Object.keys(element) : [String(element)],
      )
      // What else stands beside the alias is not said.
      must.hold(
        `the key ${alias} in each row with the alias ${alias}`,
        keys.every((of) => of.includes(alias)),
        show(keys[0] ?? null),
      )
    })
  },
)

check(
  query.rows,
  'fields-selected',
  { brokenBy: ['query-api-last-field-missing', 'qry-get-only-alias-t', 'query-api-flags-missing-in-rows'] },
  async (context) => {
    const records = await three(context)
    const { fields, answer } = await withFlag(context, ['id', 'lastChanged', flag, 'subject'], records)
    must.success(answer)
    const rows = rowsOf(answer, 'sc')
    must.some('row under the alias', rows, answer)
    must.hold(
      'a row with its subject, which was selected',
      rows.some((row) => typeof row['subject'] === 'string'),
      rows[0],
    )
    await each(ownRows(rows, records), ([row, { dto }]) => {
      const given = fields.filter((field) => field !== flag || dto[flag] === true)
      must.include('the fields of the row of an own record', Object.keys(row), given)
    })
    // A field without a value may be left out; id and lastChanged always have one. A row holds the selected fields: whether others, too, is not said.
    await each(rows, (row) => must.include('the fields of a row', Object.keys(row), ['id', 'lastChanged']))
  },
)

check(
  query.rows,
  'same-as-by-id',
  {
    brokenBy: [
      'query-api-values-mixed',
      'query-api-values-as-text',
      'query-api-last-field-missing',
      'query-api-rows-omit-what-is-false-or-nought',
      'lastchanged-microseconds-query',
    ],
    effects: true,
  },
  async (context) => {
    const records = await three(context)
    const { fields, answer } = await withFlag(context, ['id', 'externalId', 'lastChanged', flag, 'subject'], records)
    must.success(answer)
    const rows = rowsOf(answer, 'sc')
    must.some('row under the alias', rows, answer)
    const own = ownRows(rows, records)
    // Where the rows are a page without own records, those of others are as good: read by id, as long as nobody changes them.
    const others = await Promise.all(
      (own.length > 0 ? [] : rows.slice(0, 5)).map(
        async (row) => [row, { dto: (await read(context.api, String(row['id']))) ?? {} }] as const,
      ),
    )
    const compared = [...own, ...others.filter(([row, { dto }]) => row['lastChanged'] === dto['lastChanged'])]
    must.some('row of a record that can be read by id', compared, answer)
    const told = own.length > 0 ? fields : fields.filter((field) => field !== flag)
    await each(compared, ([row, { dto }]) => {
      const values = (of: Readonly<Record<string, unknown>>) =>
        Object.fromEntries(told.map((field) => [field, comparable(of[field] ?? null)]))
      must.equal('the fields of an own record as read by id', values(row), values(dto))
    })
  },
)

observe(query.syntax, 'clauses', {}, async (context) => {
  const [record] = await three(context)
  const dtos = dtosOfQuery(context, 'ServiceCall')
  const plain = 'select sc.id, sc.subject from ServiceCall sc'
  const told: string[] = []
  for (const [what, clause] of [
    ['where', ` where sc.id = '${record?.id}'`],
    ['order by', ' order by sc.subject desc'],
    ['limit', ' limit 1'],
  ] as const) {
    const answer = await context.api.query.select(`${plain}${clause}`, { dtos })
    told.push(
      `${what} ${answer.status < 300 ? `taken, ${elements(answer).length} rows` : `refused with ${answer.status}`}`,
    )
  }
  return told.join('; ')
})

observe(query.syntax, 'fields-not-selected', {}, async (context) => {
  const answer = await selected(context, ['id', 'subject'], 'sc', await three(context))
  const names = new Set(rowsOf(answer, 'sc').flatMap((row) => Object.keys(row)))
  const more = [...names].filter((name) => !['id', 'subject'].includes(name))
  return `rows hold ${more.length === 0 ? 'the selected fields only' : `fields that were not selected: ${more.slice(0, 8).join(', ')}`}`
})

observe(query.syntax, 'what-cannot-be-read', {}, async ({ api, target }) => {
  const dtos = dtosOfQuery({ target }, 'ServiceCall')
  const told = await Promise.all(
    [
      ['no statement', 'nonsense'],
      ['unknown field', 'select sc.nothing from ServiceCall sc'],
      ['unknown resource', 'select x.id from Nothing x'],
    ].map(async ([what, statement]) => `${what}: ${(await api.query.select(String(statement), { dtos })).status}`),
  )
  return told.join(', ')
})
