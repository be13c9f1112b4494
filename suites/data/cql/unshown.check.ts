import { readingsInWords, narrow, separators } from '../../../src/cql/calibrate.ts'
import { allReadings } from '../../../src/cql/readings.ts'
import { observe } from '../../../src/kit/index.ts'
import { ask, type Asked } from './ask.ts'
import { quoted } from './asks.ts'
import { tableOf, type Table } from './table.ts'
import { cql } from './requirements.ts'

type Look = readonly [what: string, predicate: string, tells: (asked: Asked, table: Table) => string]

const refusedOr =
  (tell: (held: (subject: string) => boolean, asked: Asked) => string): Look[2] =>
  (asked, table) =>
    asked.answer.status >= 300
      ? `status ${asked.answer.status}`
      : tell((subject) => table.rows.some(({ id, dto }) => dto['subject'] === subject && asked.ids.includes(id)), asked)

const nullRows = (asked: Asked, table: Table): string => {
  if (asked.answer.status >= 300) return `status ${asked.answer.status}`
  const unset = table.rows.filter(({ dto }) => (dto['remarks'] ?? null) === null)
  return `holds ${unset.filter(({ id }) => asked.ids.includes(id)).length} of ${unset.length} records without a value`
}
const count = refusedOr((_, { ids }) => `accepted, ${ids.length} records`)

const looks =
  (list: readonly Look[]) =>
  async (context: Parameters<typeof tableOf>[0]): Promise<string> => {
    const table = await tableOf(context)
    const told: string[] = []
    for (const [what, predicate, tells] of list)
      told.push(`${what}: ${tells(await ask(context, table, predicate), table)}`)
    return told.join('; ')
  }

observe(
  cql['query-unshown-logic'],
  'precedence-case-null',
  {},
  looks([
    [
      'A OR B AND C',
      'subject = "9" OR subject = "10" AND chargeableEfforts = true',
      refusedOr((held) => (held('9') ? 'AND binds first' : 'from left to right, or OR binds first')),
    ],
    ['and in lower case', 'subject = "9" and subject = "9"', count],
    ['LIKE in upper case', 'subject LIKE "abc%"', count],
    ['!= on records without a value', 'remarks != "second"', nullRows],
    ['!( = ) on records without a value', '!(remarks = "second")', nullRows],
  ]),
)

observe(
  cql['query-unshown-text'],
  'case-escape-blanks',
  {},
  looks([
    ['letter case of =', 'subject = "aBC"', refusedOr((held) => (held('abc') ? 'does not count' : 'counts'))],
    ['letter case of in', 'subject in ("aBC")', refusedOr((held) => (held('abc') ? 'does not count' : 'counts'))],
    ['%% with =', 'subject = "abc%%"', refusedOr((held) => (held('abc%') ? 'means %' : 'is literal'))],
    ['% with =', 'subject = "abc%"', refusedOr((held) => (held('abc%') ? 'is literal' : 'finds nothing'))],
    ['_ in a pattern', 'subject like "a_c"', refusedOr((held) => (held('axc') ? 'one character' : 'literal'))],
    ['a quote escaped by a backslash', 'subject = "a\\"b"', count],
    ['! without parentheses', '! chargeableEfforts = true', count],
    ['no blanks', 'subject="9"', count],
    ['two blanks', 'subject  =  "9"', count],
    ['a to-many field under negation', '!(technicians.lastName = "Ampere")', count],
  ]),
)

observe(cql['query-list-fields'], 'criteria-and-contains', {}, async (context) => {
  const table = await tableOf(context)
  const told: string[] = []
  const [row] = table.rows
  for (const field of Object.keys(row?.dto ?? {}).filter((name) => Array.isArray(row?.dto[name]))) {
    const criterion = await ask(context, table, `${field} = ${quoted(row?.id)}`)
    const contains = await ask(context, table, `CONTAINS(${field}, ${quoted(row?.id)})`)
    told.push(`${field}: as criterion status ${criterion.answer.status}, in CONTAINS status ${contains.answer.status}`)
  }
  return told.join('; ') || 'no list field is shown'
})

observe(cql['query-unshown-logic'], 'readings', {}, async (context) => {
  const table = await tableOf(context)
  const rows = table.rows.map(({ dto }) => dto)
  const observations = []
  for (const { query } of separators) {
    const { answer, ids } = await ask(context, table, query)
    observations.push({
      query,
      listed:
        answer.status < 300
          ? new Set(table.rows.filter(({ id }) => ids.includes(id)).map(({ dto }) => dto))
          : undefined,
    })
  }
  const left = narrow(observations, rows)
  const refused = observations.filter(({ listed }) => !listed).length
  return `${left.length === allReadings.length ? 'no reading of ours explains all answers' : readingsInWords(left)}${refused > 0 ? `; ${refused} of ${separators.length} questions refused` : ''}`
})
