import { check, must, plainId, rely, type Context } from '../../../src/kit/index.ts'
import { data } from '../record/requirements.ts'
import { mustHaveOlder } from '../offered.ts'
import {
  call,
  current,
  mustBeRefusedAlone,
  mustShow,
  read,
  sight,
  stored,
  succeeded,
  whole,
  type Stored,
} from '../steps.ts'
import { idsOfDtos, listed, mustBeSearched } from './ladder.ts'
import { shaping } from './requirements.ts'

/** Own records with these fields, made one after the other, which a search finds. */
async function made(context: Context, fields: ReadonlyArray<Readonly<Record<string, unknown>>>): Promise<Stored[]> {
  const records: Stored[] = []
  for (const one of fields) records.push(await stored(context, one))
  await mustBeSearched(context, records)
  return records
}

/** Pages of a sorted search, from the first: it has the number 0 or 1, and neither begins where the other does. */
/** The pages of a list, from the first: its number shows in an order that tells all apart, as others may be another for each page size. */
async function paged(
  context: Context,
  records: readonly Stored[],
  size: number,
  orderBy: string,
  known?: 0 | 1,
): Promise<{ readonly pages: string[][]; readonly from: 0 | 1 }> {
  // A condition that a server puts to the query for later pages bounds all of its legs.
  const query = records.map(({ externalId }) => `externalId = "${externalId}"`).join(' OR ')
  const of = async (paging: Readonly<Record<string, string>>) =>
    idsOfDtos((await listed(context, records, { query, orderBy, ...paging })).dtos)
  const at = (page: number) => of({ pageSize: String(size), page: String(page) })
  const pages: string[][] = []
  let from = known
  if (from === undefined) {
    const first = (await of({ pageSize: '50' })).slice(0, size)
    const one = await at(1)
    from = one.some((id) => !first.includes(id)) ? 0 : 1
    pages.push(...(from === 0 ? [await at(0), one] : [one]))
  }
  while (pages.length < Math.ceil(records.length / size)) pages.push(await at(pages.length + from))
  return { pages, from }
}

const mustPartition = (pages: readonly (readonly string[])[], records: readonly Stored[], orderBy: string): void =>
  must.equal(
    `records on the pages of a list with orderBy=${orderBy}`,
    pages.flat().sort(),
    records.map(({ id }) => plainId(id)).sort(),
  )

check(
  shaping['pages-partition'],
  'last-page-of-one',
  {
    sampled: true,
    brokenBy: [
      'pages-last-partial-dropped',
      'page-last-dropped',
      'last-page-filled-up',
      'cql-unfiltered-after-first-page',
      'later-pages-of-an-or-begin-anew',
    ],
    effects: true,
  },
  async (context) => {
    const records = await made(context, [{}, {}, {}])
    mustPartition((await paged(context, records, 2, 'externalId asc')).pages, records, 'externalId asc')
  },
)

check(
  shaping['pages-partition'],
  'unset-in-the-sort-field',
  { sampled: true, brokenBy: ['search-sorted-within-a-page', 'pages-nulls-lost', 'page-skips'], effects: true },
  async (context) => {
    const records = await made(context, [{ remarks: 'a1' }, {}, { remarks: 'a2' }, {}, {}])
    for (const orderBy of ['remarks asc,externalId asc', 'remarks desc,externalId asc'])
      mustPartition((await paged(context, records, 2, orderBy)).pages, records, orderBy)
  },
)

check(
  shaping['pages-partition'],
  'equal-in-the-sort-field',
  {
    sampled: true,
    brokenBy: [
      'pages-begin-after-what-ties-with-the-last',
      'pages-equal-key-at-boundary',
      'ties-reshuffled-between-pages',
      'page-skips',
    ],
    effects: true,
  },
  async (context) => {
    const records = await made(context, [
      { remarks: 'e' },
      { remarks: 'e' },
      { remarks: 'e' },
      { remarks: 'f' },
      { remarks: 'f' },
    ])
    let from: 0 | 1 | undefined
    for (const orderBy of ['remarks asc,externalId asc', 'remarks asc']) {
      const list = await paged(context, records, 2, orderBy, from)
      mustPartition(list.pages, records, orderBy)
      from = list.from
    }
  },
)

check(
  shaping['pages-partition'],
  'long-in-the-sort-field',
  {
    sampled: true,
    brokenBy: ['page-after-a-text-by-its-first-255-letters', 'last-page-short-where-all-are-full'],
    effects: true,
  },
  async (context) => {
    const start = 'a long note '.repeat(24)
    const first = whole(context, { id: context.fresh.id(), remarks: `${start}1` })
    // How long a text may be is not stated.
    const answer = await context.api.data.create(call, first)
    if (!succeeded(answer)) return mustBeRefusedAlone(context, answer)
    const records = [await current(context.api, { id: String(first['id']), externalId: String(first['externalId']) })]
    mustShow('the created record', records[0]?.dto, first, ['externalId'])
    if (records[0]?.dto['remarks'] !== first['remarks']) return
    records.push(
      ...(await made(
        context,
        ['2', '3', '4'].map((end) => ({ remarks: `${start}${end}` })),
      )),
    )
    mustPartition((await paged(context, records, 2, 'remarks asc')).pages, records, 'remarks asc')
  },
)

check(
  shaping['ordered-by-linked-fields'],
  'after-a-change-of-the-referenced',
  {
    sampled: true,
    brokenBy: [
      'orderby-ref-duplicates',
      'order-referenced-drops-unlinked',
      'ordered-by-the-first-texts-of-the-referenced',
    ],
    effects: true,
  },
  async (context) => {
    const { tag } = context.fresh
    const partner = await stored(context, { name: `${tag} m1` }, 'BusinessPartner')
    const second = await stored(context, { name: `${tag} m2` }, 'BusinessPartner')
    const records = await made(context, [{ businessPartner: partner.id }, {}, { businessPartner: second.id }])
    await rely(data['partial-update'], async () => {
      for (const name of [context.fresh.text(), `${tag} m3`])
        must.status(await context.api.data.patch('BusinessPartner', partner.id, { name }, { force: true }), 201)
    })
    const { dtos } = await listed(context, records, { pageSize: '20', orderBy: 'businessPartner.name asc' })
    must.equal('records of the list, each once', idsOfDtos(dtos).sort(), records.map(({ id }) => plainId(id)).sort())
    // Where those stand that refer to none is not stated.
    const linked = [records[2], records[0]].map((record) => plainId(String(record?.id)))
    must.equal(
      'records by the name of their partner, of which the first was renamed to the last',
      idsOfDtos(dtos).filter((id) => linked.includes(id)),
      linked,
    )
  },
)

const sizes = {
  'above-2-32': String(2 ** 32 + 1),
  'digits-and-letters': '5abc',
  'above-the-largest-in-a-search': '2147483648',
} as const
const accepted = {
  'above-2-32': ['pagesize-wraps', 'page-size-too-large-accepted'],
  'digits-and-letters': ['pagesize-text-default', 'page-size-text-accepted'],
  'above-the-largest-in-a-search': ['pagesize-over-on-extid-query', 'page-size-too-large-accepted'],
} as const
for (const situation of ['above-2-32', 'digits-and-letters', 'above-the-largest-in-a-search'] as const) {
  check(shaping['page-size-refused'], situation, { brokenBy: accepted[situation] }, async (context) => {
    await rely(data.list, async () => must.success(await context.api.data.list(call, { query: { pageSize: '20' } })))
    const query = situation.endsWith('search') ? { query: `externalId = "${context.fresh.externalId()}"` } : {}
    must.refused4xx(await context.api.data.list(call, { query: { ...query, pageSize: sizes[situation] } }))
  })
}

check(
  shaping['page-size-limits'],
  'with-external-ids',
  { sampled: true, brokenBy: ['pagesize-exceeded-by-expand', 'page-size-one-more'], effects: true },
  async (context) => {
    const records = await made(context, [{}, {}, {}])
    const { dtos } = await listed(context, records, { pageSize: '2', useExternalIds: 'true' })
    must.some('record', dtos)
    must.inRange('number of records with pageSize=2 and useExternalIds=true', dtos.length, { atMost: 2 })
  },
)

check(
  shaping['page-size-limits'],
  'not-remembered',
  { sampled: true, brokenBy: ['pagesize-sticky', 'page-size-ignored'], effects: true },
  async (context) => {
    const records = await made(context, [{}, {}, {}])
    const short = await listed(context, records, { pageSize: '1' })
    must.equal('number of records with pageSize=1', short.dtos.length, 1)
    const plain = await listed(context, records, {})
    must.equal('number of records without pageSize, after a list with pageSize=1', plain.dtos.length, 3)
  },
)

check(
  data['client-identifier-accepted'],
  'filters-nothing',
  {
    needs: ['query-language'],
    brokenBy: ['clientidentifier-filters', 'data-client-identifier-refused'],
    effects: true,
  },
  async (context) => {
    const records = await made(context, [{}, {}])
    const { dtos } = await listed(context, records, { clientIdentifier: 'fieldproof' })
    must.equal('number of records with clientIdentifier', dtos.length, 2)
  },
)

check(
  shaping['only-the-fields-named'],
  'one-field',
  { brokenBy: ['fields-plus-id', 'fields-ignored', 'fields-with-those-of-query-and-order'], effects: true },
  async (context) => {
    const record = await stored(context)
    const answer = await context.api.data.get(call, record.id, { query: { fields: 'subject' } })
    must.success(answer)
    must.equal('fields answered with fields=subject', Object.keys(answer.record('serviceCall') ?? {}), ['subject'])
    if ('query-language' in context.target.lacks) return
    const { dtos } = await listed(context, [record], { fields: 'subject' })
    must.equal('fields listed with fields=subject', dtos.map(Object.keys), [['subject']])
  },
)

check(
  shaping['only-the-fields-named'],
  'on-later-pages',
  {
    sampled: true,
    brokenBy: [
      'fields-with-ids-from-the-second-page-on',
      'fields-expanded-leak',
      'fields-with-those-of-order-by',
      'fields-ignored-on-list',
      'fields-with-those-of-query-and-order',
    ],
    effects: true,
  },
  async (context) => {
    const records = await made(context, [{}, {}, {}])
    // The first page has the number 0 or 1: both of these exist.
    for (const page of ['1', '2']) {
      const { dtos } = await listed(context, records, {
        fields: 'id,subject',
        orderBy: 'externalId asc',
        pageSize: '1',
        page,
      })
      must.equal(`fields on page ${page} with fields=id,subject`, Object.keys(dtos[0] ?? {}).sort(), ['id', 'subject'])
    }
  },
)

check(
  shaping['external-ids-of-references'],
  'as-it-is-now',
  {
    sampled: true,
    needs: ['reference'],
    brokenBy: ['useext-stale', 'external-ids-of-references-as-written', 'external-ids-not-added'],
    effects: true,
  },
  async (context) => {
    const { resource, field, to } = context.target.fixtures.reference ?? {
      resource: call,
      field: 'businessPartner',
      to: 'BusinessPartner',
    }
    const referred = await stored(context, {}, to)
    const record = await stored(context, { [field]: referred.id }, resource)
    const ask = () =>
      context.api.data.get(resource, { externalId: record.externalId }, { query: { useExternalIds: 'true' } })
    must.contain('the external id of the referenced record', (await ask()).json, referred.externalId)
    const externalId = context.fresh.externalId()
    // Removed and set again: whether one may be changed at once is not stated.
    const patch = (value: string | null) =>
      context.api.data.patch(to, referred.id, { externalId: value }, { force: true })
    const removed = await patch(null)
    // Nor is it that one can be taken away.
    if (!succeeded(removed)) return must.refused4xx(removed)
    await rely(data['partial-update'], async () => must.status(await patch(externalId), 201))
    const answer = await ask()
    must.contain('the new external id of the referenced record', answer.json, externalId)
    must.lack('former external id of the referenced record', answer.json, referred.externalId)
  },
)

/** What a version shows of a record is the same whatever else is asked for. */
check(
  data['dtos-selects'],
  'with-fields-on-pages-and-in-writes',
  {
    sampled: true,
    needs: ['query-language', 'shaping'],
    brokenBy: ['dto-version-ignored-with-fields', 'dto-version-write-newest', 'dto-version-not-on-page2'],
    effects: true,
  },
  async (context) => {
    mustHaveOlder(context)
    const record = await stored(context)
    const control = await read(context.api, record.id, call, { dtos: 'older' })
    must.equal('the subject in the older version', sight(control, ['subject']), sight(record.dto, ['subject']))
    if (control?.['lastChangedBy'] !== undefined) return
    const unnamed = (dto: Readonly<Record<string, unknown>> | undefined, what: string) =>
      must.absent(`lastChangedBy ${what}, for this version does not show it`, dto?.['lastChangedBy'] ?? undefined)
    const named = await context.api.data.get(call, record.id, { dtos: 'older', query: { fields: 'id,lastChangedBy' } })
    if (named.status < 300) unnamed(named.record('serviceCall'), 'where fields names it')
    const body = { subject: context.fresh.text() }
    const patched = await context.api.data.patch(call, record.id, body, { dtos: 'older', force: true })
    // Whether an older version can be written is not stated.
    if (succeeded(patched)) unnamed(patched.record('serviceCall'), 'in the answer to a PATCH')
    else must.refused4xx(patched)
    const more = () =>
      rely(data.create, async () => {
        const other = whole(context, { id: context.fresh.id() })
        must.success(await context.api.data.create(call, other))
        return String(other['externalId'])
      })
    // Pages 1 and 2 are there whether the first one is 0 or 1.
    const all = `externalId in ("${record.externalId}", "${await more()}", "${await more()}")`
    for (const page of ['1', '2']) {
      const answer = await context.api.data.list(call, {
        dtos: 'older',
        query: { query: all, orderBy: 'subject asc', pageSize: '1', page },
      })
      must.success(answer)
      unnamed(answer.record('serviceCall'), `on page ${page}`)
    }
  },
)
