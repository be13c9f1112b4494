import { isObject } from '../../../src/exchange/json.ts'
import { check, each, eventually, keyOf, matchers, must, rely } from '../../../src/kit/index.ts'
import { mustBeSearched, scopeOf } from './ladder.ts'
import { leafResource, leavesOf } from './leaves.ts'
import { shaping } from './requirements.ts'
import { data } from '../record/requirements.ts'
import { call, stored, type Stored } from '../steps.ts'

check(
  data['data-form'],
  'pages-amid-a-deletion',
  { needs: ['query-language', 'shaping'], brokenBy: ['deletion-leaves-a-hole-on-later-pages'], effects: true },
  async (context) => {
    const records: Stored[] = []
    while (records.length < 5) records.push(await stored(context))
    await mustBeSearched(context, records)
    const ordered = records.toSorted((one, other) => (one.externalId < other.externalId ? -1 : 1))
    const page = (number: number) =>
      context.api.data.list(call, {
        query: { query: scopeOf(records), orderBy: 'externalId asc', pageSize: '2', page: String(number) },
      })
    must.success(await page(1))
    const gone = ordered[3] as Stored
    await rely(data['force-delete'], async () =>
      must.status(await context.api.data.remove(call, gone.id, undefined, { force: true }), 200),
    )
    // Whether the deleted record is still on a page that was begun before is open; what is there is a record.
    await each([2, 3], async (number) => {
      const answer = await page(number)
      must.notCrashed(answer, `page ${number} of a search`)
      if (answer.status >= 400) return
      const elements = isObject(answer.json) ? answer.json['data'] : undefined
      must.none(
        `element without a record on page ${number}, a record of the list having been deleted`,
        (Array.isArray(elements) ? elements : []).filter(
          (one) => !isObject(isObject(one) ? one[keyOf(call)] : undefined),
        ),
      )
    })
  },
)

check(
  shaping['page-of-twenty'],
  'some-of-them-having-been-deleted',
  { sampled: true, brokenBy: ['deleted-records-take-places-on-the-page'], effects: true },
  async (context) => {
    await leavesOf(context)
    const resource = leafResource(context)
    const { data: api } = context.api
    // What was written last comes first: what is deleted would be on the page.
    const list = () => api.list(resource, { query: { orderBy: 'lastChanged desc' } })
    const made = [await stored(context, {}, resource), await stored(context, {}, resource)]
    const number = async () => (await list()).records(keyOf(resource)).length
    const twenty = (what: string) =>
      eventually(context, number, (count) =>
        matchers.equal(`number of records of a list of more than twenty, ${what}:`, count, 20),
      )
    await twenty('without paging parameters')
    for (const { id } of made)
      await rely(data['force-delete'], async () =>
        must.status(await api.remove(resource, id, undefined, { force: true }), 200),
      )
    await twenty('two others having been deleted')
  },
)
