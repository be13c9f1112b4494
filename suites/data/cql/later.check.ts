import type { Answer } from '../../../src/clients/answer.ts'
import {
  check,
  eventually,
  keyOf,
  matchers,
  must,
  plainId,
  rely,
  sameId,
  type Context,
} from '../../../src/kit/index.ts'
import { mustBeGone } from '../record/related.ts'
import { referenceTo, referredBy } from '../inverse-end.ts'
import { data } from '../record/requirements.ts'
import { call, changed, read, refOf, routes, stored, succeeded, whole, storedIfTaken, type Stored } from '../steps.ts'
import { idsOfDtos, mustBeSearched, scopeOf } from '../list/ladder.ts'
import { held, mustBecome } from './held.ts'
import { cql } from './requirements.ts'
import { tableOf, peopleOf } from './table.ts'

const idsOf = (answer: Answer) => idsOfDtos(answer.records(keyOf(call))).sort()

check(
  cql['query-linked-field'],
  'after-the-linked-record-changed',
  {
    needs: ['reference'],
    effects: true,
    brokenBy: [
      'cql-linked-former',
      'cql-linked-guid-as-id',
      'criteria-go-by-the-first-reference',
      'criteria-on-children-go-by-their-first-parent',
    ],
  },
  async (context) => {
    // A name of the form of an id is a name.
    const name = context.fresh.id()
    const partner = await stored(context, { name }, 'BusinessPartner')
    const referrer = await stored(context, { businessPartner: partner.id })
    await mustBecome(context, referrer, `businessPartner.name = "${name}"`, true)
    const now = await changed(context, partner)
    await mustBecome(context, referrer, `businessPartner.name = "${String(now.dto['name'])}"`, true)
    await mustBecome(context, referrer, `businessPartner.name = "${name}"`, false)
    await mustFollowChild(context, referrer)
    const next = await stored(context, {}, 'BusinessPartner')
    await context.api.data.patch(call, referrer.id, { businessPartner: next.id }, { force: true })
    // That a reference which is set may be changed is not stated.
    if (!sameId((await read(context.api, referrer.id))?.['businessPartner'], next.id)) return
    const byName = `businessPartner.name = "${String(next.dto['name'])}"`
    await mustBecome(context, referrer, `businessPartner = "${next.id}" AND ${byName}`, true)
    await mustBecome(context, referrer, `businessPartner = "${partner.id}"`, false)
  },
)

/** Found by what refers to it, and no longer once that refers to another one. */
async function mustFollowChild(context: Context, parent: Stored): Promise<void> {
  const { inverse } = context.target.fixtures
  if (inverse?.resource !== parent.resource) return
  const { field, to, by } = inverse
  const other = await stored(context)
  const child = await stored(context, { [by]: referenceTo(context, parent.id) }, to)
  const criterion = `${field}.externalId = "${child.externalId}"`
  const query = `id = "${parent.id}" AND ${criterion}`
  const answer = await context.api.data.list(parent.resource, { query: { query } })
  // Whether a criterion may go to what refers to a record is not stated for each relation.
  if (!succeeded(answer) || answer.records(keyOf(parent.resource)).length === 0) return
  await context.api.data.patch(to, child.id, { [by]: referenceTo(context, other.id) }, { force: true })
  if (!sameId(referredBy(context, (await read(context.api, child.id, to))?.[by]), other.id)) return
  await eventually(
    context,
    () => context.api.data.list(parent.resource, { query: { query: `${scopeOf([parent, other])} AND ${criterion}` } }),
    (now) =>
      matchers.success(now) ??
      matchers.equal(`records found by ${criterion}, which refers to another one now`, idsOf(now), [plainId(other.id)]),
  )
}

check(
  cql['query-contains'],
  'after-an-element-was-removed',
  { needs: ['list-reference'], effects: true, brokenBy: ['cql-contains-former'] },
  async (context) => {
    const [kept, gone] = peopleOf(await tableOf(context)).map(({ id }) => String(id))
    const before = await stored(context, { technicians: [kept, gone] })
    const now = await changed(context, before, { technicians: [kept] })
    await mustBecome(context, now, `CONTAINS(technicians, "${kept}")`, true)
    await mustBecome(context, now, `CONTAINS(technicians, "${gone}")`, false)
  },
)

check(
  cql['query-contains'],
  'of-a-list-that-an-update-wrote',
  { needs: ['list-reference'], effects: true, brokenBy: ['cql-contains-first-of-a-patched-list'] },
  async (context) => {
    const technicians = peopleOf(await tableOf(context))
      .map(({ id }) => String(id))
      .slice(0, 2)
    const { data: calls } = context.api
    for (const route of routes)
      for (const method of ['put', 'patch'] as const) {
        const record = await stored(context)
        const body = method === 'put' ? whole(context, { externalId: record.externalId }) : {}
        await rely(method === 'put' ? data.replace : data['partial-update'], async () =>
          must.status(
            await calls[method](record.resource, refOf(record, route), { ...body, technicians }, { force: true }),
            201,
          ),
        )
        for (const one of technicians) await mustBecome(context, record, `CONTAINS(technicians, "${one}")`, true)
      }
  },
)

check(
  cql['query-null'],
  'of-a-reference-to-a-deleted-record',
  { needs: ['reference'], effects: true, brokenBy: ['cql-is-null-dangling'] },
  async (context) => {
    const partner = await stored(context, {}, 'BusinessPartner')
    const referrer = await stored(context, { businessPartner: partner.id })
    const answer = await context.api.data.remove('BusinessPartner', partner.id, partner.lastChanged)
    await rely(data.delete, () => mustBeGone(context, partner, answer))
    const shown = (await read(context.api, referrer.id))?.['businessPartner']
    // Only what the record still shows is judged.
    if (shown === undefined || shown === null) return
    await mustBecome(context, referrer, 'businessPartner is null', false)
  },
)

check(
  cql['query-null'],
  'of-an-external-id-never-sent',
  { effects: true, brokenBy: ['cql-no-external-id-never-null', 'external-id-given-later-not-found-by-criteria'] },
  async (context) => {
    // No sentence says that a record needs no external id.
    const record = await storedIfTaken(context, { externalId: undefined })
    if (!record || (record.dto['externalId'] ?? null) !== null) return
    await mustBecome(context, record, 'externalId is null', true)
    const externalId = context.fresh.externalId()
    await context.api.data.patch(call, record.id, { externalId }, { force: true })
    // Nor that one may be given later.
    if ((await read(context.api, record.id))?.['externalId'] !== externalId) return
    await mustBecome(context, record, `externalId = "${externalId}"`, true)
    await mustBecome(context, record, 'externalId is null', false)
  },
)

check(
  cql['query-result-set'],
  'after-a-delete-by-external-id',
  { effects: true, brokenBy: ['data-listed-once-deleted-by-external-id', 'cql-or-at-the-top-finds-deleted'] },
  async (context) => {
    const [record, other] = [await stored(context), await stored(context)]
    // One leg is as good as the other: a condition that is put before or behind the query bounds only one of them.
    const either = [
      [record, other],
      [other, record],
    ].map((legs) => legs.map(({ externalId }) => `externalId = "${externalId}"`).join(' OR '))
    const mustFind = async (records: readonly Stored[]) => {
      const ids = records.map(({ id }) => plainId(id)).sort()
      for (const query of either)
        await eventually(
          context,
          () => context.api.data.list(call, { query: { query } }),
          (answer) => matchers.success(answer) ?? matchers.equal('records found', idsOf(answer), ids),
        )
    }
    await mustFind([record, other])
    await mustBecome(context, record, `externalId = "${record.externalId}"`, true)
    await rely(data['delete-by-external-id'], async () =>
      must.success(
        await context.api.data.remove(record.resource, { externalId: record.externalId }, record.lastChanged),
      ),
    )
    await mustBecome(context, record, `externalId = "${record.externalId}"`, false)
    await mustFind([other])
  },
)

check(
  cql['query-result-set'],
  'second-page-after-a-delete',
  {
    needs: ['shaping'],
    effects: true,
    brokenBy: ['later-pages-of-searches-kept-after-a-deletion'],
  },
  async (context) => {
    const records = [await stored(context), await stored(context), await stored(context)]
    await mustBeSearched(context, records)
    const page = async (number: number) => {
      const paging = { orderBy: 'externalId asc', pageSize: '2', page: String(number) }
      const answer = await context.api.data.list(call, { query: { query: scopeOf(records), ...paging } })
      // What is answered to a page after the last is not stated.
      must.notCrashed(answer, `page ${number} of a search`)
      return succeeded(answer) ? answer.records(keyOf(call)).map(({ id }) => plainId(String(id))) : []
    }
    // Whether the first page has the number 0 or 1 is not stated.
    const [last] = [...(await page(2)), ...(await page(1))]
    const gone = records.find(({ id }) => plainId(id) === last)
    must.present('a record on a page of the search', gone)
    await rely(data['force-delete'], async () =>
      must.success(await context.api.data.remove(call, String(gone?.id), undefined, { force: true })),
    )
    // Asked from its first page on, a search is one of now.
    const onPages = async () => [...(await page(1)), ...(await page(2))].filter((id) => id === last).length
    await eventually(context, onPages, (count) => matchers.equal('deleted records on the pages', count, 0))
  },
)

check(
  cql['query-result-set'],
  'after-a-delete-under-a-link',
  { needs: ['reference'], effects: true, brokenBy: ['cql-deleted-found-through-links'] },
  async (context) => {
    const partner = await stored(context, {}, 'BusinessPartner')
    const referrer = await stored(context, { businessPartner: partner.id })
    const criterion = `businessPartner.name = "${String(partner.dto['name'])}"`
    await mustBecome(context, referrer, criterion, true)
    await rely(data.delete, async () =>
      must.success(await context.api.data.remove(referrer.resource, referrer.id, referrer.lastChanged)),
    )
    await mustBecome(context, referrer, criterion, false)
  },
)

check(
  cql['query-contains'],
  'each-of-three',
  {
    needs: ['list-reference'],
    effects: true,
    brokenBy: ['cql-contains-first-and-last-only', 'cql-contains-first-only', 'cql-contains-equality'],
  },
  async (context) => {
    const people = peopleOf(await tableOf(context))
    const third = await stored(context, {}, context.target.fixtures.listReference?.to)
    const technicians = [people[0]?.['id'], third.id, people[1]?.['id']].map(String)
    const record = await stored(context, { technicians })
    // In whatever order they are kept, one of them is neither first nor last.
    for (const criterion of technicians.map((id) => `CONTAINS(technicians, "${id}")`))
      must.equal(`number of records held by ${criterion}`, await held(context, record, criterion), 1)
  },
)
