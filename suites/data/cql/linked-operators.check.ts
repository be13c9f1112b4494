import { check, Unexercised } from '../../../src/kit/index.ts'
import { current, stored, storedIfTaken, type Stored } from '../steps.ts'
import { mustBecome } from './held.ts'
import { mustFindOfTwo, twoLinked } from './linked-pair.ts'
import { cql } from './requirements.ts'

const nameOf = ({ dto }: Stored): string => String(dto['name'])

check(
  cql['query-ordering'],
  'through-a-link',
  { needs: ['reference'], brokenBy: ['cql-orders-through-links-by-the-record-itself'], effects: true },
  async (context) => {
    const made = await twoLinked(context)
    const [north, south] = made.partners
    // A service may touch a record that another one came to refer to.
    const first = (await current(context.api, north, north.resource)).lastChanged
    const second = (await current(context.api, south, south.resource)).lastChanged
    if (first >= second) throw new Unexercised('two partners that were made in turn show no moments in turn')
    const field = 'businessPartner.lastChanged'
    await mustFindOfTwo(context, made, `${field} < ${second}`, [1])
    await mustFindOfTwo(context, made, `${field} >= ${second}`, [2])
    await mustFindOfTwo(context, made, `${field} > ${first} AND ${field} <= ${second}`, [2])
  },
)

check(
  cql['query-ilike'],
  'through-a-link',
  { needs: ['reference'], brokenBy: ['cql-ilike-through-links-minds-case'], effects: true },
  async (context) => {
    const made = await twoLinked(context)
    const [north, south] = made.partners.map(nameOf)
    await mustFindOfTwo(context, made, `businessPartner.name ilike "${north?.toUpperCase()}"`, [1])
    await mustFindOfTwo(context, made, `businessPartner.name ilike "${south?.slice(0, -5)}S%"`, [2])
  },
)

check(
  cql['query-in'],
  'through-a-link',
  { needs: ['reference'], brokenBy: ['cql-lists-through-links-end-at-the-first'], effects: true },
  async (context) => {
    const made = await twoLinked(context)
    const [north, south] = made.partners
    const names = [context.fresh.text(), nameOf(north), nameOf(south)].map((name) => `"${name}"`)
    await mustFindOfTwo(context, made, `businessPartner.name in (${names.slice(0, 2).join(', ')})`, [1])
    await mustFindOfTwo(context, made, `businessPartner.name in (${names.join(', ')})`, [1, 2])
  },
)

check(
  cql['query-null'],
  'of-a-field-of-the-linked',
  { needs: ['reference'], brokenBy: ['cql-null-through-links-tells-of-the-link'], effects: true },
  async (context) => {
    const made = await twoLinked(context)
    await mustFindOfTwo(context, made, 'businessPartner.name is null', [])
    await mustFindOfTwo(context, made, '!(businessPartner.name is null)', [1, 2])
    // No sentence says that a record needs no external id.
    const nameless = await storedIfTaken(context, { externalId: undefined }, 'BusinessPartner')
    if (!nameless || (nameless.dto['externalId'] ?? null) !== null) return
    const referrer = await stored(context, { businessPartner: nameless.id })
    await mustBecome(context, referrer, 'businessPartner.externalId is null', true)
    await mustBecome(context, referrer, '!(businessPartner.externalId is null)', false)
  },
)
