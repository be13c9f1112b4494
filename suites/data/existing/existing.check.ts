import type { Dto } from '../../../src/clients/answer.ts'
import {
  Blocked,
  check,
  eventually,
  keyOf,
  matchers,
  must,
  plainId,
  rely,
  type Context,
} from '../../../src/kit/index.ts'
import { data } from '../record/requirements.ts'
import { call, shown, sight, whole } from '../steps.ts'
import { existing } from './requirements.ts'

interface Found {
  readonly resource: string
  readonly records: readonly Dto[]
}

/** Records that a plain list shows, of the first resource that has any. Where the run may write, an own one is among them, and the first. */
async function found(context: Context): Promise<Found> {
  const { api, target } = context
  const own = target.writes && call in target.templates ? await made(context) : undefined
  const isOwn = ({ externalId }: Dto): boolean => own !== undefined && externalId === own
  const resources = Object.keys(target.dtos).sort((a, b) => Number(b === call) - Number(a === call))
  for (const resource of resources) {
    const answer = await api.data.list(resource)
    if (answer.status < 200 || answer.status > 299) continue
    const records = answer.records(keyOf(resource)).filter((record) => typeof record['id'] === 'string')
    if (own !== undefined) must.some(`record in a list of ${resource}, for one was just created`, records, answer)
    if (records.length > 0)
      return { resource, records: [...records.filter(isOwn), ...records.filter((one) => !isOwn(one))] }
  }
  throw new Blocked(`no list of ${resources.join(', ')} shows a record: there is nothing to read`)
}

/** Creates a record without reading it, and tells its external id. */
const made = (context: Context): Promise<string> =>
  rely(data.create, async () => {
    const body = whole(context, { id: context.fresh.id(), remarks: 'r'.repeat(60) })
    must.success(await context.api.data.create(call, body))
    return String(body['externalId'])
  })

/** What is told of a record at one time of its life: others may change it between two reads. */
const compared = ['id', 'externalId', 'lastChanged', 'subject', 'name', 'remarks', 'createDateTime']

check(
  existing['existing-by-id'],
  'three-of-a-list',
  { brokenBy: ['data-get-missing', 'data-get-other-record', 'data-list-cuts-texts', 'id-other-case-in-list'] },
  async (context) => {
    const { resource, records } = await found(context)
    for (const record of records.slice(0, 3)) {
      const id = String(record['id'])
      const read = async () => {
        const answer = await context.api.data.get(resource, id)
        const dto = shown(answer, resource)
        const isGone = answer.status < 500 && !dto && !(await isThere(context, resource, record))
        return { isGone, answer, dto }
      }
      // Others may delete it meanwhile, and a list may show it for a while yet.
      const last = await eventually(context, read, (now) =>
        now.isGone
          ? undefined
          : (matchers.success(now.answer) ??
            matchers.equal('id of the record read', plainId(String(now.dto?.['id'])), plainId(id))),
      )
      if (last.isGone) continue
      if (last.dto?.['lastChanged'] !== record['lastChanged']) continue
      must.equal('the record read by id, as in the list', sight(last.dto, compared), sight(record, compared))
    }
  },
)

/** Newer records may have pushed it off the page: where a list can be asked for its id, that tells. */
async function isThere(context: Context, resource: string, record: Dto): Promise<boolean> {
  if ('query-language' in context.target.lacks) return isListed(context, resource, record)
  const query = `id = "${String(record['id'])}"`
  const asked = await context.api.data.list(resource, { query: { query } })
  const isFound = asked.status < 300 && asked.records(keyOf(resource)).some(({ id }) => id === record['id'])
  return isFound || isListed(context, resource, record)
}

async function isListed({ api }: Context, resource: string, record: Dto): Promise<boolean> {
  const again = await api.data.list(resource)
  must.success(again)
  return again.records(keyOf(resource)).some(({ id }) => id === record['id'])
}

check(
  existing['existing-page-size'],
  'one',
  { brokenBy: ['page-size-ignored', 'page-size-one-more'] },
  async (context) => {
    const { resource, records } = await found(context)
    const answer = await context.api.data.list(resource, { query: { pageSize: '1' } })
    must.success(answer)
    const most = `at most 1 record with pageSize=1, where a plain list has ${records.length}`
    must.hold(most, answer.records(keyOf(resource)).length <= 1, `${answer.records(keyOf(resource)).length} records`)
  },
)

check(
  existing['existing-fields'],
  'id-alone',
  { brokenBy: ['fields-ignored', 'fields-ignored-on-list'] },
  async (context) => {
    const { resource } = await found(context)
    const answer = await context.api.data.list(resource, { query: { fields: 'id' } })
    must.success(answer)
    const records = answer.records(keyOf(resource))
    must.some('record in the list', records, answer)
    must.equal('fields of the records with fields=id', [...new Set(records.flatMap(Object.keys))], ['id'])
  },
)

check(
  existing['existing-by-query'],
  'by-external-id',
  { brokenBy: ['cql-filter-ignored', 'data-list-empty'] },
  async (context) => {
    const { resource, records } = await found(context)
    const named = records.find(({ externalId }) => typeof externalId === 'string' && /^[\w-]+$/.test(externalId))
    if (!named) throw new Blocked(`no record of ${resource} in the list has a plain external id`)
    const { externalId, id } = named
    const read = async () => {
      const answer = await context.api.data.list(resource, { query: { query: `externalId = "${String(externalId)}"` } })
      must.success(answer)
      const all = answer.records(keyOf(resource))
      return { rows: all, isGone: all.length === 0 && !(await isListed(context, resource, named)) }
    }
    const { isGone, rows } = await eventually(context, read, (now) =>
      now.isGone ? undefined : matchers.some('record that the query returns, for the list shows it', now.rows),
    )
    if (isGone) return
    // Whether = minds letter case is open, and external ids that differ in it alone are two (A-REC-07).
    const plain = String(externalId).toLowerCase()
    must.none(
      'record with another external id than the one asked for',
      rows.filter((row) => String(row['externalId']).toLowerCase() !== plain),
    )
    const ids = rows.filter((row) => row['externalId'] === externalId).map((row) => plainId(String(row['id'])))
    must.equal('ids of the records that the query returns', ids, [plainId(String(id))])
  },
)
