import type { Monitor } from './monitor.ts'

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
  ['A-CQL-15', /[=<>]\s*\d{4}-\d{2}-\d{2}T\d/, 'date-times stand in double quotes', 'a date-time without quotes'],
]

/** Callers write the queries of lists as the query language has it (A-CQL-01, 04, 05, 08, 15). */
export const callerQuery: Monitor = {
  name: 'caller-query',
  side: 'client',
  statements: ['A-CQL-01', 'A-CQL-04', 'A-CQL-05', 'A-CQL-08', 'A-CQL-15'],
  see({ observed: { reading, moment }, out }) {
    const { operation } = reading.match
    const query = reading.query('query')
    if (operation.interface !== 'data' || operation.method !== 'GET' || query === undefined) return
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
    for (const [statement, form, expected, actual] of wrong) {
      out.assert(statement)
      if (form.test(bare)) out.find({ statement, side: 'client', expected, actual, exchanges: [moment.ref] })
    }
  },
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
