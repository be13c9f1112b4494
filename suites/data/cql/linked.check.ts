import { check, each, keyOf, must, plainId, rely, Blocked, Unexercised } from '../../../src/kit/index.ts'
import { asks, quoted } from './asks.ts'
import { mustHold } from './ask.ts'
import { tableOf, type SeededRow, type Table, partnersOf, peopleOf } from './table.ts'
import { refersTo, valueOf } from './truth.ts'
import { cql } from './requirements.ts'
import { otherWriter } from '../other-user.ts'
import { stored, read } from '../steps.ts'

const linked = (table: Table, row: SeededRow): string | undefined => {
  const id = valueOf(row, 'businessPartner')
  const found =
    id === undefined
      ? undefined
      : table.partners.find((partner) => plainId(String(partner['id'])) === plainId(String(id)))
  return found ? String(found['name']) : undefined
}
const technicians = (row: SeededRow): readonly string[] => {
  const value = valueOf(row, 'technicians')
  return [value ?? []].flat().map((id) => plainId(String(id)))
}
const person = (table: Table, position: number) => plainId(String(peopleOf(table)[position]?.['id']))

asks(
  cql['query-linked-field'],
  'to-one',
  {
    needs: ['reference'],
    brokenBy: ['cql-linked-ignored', 'cql-linked-wrong-record', 'cql-linked-null-matches'],
  },
  (table) => {
    const [north = '', , south = ''] = partnersOf(table).map((partner) => String(partner['name']))
    return [
      [
        `businessPartner.name = "${north}"`,
        (row) => {
          const name = linked(table, row)
          return name?.toLowerCase() === north.toLowerCase() ? (name === north ? true : undefined) : false
        },
      ],
      ['businessPartner.name like "fieldproof%"', (row) => /^fieldproof/.test(linked(table, row) ?? '')],
      [`businessPartner.name = "${south}"`, () => false],
    ]
  },
)

asks(
  cql['query-linked-field'],
  'to-many',
  {
    needs: ['list-reference'],
    brokenBy: ['cql-linked-many-first-only', 'cql-linked-many-ignored', 'cql-linked-once-per-link'],
  },
  (table) => {
    // No document shows a field of what technicians refer to.
    if (peopleOf(table).some((one) => one['lastName'] === undefined))
      throw new Blocked('what fixtures.listReference leads to has no lastName in its template, which this asks for')
    return [
      [
        `technicians.lastName = ${quoted(peopleOf(table)[0]?.['lastName'])}`,
        (row) => technicians(row).includes(person(table, 0)),
      ],
      ['technicians.lastName like "Bec%"', (row) => technicians(row).includes(person(table, 1))],
      ['technicians.lastName like "%e%"', (row) => technicians(row).length > 0],
    ]
  },
)

asks(
  cql['query-contains'],
  'list-of-identifiers',
  {
    needs: ['list-reference'],
    brokenBy: ['cql-contains-first-only', 'cql-contains-equality', 'cql-contains-inverted', 'cql-contains-everything'],
  },
  (table) =>
    [0, 1].map(
      (position) =>
        [
          `CONTAINS(technicians, ${quoted(peopleOf(table)[position]?.['id'])})`,
          (row: SeededRow) => technicians(row).includes(person(table, position)),
        ] as const,
    ),
)

asks(
  cql['query-contains'],
  'both-of-two',
  { needs: ['list-reference'], brokenBy: ['cql-contains-last-of-and'] },
  (table) =>
    [
      [0, 1],
      [1, 0],
    ].map((order) => [
      order.map((position) => `CONTAINS(technicians, ${quoted(peopleOf(table)[position]?.['id'])})`).join(' AND '),
      (row: SeededRow) => order.every((position) => technicians(row).includes(person(table, position))),
    ]),
)

asks(
  cql['query-field-kinds'],
  'reference-and-sub-field',
  {
    needs: ['reference'],
    brokenBy: [
      'cql-reference-criteria-ignored',
      'cql-linked-ignored',
      'cql-reference-other-spelling-only',
      'cql-reference-by-name',
    ],
  },
  (table) => {
    const id = partnersOf(table)[1]?.['id']
    return ['businessPartner', 'businessPartner.id'].map((criterion) => [
      `${criterion} = ${quoted(id)}`,
      refersTo('businessPartner', id),
    ])
  },
)

check(
  cql['query-me'],
  'writer',
  {
    needs: ['sync-base-10', 'user-grant'],
    effects: true,
    brokenBy: ['cql-me-somebody-else', 'cql-me-everybody', 'cql-others-than-me-are-nobody'],
  },
  async (context) => {
    const other = await stored(context)
    const { api, record: mine } = await otherWriter(context, other)
    // No document lets every user read what others made.
    const isSeen = (await read(api, other.id)) !== undefined
    const same = other.dto['lastChangedBy'] === mine.dto['lastChangedBy']
    const scope = `externalId in ("${mine.externalId}", "${other.externalId}")`
    const questions = [
      ['=', [mine, ...(same && isSeen ? [other] : [])]],
      ['!=', same || !isSeen ? [] : [other]],
    ] as const
    await each(questions, async ([operator, wanted]) => {
      const query = `${scope} AND lastChangedBy ${operator} me()`
      const answer = await api.data.list('ServiceCall', { query: { query } })
      must.success(answer)
      const ids = answer
        .records(keyOf('ServiceCall'))
        .map((record) => plainId(String(record['id'])))
        .sort()
      must.equal(`records with lastChangedBy ${operator} me()`, ids.length, wanted.length)
      must.include(
        `the ids listed by lastChangedBy ${operator} me()`,
        ids,
        wanted.map(({ id }) => plainId(id)),
      )
    })
    if (!isSeen) throw new Unexercised('no other user reads what somebody else wrote')
  },
)

check(
  cql['query-me'],
  'in-a-batch',
  { needs: ['sync-base-10', 'user-grant', 'batch'], effects: true, brokenBy: ['cql-me-nobody-in-batch'] },
  async (context) => {
    const { api, record } = await otherWriter(context)
    const query = { query: `externalId = "${record.externalId}" AND lastChangedBy = me()` }
    const alone = await rely(cql['query-me'], async () => {
      const answer = await api.data.list('ServiceCall', { query })
      must.success(answer)
      const count = answer.records(keyOf('ServiceCall')).length
      must.equal('records of this user by me()', count, 1)
      return count
    })
    const { parts } = await api.batch.send([api.batch.part.list('ServiceCall', { query })])
    const listed = parts[0] && parts[0].status < 300 ? parts[0].records(keyOf('ServiceCall')) : []
    must.equal('number of records that a part of a batch lists by me(), as the list alone', listed.length, alone)
  },
)

check(
  cql['query-linked-field'],
  'one-to-one-folded',
  { needs: ['reference'], effects: true, brokenBy: ['cql-linked-ignored', 'cql-linked-wrong-record'] },
  async (context) => {
    const table = await tableOf(context)
    // Asked through the link, and asked by the ids of what the link leads to: the same records.
    const ids = partnersOf(table)
      .filter(({ name }) => String(name).startsWith('Fieldproof'))
      .map(({ id }) => id)
    const folded = (row: SeededRow) => ids.some((id) => refersTo('businessPartner', id)(row) === true)
    await mustHold(context, table, `businessPartner in (${ids.map(quoted).join(', ')})`, folded)
    await mustHold(context, table, 'businessPartner.name like "Fieldproof%"', folded)
  },
)
