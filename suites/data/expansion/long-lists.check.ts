import { check, eventually, matchers, must, rely, Unexercised, type Context } from '../../../src/kit/index.ts'
import { cql } from '../cql/requirements.ts'
import { data } from '../record/requirements.ts'
import { shaping } from '../list/requirements.ts'
import { stored, whole, type Stored } from '../steps.ts'
import { expansion } from './requirements.ts'
import { dtosPairs, elementOf, missing, search, shows, toldOf } from './steps.ts'

const number = 21

interface Referring {
  readonly resource: string
  readonly field: string
  readonly partner: Stored
  readonly records: readonly Stored[]
}

/** Records that all refer to one: more than a page has by default, so that what holds of its first ones alone is told wherever others stand. */
async function referring(context: Context): Promise<Referring> {
  const { resource, field, to } = context.target.fixtures.reference ?? missing('reference')
  const partner = await stored(context, {}, to)
  const bodies = Array.from({ length: number }, () =>
    whole(context, { id: context.fresh.id(), [field]: partner.id }, resource),
  )
  await rely(data.create, async () => {
    for (const answer of await Promise.all(bodies.map((body) => context.api.data.create(resource, body))))
      must.success(answer)
  })
  const records = bodies.map((body) => ({
    resource,
    id: String(body['id']),
    externalId: String(body['externalId']),
    lastChanged: 0,
    dto: {},
  }))
  return { resource, field, partner, records }
}

/** A search that shows all of them. */
async function searched(context: Context, records: readonly Stored[]): Promise<void> {
  const ask = () => search(context.api, records, { query: { pageSize: '50' } })
  await rely(cql['query-criteria'], async () => {
    await eventually(
      context,
      ask,
      (answer) =>
        matchers.success(answer) ??
        matchers.equal(
          'number of records of the check in the search',
          records.filter((record) => elementOf(answer, record)).length,
          number,
        ),
    )
  })
}

check(
  expansion['expand-on-searches'],
  'each-of-twenty-one',
  {
    needs: ['reference', 'query-language'],
    brokenBy: ['expand-first-ten-of-a-list', 'expand-list-only-first-row', 'expand-ignored-on-searches'],
    effects: true,
  },
  async (context) => {
    const { resource, field, partner, records } = await referring(context)
    await searched(context, records)
    const dtos = dtosPairs(context, resource, partner.resource)
    const answer = await search(context.api, records, { dtos, query: { pageSize: '50', expand: field } })
    must.success(answer)
    const lacking = records.filter((record) => !shows(toldOf(answer, record), partner))
    must.none(`record (of ${number}) whose ${field} is not expanded`, lacking, () => `${lacking.length} of them`)
  },
)

check(
  expansion['expand-related'],
  'each-of-the-newest-on-a-list',
  {
    needs: ['reference', 'shaping'],
    brokenBy: ['expand-first-ten-of-a-list', 'expand-list-only-first-row', 'expand-ignored-on-list'],
    sampled: true,
    effects: true,
  },
  async (context) => {
    const { resource, field, partner, records } = await referring(context)
    const ask = (more: Readonly<Record<string, string>>) =>
      context.api.data.list(resource, {
        dtos: dtosPairs(context, resource, partner.resource),
        query: { orderBy: 'lastChanged desc', pageSize: '100', ...more },
      })
    // Others may write as many meanwhile, and a list may show what was written a little later.
    const answer = await ask({ expand: field })
    must.success(answer)
    const listed = records.filter((record) => elementOf(answer, record))
    if (listed.length === 0) throw new Unexercised('the list of the newest records shows none that was just created')
    const lacking = listed.filter((record) => !shows(toldOf(answer, record), partner))
    must.none(`record (of ${listed.length}) whose ${field} is not expanded`, lacking, () => `${lacking.length} of them`)
  },
)

check(
  shaping['external-ids-of-references'],
  'each-of-twenty-one-in-a-list',
  {
    needs: ['reference', 'query-language'],
    brokenBy: ['external-ids-of-references-of-ten-records', 'external-ids-not-added-on-list'],
    sampled: true,
    effects: true,
  },
  async (context) => {
    const { partner, records } = await referring(context)
    await searched(context, records)
    const answer = await search(context.api, records, { query: { pageSize: '50', useExternalIds: 'true' } })
    must.success(answer)
    const lacking = records.filter((record) => !isTold(toldOf(answer, record), partner))
    must.none(
      `record (of ${number}) without the external id of what it refers to`,
      lacking,
      () => `${lacking.length} of them`,
    )
  },
)

const isTold = (within: unknown, { externalId }: Stored): boolean =>
  matchers.contain('the external id', within, externalId) === undefined
