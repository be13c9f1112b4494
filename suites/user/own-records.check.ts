import { check, eventually, holds, matchers, must, observe, plainId, type Context } from '../../src/kit/index.ts'
import type { Answer } from '../../src/clients/answer.ts'
import type { Api } from '../../src/clients/api.ts'
import { asking, looks, waysOf, withReference } from '../data/expansion/steps.ts'
import { nameField, read, sight, stored, succeeded, whole, type Stored } from '../data/steps.ts'
import { dtosOfQuery, rowsOf } from '../query/statement.ts'
import { byId, kept, owner, ownOnly } from './own-kept.ts'
import { user } from './requirements.ts'

/** A record that the caller created itself; undefined if it may not. */
async function made(context: Context): Promise<Stored | undefined> {
  const { resource } = ownOnly(context)
  const body = whole(context, { id: context.fresh.id() }, resource)
  if (!succeeded(await owner(context).data.create(resource, body))) return undefined
  const [id, externalId] = [String(body['id']), String(body['externalId'])]
  const dto = await read(context.api, id, resource)
  return dto && { resource, id, externalId, lastChanged: Number(dto['lastChanged']), dto }
}

type Records = Pick<Answer, 'records' | 'text'>

const mustKeep = (what: string, { records, text }: Records, record: Stored): void => {
  const ids = records().map(({ id }) => plainId(String(id)))
  must.lack(`record that the caller is refused by id, ${what}`, ids, plainId(record.id))
  must.hold(
    `nothing of the record that the caller is refused by id, ${what}`,
    !text.includes(String(record.dto[nameField(record.resource)])),
    text,
  )
}

check(
  user['own-records'],
  'kept-from-other-reads',
  { needs: ['query-language'], brokenBy: ['own-read-by-external-id', 'own-listed', 'own-searched'] },
  async (context) => {
    const record = await kept(context)
    const { resource, externalId } = record
    const { data } = owner(context)
    for (const [what, ask] of [
      ['by external id', () => data.get(resource, { externalId })],
      ['in a list', () => data.list(resource, { query: { pageSize: '100' } })],
      ['in a list with a query', () => data.list(resource, byId(record))],
    ] as const) {
      const answer = await ask()
      must.noServerError(answer)
      mustKeep(what, answer, record)
    }
  },
)

check(
  user['own-records'],
  'kept-in-a-batch',
  { needs: ['query-language', 'batch'], brokenBy: ['own-read-in-a-batch', 'own-listed-in-a-batch'] },
  async (context) => {
    const record = await kept(context)
    const { resource, id, externalId } = record
    const { batch } = owner(context)
    const { part } = batch
    const parts = [part.get(resource, id), part.get(resource, { externalId }), part.list(resource, byId(record))]
    const answer = await batch.send(parts, { transactional: false })
    must.noServerError(answer)
    for (const [at, one] of answer.parts.entries()) mustKeep(`in part ${at + 1} of a batch`, one, record)
  },
)

check(
  user['own-records'],
  'kept-from-selects',
  { needs: ['query-api'], brokenBy: ['own-selected'] },
  async (context) => {
    const record = await kept(context)
    const dtos = dtosOfQuery(context, record.resource)
    for (const where of ['', ` where t.id = '${record.id}'`]) {
      const answer = await owner(context).query.select(`select t.id from ${record.resource} t${where}`, { dtos })
      must.noServerError(answer)
      const ids = rowsOf(answer, 't').map(({ id }) => plainId(String(id)))
      must.lack('id of a record that the caller is refused by id', ids, plainId(record.id))
    }
  },
)

check(
  user['own-records'],
  'kept-from-expansions',
  { needs: ['reference', 'service-call'], brokenBy: ['own-expanded'] },
  async (context) => {
    const { resource } = ownOnly(context)
    if (context.target.fixtures.reference?.to !== resource) return
    const family = await withReference(context)
    const [related] = family.related
    const api = owner(context)
    if (!related || (await read(api, related.id, resource))) return
    const texts = Object.values(related.dto).filter((value) => String(value).includes(context.fresh.tag))
    for (const look of waysOf(context)) {
      const plain = await looks[look](api, family.parent, {})
      const answer = await looks[look](api, family.parent, asking(context, family, family.field))
      const told = texts.filter((value) => holds(answer.json, value) && !holds(plain.json, value))
      must.none(`value of a ${resource} that the caller is refused by id, ${look}`, told)
    }
  },
)

type Write = readonly [what: string, send: (record: Stored) => Promise<unknown>]

/** Sends writes of a record that the caller may neither read nor change by id, though it may change its own: none has an effect. */
async function mustNotChange(
  context: Context,
  writes: (data: Api, name: () => Readonly<Record<string, unknown>>) => readonly Write[],
) {
  const api = owner(context)
  const [record, own] = [await kept(context), await made(context)]
  if (!record || !own) return
  const field = nameField(record.resource)
  const name = () => ({ [field]: context.fresh.text() })
  const patched = ({ resource, id, lastChanged }: Stored) => api.data.patch(resource, id, { ...name(), lastChanged })
  if (!succeeded(await patched(own)) || succeeded(await patched(record))) return
  const fields = [field, 'externalId', 'lastChanged']
  for (const [what, send] of writes(api, name)) {
    await send(record)
    const now = await read(context.api, record.id, record.resource)
    must.equal(
      `the record that the caller may not change by id, after ${what}`,
      sight(now, fields),
      sight(record.dto, fields),
    )
  }
}

const versioned = ({ lastChanged }: Stored) => ({ lastChanged })

check(
  user['own-records'],
  'changed-by-no-other-request',
  { effects: true, brokenBy: ['own-updated-by-external-id', 'own-put', 'own-deleted', 'own-deleted-by-external-id'] },
  (context) =>
    mustNotChange(context, ({ data }, name) => [
      [
        'a PUT',
        (one) => data.put(one.resource, one.id, { ...whole(context, name(), one.resource), ...versioned(one) }),
      ],
      ['a PATCH by external id', (one) => data.patch(one.resource, externally(one), { ...name(), ...versioned(one) })],
      [
        'a PUT by external id',
        (one) => {
          const body = { ...whole(context, name(), one.resource), externalId: one.externalId, ...versioned(one) }
          return data.put(one.resource, externally(one), body)
        },
      ],
      ['a DELETE by external id', (one) => data.remove(one.resource, externally(one), one.lastChanged)],
      ['a DELETE', (one) => data.remove(one.resource, one.id, one.lastChanged)],
    ]),
)

const externally = ({ externalId }: Stored) => ({ externalId })

check(
  user['own-records'],
  'changed-by-no-batch',
  { effects: true, needs: ['batch'], brokenBy: ['own-written-in-a-batch'] },
  (context) =>
    mustNotChange(context, ({ batch }, name) => [
      [
        'a PATCH in a batch',
        (one) =>
          batch.send([batch.part.patch(one.resource, one.id, { ...name(), ...versioned(one) })], {
            transactional: false,
          }),
      ],
      [
        'a DELETE in a batch',
        (one) => batch.send([batch.part.remove(one.resource, one.id, one.lastChanged)], { transactional: false }),
      ],
    ]),
)

check(
  user['own-records'],
  'changed-by-no-list-of-records',
  { effects: true, needs: ['bulk'], brokenBy: ['own-updated-in-bulk', 'own-deleted-in-bulk'] },
  (context) =>
    mustNotChange(context, ({ bulk }, name) => [
      ['a bulk PATCH', (one) => bulk.patch(one.resource, [{ id: one.id, ...name(), ...versioned(one) }])],
      ['a bulk DELETE', (one) => bulk.remove(one.resource, [{ id: one.id, ...versioned(one) }])],
    ]),
)

check(
  user['own-records'],
  'shown-by-id-shown-in-lists',
  { needs: ['query-language', 'batch'], brokenBy: ['own-missing-in-lists'] },
  async (context) => {
    // A target that creates none for anybody shows nothing of this.
    await stored(context, {}, ownOnly(context).resource)
    const record = await made(context)
    const { data, batch } = owner(context)
    if (!record || !(await read(owner(context), record.id, record.resource))) return
    const { resource, id, externalId } = record
    const own = plainId(id)
    const ids = (answer: Records) => answer.records().map((one) => plainId(String(one['id'])))
    must.include('records read by external id', ids(await data.get(resource, { externalId })), [own])
    const listed = (found: readonly string[]) => matchers.include('records of a list', found, [own])
    await eventually(context, async () => ids(await data.list(resource, byId(record))), listed)
    const parts = [batch.part.get(resource, id), batch.part.list(resource, byId(record))]
    const answer = await batch.send(parts, { transactional: false })
    for (const [at, part] of answer.parts.entries())
      must.include(`records in part ${at + 1} of a batch`, ids(part), [own])
  },
)

observe(user['privileges-seen'], 'what-own-means', { needs: ['own-resource', 'writes'] }, async (context) => {
  const { resource } = ownOnly(context)
  const { data } = owner(context)
  const other = await stored(context, {}, resource)
  const own = await made(context)
  const tell = async (record: Stored) => {
    const got = await data.get(resource, record.id)
    const update = { [nameField(resource)]: context.fresh.text(), lastChanged: record.lastChanged }
    const patched = await data.patch(resource, record.id, update)
    return `status ${got.status} to read it, ${patched.status} to update it`
  }
  return `a ${resource} that the user created: ${own ? await tell(own) : 'it may create none'}; one of another: ${await tell(other)}`
})
