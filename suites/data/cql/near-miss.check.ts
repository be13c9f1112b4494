import {
  Unexercised,
  check,
  each,
  keyOf,
  matchers,
  must,
  type Check,
  type Context,
  type Head,
} from '../../../src/kit/index.ts'
import { askAsItIs, askIfHeard } from './ask.ts'
import { tableOf, type Table } from './table.ts'
import { pointing } from '../pointing.ts'
import { cql } from './requirements.ts'
import { stored } from '../steps.ts'

type Rule = Parameters<typeof check>[0]

/** Each query is refused with a 4xx. A scope stands in front, so that what is answered unfiltered stays within the rows of the check. */
const refuses = (
  rule: Rule,
  situation: string,
  head: Head,
  queries: (table: Table) => readonly string[],
  options: { readonly bare?: true } = {},
): Check =>
  check(rule, situation, { effects: true, ...head }, async (context: Context) => {
    const table = await tableOf(context)
    // The same list with a lawful query is answered: a server that refuses everything proves nothing.
    const lawful = await askAsItIs(context, table, `${table.scopes[0]} AND (subject like "abc%")`)
    must.success(lawful.answer)
    await each(queries(table), async (query) => {
      const { answer, ids } = await askAsItIs(
        context,
        table,
        options.bare ? query : `${table.scopes[0]} AND (${query})`,
      )
      if (answer.status >= 200 && answer.status < 300)
        must.hold(`${query} refused with a 4xx`, false, `status ${answer.status} with ${ids.length} records`)
      must.refused4xx(answer)
    })
  })

refuses(
  cql['query-ordering-elsewhere-refused'],
  'strings-ids-booleans',
  {
    brokenBy: [
      'cql-ordering-strings-accepted',
      'cql-ordering-booleans-accepted',
      'cql-ordering-crashes',
      'cql-ordering-identifiers-served',
      'cql-ordering-booleans-empty',
      'cql-ordering-strings-negated',
    ],
  },
  (table) => [
    'subject > "abc"',
    'subject <= "abc"',
    'chargeableEfforts > false',
    'chargeableEfforts <= true',
    '!(subject > "abc")',
    'subject = "abc" OR subject > "abc"',
    `id > "${table.rows[0]?.id}"`,
    `businessPartner < "${String(table.partners[0]?.['id'])}"`,
  ],
)

// Only a reference leads to fields of another record: below a text, number or boolean there is none.
refuses(
  cql['query-unreadable-refused'],
  'field-below-a-simple-one',
  { brokenBy: ['cql-field-below-text-unfiltered', 'cql-field-below-text-crashes'] },
  () => [
    'subject.name = "abc"',
    'subject.id = "abc"',
    'chargeableEfforts.name = "abc"',
    'lastChanged.id = "abc"',
    'subject.name = "x" OR subject = "abc"',
  ],
)

refuses(
  cql['query-unreadable-refused'],
  'unknown-field',
  {
    brokenBy: [
      'cql-unknown-field-unfiltered',
      'cql-unknown-field-crashes',
      'cql-unreadable-leg-false',
      'cql-unknown-linked-unfiltered',
      'cql-what-every-object-has-is-a-field',
    ],
  },
  () => [
    'noSuchField = "x"',
    'noSuchField = "x" OR subject = "abc"',
    'noSuchField is null',
    // In many languages whatever is looked up by name has this.
    'toString is null',
    'subjects like "abc%"',
    'businessPartner.noSuchField = "x"',
  ],
)

refuses(
  cql['query-unreadable-refused'],
  'malformed',
  {
    brokenBy: [
      'cql-malformed-unfiltered',
      'cql-malformed-crashes',
      'cql-unknown-operator-equal',
      'cql-bare-word-false',
      'cql-rest-ignored',
    ],
  },
  () => [
    'subject = "abc" AND',
    'AND subject = "abc"',
    'subject = ',
    'subject "abc"',
    'subject = = "abc"',
    'subject ~ "abc"',
    'subject = "abc" subject = "abc"',
    'subject in "abc"',
    'subject is',
    '!',
    '()',
    'subject',
    'chargeableEfforts = treu',
  ],
)

refuses(
  cql['query-unreadable-refused'],
  'unbalanced',
  { brokenBy: ['cql-unbalanced-unfiltered', 'cql-malformed-crashes', 'cql-missing-parenthesis-supplied'] },
  ({ scopes }) => [
    `${scopes[0]} AND (subject = "abc"`,
    `${scopes[0]} AND subject = "abc")`,
    `${scopes[0]} AND subject = "abc`,
    `(${scopes[0]}`,
  ],
  { bare: true },
)

check(
  cql['query-object-type-required'],
  'without-resource',
  {
    needs: ['object-reference'],
    effects: true,
    brokenBy: [
      'clientidentifier-needed-for-query',
      'cql-object-without-type-accepted',
      'cql-object-without-type-crashes',
      'cql-object-without-type-unfiltered',
      'cql-object-bare-in-served',
    ],
  },
  async (context) => {
    const { resource, criterion, at, ends } = pointing(context)
    const end = await stored(context, {}, ends[0])
    const name = await at(ends[0], end.id)
    const list = (written: string, test = `= "${end.id}"`) =>
      context.api.data.list(resource, { query: { query: `externalId = "${name}" AND ${written} ${test}` } })
    const lawful = await list(criterion(ends[0]))
    must.success(lawful)
    must.equal('number of records with the resource named', lawful.records(keyOf(resource)).length, 1)
    for (const written of [criterion(), `${criterion()}()`]) must.refused4xx(await list(written))
    must.refused4xx(await list(criterion(), `in ("${end.id}")`))
  },
)

refuses(
  cql['query-contains-elsewhere-refused'],
  'plain-fields',
  {
    brokenBy: [
      'cql-contains-text-accepted',
      'cql-contains-text-crashes',
      'cql-contains-reference-served',
      'cql-contains-in-or-crashes',
    ],
  },
  (table) => [
    'CONTAINS(subject, "abc")',
    'CONTAINS(subject, "abc") OR subject = "bc"',
    'CONTAINS(chargeableEfforts, true)',
    `CONTAINS(businessPartner, "${String(table.partners[0]?.['id'])}")`,
  ],
)

check(
  cql['query-unreadable-refused'],
  'list-as-plain-criterion',
  {
    needs: ['list-reference'],
    effects: true,
    brokenBy: ['cql-list-criterion-unfiltered', 'cql-list-criterion-crashes'],
  },
  async (context) => {
    const table = await tableOf(context)
    const { answer, ids } = await askAsItIs(
      context,
      table,
      `${table.scopes[0]} AND (technicians = "${context.fresh.id()}")`,
    )
    // Refused as a collection, or compared as a reference is: then no record refers to an id that is new.
    must.hold(
      'a list as a plain criterion refused with a 4xx, or held by no record',
      !matchers.noServerError(answer) && ids.length === 0,
      `status ${answer.status} with ${ids.length} records`,
    )
  },
)

check(
  cql['query-unreadable-refused'],
  'never-a-crash',
  { effects: true, brokenBy: ['cql-deep-query-crashes', 'cql-long-list-crashes'] },
  async (context) => {
    const table = await tableOf(context)
    const scope = table.scopes[0] as string
    const deep = `${'('.repeat(60)}subject = "abc"${')'.repeat(60)}`
    const unheard: string[] = []
    const hard = [
      `${scope} AND subject = "\u0000"`,
      `${scope} AND subject like "abc%%%"`,
      `${scope} AND ${deep}`,
      `${scope} AND subject in (${Array.from({ length: 100 }, (_, n) => `"${n}"`).join(', ')})`,
    ]
    for (const query of hard) {
      const heard = await askIfHeard(context, table, query, 'subject = "abc"')
      if (!heard) unheard.push(query)
      else must.noServerError(heard.answer, query.slice(scope.length + 5, scope.length + 45))
    }
    if (unheard.length > 0) throw new Unexercised(`the connection ends without an answer to ${unheard.join(', ')}`)
  },
)
