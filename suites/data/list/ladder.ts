import type { Answer, Dto } from '../../../src/clients/answer.ts'
import { inUtc } from '../../../src/exchange/moment.ts'
import { Blocked, eventually, keyOf, matchers, must, plainId, rely, type Context } from '../../../src/kit/index.ts'
import { madeOnce } from '../made-once.ts'
import { cql } from '../cql/requirements.ts'
import { hasPartners } from '../offered.ts'
import { call, stored, type Stored } from '../steps.ts'

/** Own records that differ in the fields that lists are ordered by. Their values sort the same way in every collation. */
export interface Ladder {
  readonly rows: readonly Stored[]
  /** Names of the partners that rows refer to, by the id of the row. */
  readonly partners: ReadonlyMap<string, string>
}

const steps = [
  { subject: 'rung k4', remarks: 'group g1', startDateTime: '2031-03-01T10:00:00Z', partner: 0 },
  { subject: 'rung k1', remarks: 'group g1', startDateTime: '2031-01-01T10:00:00Z', partner: 1 },
  { subject: 'rung k5', remarks: 'group g2', startDateTime: undefined, partner: undefined },
  { subject: 'rung k2', remarks: 'group g2', startDateTime: '2030-12-31T23:45:00Z', partner: 0 },
  { subject: 'rung k6', remarks: 'group g1', startDateTime: '2031-10-01T00:00:00Z', partner: 1 },
  { subject: 'rung k3', remarks: 'group g2', startDateTime: undefined, partner: 2 },
] as const

/** The orders by creation, by id and by name all differ, so that none can pass for another. */
const built = madeOnce(async (context): Promise<Ladder> => {
  // The middle name has the last id, so that the order by id differs from the one by name.
  const ids = [context.fresh.id(), context.fresh.id(), context.fresh.id()].sort()
  const { tag } = context.fresh
  const named = [
    [`${tag} m2`, ids[2]],
    [`${tag} m1`, ids[1]],
    [`${tag} m3`, ids[0]],
  ] as const
  const partners: Stored[] = []
  for (const [name, id] of hasPartners(context) ? named : [])
    partners.push(await stored(context, { id, name }, 'BusinessPartner'))
  const rows: Stored[] = []
  const names = new Map<string, string>()
  for (const { partner, startDateTime, ...plain } of steps) {
    const to = partner === undefined ? undefined : partners[partner]
    const row = await stored(context, {
      ...plain,
      ...(startDateTime ? { startDateTime } : {}),
      ...(to ? { businessPartner: to.id } : {}),
    })
    rows.push(row)
    if (to) names.set(plainId(row.id), String(to.dto['name']))
  }
  return { rows, partners: names }
})

export async function ladderOf(context: Context): Promise<Ladder> {
  const ladder = await built(context)
  await mustBeSearched(context, ladder.rows)
  return ladder
}

/** The same where rows refer to partners. */
export async function linkedLadderOf(context: Context): Promise<Ladder> {
  if (!hasPartners(context)) throw new Blocked('templates.BusinessPartner is missing in the target file')
  return ladderOf(context)
}

type Row = Pick<Stored, 'id' | 'externalId'>

/** A search finds these records, perhaps a little later than a read by id does. If it does not, the finding is about searching. */
export function mustBeSearched(context: Context, rows: readonly Row[], resource: string = call): Promise<Answer> {
  const ids = rows.map(({ id }) => plainId(id)).sort()
  const search = () => context.api.data.list(resource, { query: { query: scopeOf(rows) } })
  const all = (answer: Answer) =>
    matchers.success(answer) ?? matchers.equal('records found', idsOfDtos(answer.records(keyOf(resource))).sort(), ids)
  return rely(cql['query-criteria'], () => eventually(context, search, all))
}

/** How many values a list may have is not shown. */
const valuesAtMost = 50

export function scopeOf(rows: readonly Pick<Stored, 'externalId'>[]): string {
  const values = rows.map(({ externalId }) => `"${externalId}"`)
  const lists = Array.from({ length: Math.max(1, Math.ceil(values.length / valuesAtMost)) }, (_, at) =>
    values.slice(at * valuesAtMost, (at + 1) * valuesAtMost),
  ).map((some) => `externalId in (${some.join(', ')})`)
  return lists.length === 1 ? String(lists[0]) : `(${lists.join(' OR ')})`
}

/** The rows of a list, as it shows them. */
export async function listed(
  { api }: Pick<Context, 'api'>,
  rows: readonly Pick<Stored, 'externalId'>[],
  query: Readonly<Record<string, string>>,
  resource: string = call,
): Promise<{ answer: Answer; dtos: readonly Dto[] }> {
  const answer = await api.data.list(resource, { query: { query: scopeOf(rows), ...query } })
  must.success(answer)
  return { answer, dtos: answer.records(keyOf(resource)) }
}

export const idsOfDtos = (dtos: readonly Dto[]): string[] => dtos.map((dto) => plainId(String(dto['id'])))

/** The rows that have the value, sorted by it, ascending or descending. */
export function sorted(
  rows: readonly Stored[],
  keys: ReadonlyArray<readonly [of: (row: Stored) => unknown, down?: 'down']>,
): string[] {
  return [...rows]
    .sort((one, other) => {
      for (const [of, down] of keys) {
        // Of a date-time one text shows another form than the next.
        const [a, b] = [inUtc(String(of(one))), inUtc(String(of(other)))]
        if (a !== b) return (a < b ? -1 : 1) * (down ? -1 : 1)
      }
      return 0
    })
    .map(({ id }) => plainId(id))
}
