import { kindsOfFields } from './field-kinds.ts'
import type { Out } from './finding.ts'
import { foreignForm } from './foreign-forms.ts'
import type { MakeMonitor } from './monitor.ts'
import type { Moment } from './observed.ts'

/** Fields that every record has: what they hold is stated. */
const plain = 'id|externalId|lastChanged|lastChangedBy'

/** Forms of a query that the documents rule out, wherever they stand outside of strings; a string is left as `""`. */
const wrong: ReadonlyArray<readonly [statement: string, form: RegExp, expected: string, actual: string]> = [
  [
    'A-CQL-04',
    /\bobject\.objectId\b(?!\s*\(\s*\w)/,
    'an object reference names its resource in parentheses',
    'object.objectId without a resource',
  ],
  [
    'A-CQL-05',
    new RegExp(`\\bCONTAINS\\s*\\(\\s*(?:${plain})\\s*,`),
    'CONTAINS is used on fields that hold a list',
    'CONTAINS on a field that every record has once',
  ],
  [
    'A-CQL-08',
    /(?:^|[\s(!])(?:id|externalId|lastChangedBy)\s*[<>]/,
    'ordering operators are used on numbers and dates',
    'an ordering operator on an identifier or a string',
  ],
  [
    'A-CQL-15',
    /(?:[=<>]|\b(?:like|ilike)\s|\bin\s*\()\s*'/,
    'strings stand in double quotes',
    'a string in single quotes',
  ],
  ['A-CQL-15', /[=<>]\s*\d{4}-\d{2}-\d{2}/, 'date-times stand in double quotes', 'a date-time without quotes'],
  [
    'A-CQL-15',
    // A word may be a truth value, null, or begin a function such as me().
    /(?:[=<>]|\b(?:like|ilike)\s|\bin\s*\()\s*(?!(?:true|false|null|\d+(?:\.\d+)?e[+-]?\d+)\b)(?:[a-z_]\w*|\d+[a-z_]\w*)(?![\w.]*\s*\()/i,
    'strings and identifiers stand in double quotes',
    'a word without quotes',
  ],
]

const [timestamp, offset] = [/^-?\d{10,15}$/, /T\d.*[+-](?!00:?(?:00)?$)\d\d(?::?\d\d)?$/]
/** Numbers that are stated to be such (A-REC-03), and truth values (A-REC-09). */
const [counted, judged] = [
  /^lastChanged$/,
  /^(?:chargeable(?:Efforts|Mileages|Materials|Expenses)|inactive|partOfRecurrenceSeries)$/,
]

/** What is wrong with a value in double quotes, by what it is compared with and how. */
function quoted(field: string, sign: string, value: string): readonly [string, string, string] | undefined {
  const isOrder = /[<>]/.test(sign)
  if (
    (counted.test(field) && /^-?[\d.]+$/.test(value)) ||
    (isOrder && timestamp.test(value)) ||
    (judged.test(field) && /^(?:true|false)$/i.test(value))
  )
    return ['A-CQL-15', 'numbers, timestamps and truth values stand without quotes', 'one in double quotes']
  if (!isOrder) return undefined
  if (offset.test(value)) return ['A-CQL-15', 'date-times are in UTC', 'a date-time of another time zone']
  // Anything that may be a date, or a number in quotes, is no string for certain.
  return /\d/.test(value) && !/[a-z]{3}/i.test(value.replace(/GMT|UTC/, ''))
    ? undefined
    : ['A-CQL-08', 'ordering operators are used on numbers and dates', 'an ordering operator on a string']
}

/** Callers write the queries of lists as the query language has it (A-CQL-01, 04, 05, 08, 15). */
export const callerQuery: MakeMonitor = () => {
  const kinds = kindsOfFields()
  return {
    name: 'caller-query',
    side: 'client',
    statements: ['A-CQL-01', 'A-CQL-04', 'A-CQL-05', 'A-CQL-08', 'A-CQL-15'],
    see({ observed: { reading, moment, status }, sightings, out }) {
      const { operation } = reading.match
      kinds.learn(sightings, reading)
      const query = reading.query('query')
      if (operation.interface !== 'data' || operation.method !== 'GET' || query === undefined) return
      if (status === 400) judgeRefused(query, reading.exchange.request.url, moment, out)
      // What a quote within a string means is open: where quotes do not pair, nothing is said.
      if ((query.match(/"/g)?.length ?? 0) % 2 === 1 || query.includes('\\')) return
      const bare = query.replace(/"[^"]*"/g, '""')
      out.assert('A-CQL-01')
      const odd = !isBalanced(bare)
        ? 'parentheses that do not pair'
        : /&&|\|\|/.test(bare)
          ? 'other signs than AND and OR'
          : undefined
      if (odd !== undefined)
        out.find({
          statement: 'A-CQL-01',
          side: 'client',
          expected: 'criteria are joined by AND, OR and parentheses',
          actual: odd,
          exchanges: [moment.ref],
        })
      const blamed = new Set<string>()
      const blame = (statement: string, expected: string, actual: string): void => {
        if (!blamed.has(statement)) out.find({ statement, side: 'client', expected, actual, exchanges: [moment.ref] })
        blamed.add(statement)
      }
      for (const [statement, form, expected, actual] of wrong) {
        out.assert(statement)
        if (form.test(bare)) blame(statement, expected, actual)
      }
      // Between the quotes stand the values, each after what it is compared with.
      const pieces = query.split('"')
      for (let at = 1; at < pieces.length; at += 2) {
        const [, field = '', sign] = /([\w.]+)\s*([=<>!]+)\s*$/.exec(pieces[at - 1] ?? '') ?? []
        const wrongly = sign === undefined ? undefined : quoted(field, sign, pieces[at] ?? '')
        if (wrongly) blame(...wrongly)
      }
      const resource = reading.path('resourceName') ?? ''
      for (const [, field = ''] of bare.matchAll(/\bCONTAINS\s*\(\s*(\w+)\s*,/g))
        if (kinds.isPlain(resource, field))
          blame(
            'A-CQL-05',
            'CONTAINS is used on fields that hold a list',
            `CONTAINS on ${field}, which holds a plain value`,
          )
    },
  }
}

/** Forms that no reading of the query language has, told where the server refused them. */
function judgeRefused(query: string, url: string, { ref }: Moment, out: Out): void {
  const find = (statement: string, expected: string, actual: string): void =>
    out.find({ statement, side: 'client', expected, actual, exchanges: [ref] })
  out.assert('A-CQL-01')
  const bare = query.replace(/"[^"]*"/g, '""')
  // A quote alone opens a string that does not end; more may stand within one.
  if (bare.split('"').length % 2 === 0 && query.split('"').length === 2)
    find('A-CQL-15', 'strings stand in double quotes', 'a quote that opens a string which does not end')
  else if (/%25[2-7][\da-f]/i.test(url) && /%[2-7][\da-f]/i.test(bare) && !/[\s"=<>]/.test(query))
    find('A-CQL-01', 'a criterion is a field, an operator and a value, encoded once', 'a query that is encoded twice')
  else {
    const sign = /[\w)\]]\s*(==+|<>|=[<>]|!==)/.exec(bare)?.[1]
    const form = sign === undefined ? foreignForm(bare) : `the operator ${sign}`
    if (form !== undefined) find('A-CQL-01', 'criteria have the operators of the query language', form)
  }
}

/** Whether each parenthesis that opens is closed, in turn. */
function isBalanced(text: string): boolean {
  let open = 0
  for (const sign of text) {
    if (sign === '(') open += 1
    if (sign === ')') open -= 1
    if (open < 0) return false
  }
  return open === 0
}
