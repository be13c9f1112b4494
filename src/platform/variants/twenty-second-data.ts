import type { Variant } from '../deviation.ts'
import { askedOf, withBody, withQuery } from '../faults/passing.ts'
import { isUpdate } from '../faults/serving.ts'
import { heldWithin } from '../held-within.ts'
import type { PlatformRequest } from '../http/message.ts'
import { strictComparison, strictOrder } from '../rulebook/cql.ts'
import { storeSeams } from '../seams/store.ts'
import type { Table } from '../store/table.ts'
import { lawful, through } from './lawful.ts'
import { storeMeant } from './store-meant.ts'

const dayMs = 86_400_000

/** A collation without case and accents, blanks at the end overlooked. */
const collated = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replace(/ +$/, '')

const heldBy = (table: Table, externalId: string) =>
  table.byExternalId(externalId) ??
  table.all().find((record) => record.externalId !== null && collated(record.externalId) === collated(externalId))

/** A date-time in one of three forms of ISO 8601, by what it says. */
function inSomeForm(value: string): string {
  const time = new Date(value)
  const text = time.toISOString()
  if (text.endsWith('T00:00:00.000Z')) return `${new Date(time.getTime() - dayMs).toISOString().slice(0, 10)}T24:00:00Z`
  return time.getUTCMinutes() % 2 === 0
    ? text.replaceAll(/[-:]/g, '').replace('.', ',').replace(',000', '')
    : text.replace('.', ',').replace('Z', '+00:00')
}

const basic = /\b(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(?:[.,](\d+))?Z/g
const hour24 = /\b(\d{4}-\d\d-\d\d)T24:00:00Z/g

/** What callers send back is understood in all three forms; the comma the platform reads by itself. */
const understood = (text: string): string =>
  text
    .replaceAll(
      basic,
      (_, year, month, day, hour, minute, second, part?: string) =>
        `${year}-${month}-${day}T${hour}:${minute}:${second}${part === undefined ? '' : `.${part}`}Z`,
    )
    .replaceAll(hour24, (_, day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString())

function withTimesUnderstood(request: PlatformRequest): PlatformRequest {
  const query = askedOf(request).query.get('query')
  const asked =
    query !== null && understood(query) !== query ? withQuery(request, { query: understood(query) }) : request
  const body = asked.body.toString('utf8')
  return understood(body) === body ? asked : withBody(asked, Buffer.from(understood(body)))
}

const formerId = heldWithin<string>()

const nobody = 'NOBODY'

/** Lawful servers of records that a twenty-second reader of the document thought up (suites/two-readings). */
export const twentySecondDataVariants: readonly Variant[] = [
  {
    ...through(
      'external-ids-by-collation',
      ['A-REC-07', 'A-DAT-14', 'A-DAT-24'],
      'External ids that differ in letter case, accents or blanks at their end are one, for uniqueness, in paths and in references.',
      (request, go, { house }) => {
        const asked = askedOf(request)
        const table = asked.by === 'externalId' ? storeMeant(request, house)?.table(asked.resource ?? '') : undefined
        const held = table && heldBy(table, asked.name ?? '')?.externalId
        return go(
          held == null || held === asked.name
            ? request
            : { ...request, target: request.target.replace(/(externalId\/)[^?/]*/, `$1${encodeURIComponent(held)}`) },
        )
      },
    ),
    rule: {
      record: { holder: (externalId, resource, store) => heldBy(store.table(resource), externalId) },
      references: { named: (externalId, resource, store) => heldBy(store.table(resource), externalId) },
    },
  },
  {
    id: 'date-times-in-three-forms-of-iso-8601',
    leaves: ['A-REC-10'],
    says: 'Midnight is shown as hour 24 of the day before, other date-times in the basic form or with a comma and +00:00, by their minute.',
    rule: { shown: { dateTime: inSomeForm } },
    seam: { passage: { through: (request, go) => go(withTimesUnderstood(request)) } },
  },
  {
    id: 'external-id-brings-its-former-id-back',
    leaves: ['A-DAT-06', 'A-DAT-15', 'A-DEL-02'],
    says: 'PUT or PATCH by the external id of a deleted record creates under the id that it had.',
    seam: {
      recordId: { next: () => formerId.get() ?? storeSeams.recordId.next() },
      passage: {
        through: (request, go, { house }) => {
          const asked = askedOf(request)
          const table = asked.by === 'externalId' ? storeMeant(request, house)?.table(asked.resource ?? '') : undefined
          if (!table || !isUpdate(asked) || table.byExternalId(asked.name ?? '')) return go(request)
          const former = table.deletions.findLast(({ record }) => record.externalId === asked.name)?.record.id
          return former === undefined || table.byId(former) ? go(request) : formerId.run(former, () => go(request))
        },
      },
    },
  },
  lawful(['A-CQL-19', 'A-REC-18'], {
    id: 'me-is-null-without-user',
    says: 'me() is null for a token without user: no comparison with it holds, nor the negation of one.',
    rule: {
      cql: {
        me: (id) => id ?? nobody,
        order: (a, b, kind) => (b === nobody ? Number.NaN : strictOrder(a, b, kind)),
        compares: (operator, order) => (Number.isNaN(order) ? null : strictComparison(operator, order)),
      },
    },
  }),
  lawful(['A-ATT-01', 'A-ATT-07'], {
    id: 'base64-in-either-alphabet',
    says: 'fileContent may be in lines, without padding, and in the alphabet for addresses.',
    rule: {
      attachment: { refuses: (text) => (/^[A-Za-z\d+/_-]*={0,2}$/.test(text.replaceAll(/\s/g, '')) ? undefined : 400) },
    },
  }),
]
