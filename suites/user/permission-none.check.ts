import { check, must, type Context } from '../../src/kit/index.ts'
import type { Api } from '../../src/clients/api.ts'
import { mustBeAbsent, mustBeAsBefore, nameField, stored, whole, type Stored } from '../data/steps.ts'
import { user } from './requirements.ts'

type Body = Record<string, unknown>

const closed = ({ target }: Context) => target.fixtures.unreadable!

/** The caller whose permission group sets these records to None, served on others: what it is refused, it is not refused as a caller. */
async function outsider(context: Context): Promise<Api> {
  const api = context.as(closed(context).identity)
  must.success(await api.data.list('ServiceCall', { query: { pageSize: '1' } }))
  return api
}

/** Sends a write of a record that is there: its new name alone, a whole body with another name, or a deletion. */
type Write = (api: Api, record: Stored, name: Body, body: Body) => Promise<unknown>

const forced = { force: true }
const alone = { transactional: false }
const externally = ({ externalId }: Stored) => ({ externalId })

const changes = {
  data: [
    ({ data }, one, name) => data.patch(one.resource, one.id, { ...name, lastChanged: one.lastChanged }),
    ({ data }, one, name) => data.patch(one.resource, one.id, name, forced),
    ({ data }, one, name) => data.patch(one.resource, externally(one), name, forced),
    ({ data }, one, _name, body) => data.put(one.resource, one.id, body, forced),
    ({ data }, one, _name, body) => data.put(one.resource, externally(one), body, forced),
    ({ data }, one) => data.remove(one.resource, one.id, one.lastChanged),
    ({ data }, one) => data.remove(one.resource, externally(one), one.lastChanged),
  ],
  batch: [
    ({ batch }, one, name) => batch.send([batch.part.patch(one.resource, one.id, name, forced)], alone),
    ({ batch }, one) => batch.send([batch.part.remove(one.resource, one.id, one.lastChanged)], alone),
  ],
  bulk: [
    ({ bulk }, one, name) => bulk.patch(one.resource, [{ id: one.id, ...name }], forced),
    ({ bulk }, one) => bulk.remove(one.resource, [{ id: one.id }], forced),
  ],
} satisfies Record<string, readonly Write[]>

/** Each write of a record by a caller that may not write it leaves the record as it was. */
async function mustNotChange(context: Context, writes: readonly Write[]): Promise<void> {
  const { resource } = closed(context)
  const api = await outsider(context)
  const record = await stored(context, {}, resource)
  const field = nameField(resource)
  for (const send of writes) {
    const name = { [field]: context.fresh.text() }
    await send(api, record, name, whole(context, { ...name, ...externally(record) }, resource))
    await mustBeAsBefore(context.api, record)
  }
}

check(
  user['permission-groups'],
  'none-on-changing',
  {
    needs: ['unwritable-resource'],
    effects: true,
    brokenBy: [
      'permission-none-updates',
      'permission-none-updates-by-external-id',
      'permission-none-puts',
      'permission-none-deletes',
      'permission-none-deletes-by-external-id',
    ],
  },
  (context) => mustNotChange(context, changes.data),
)

check(
  user['permission-groups'],
  'none-on-changing-in-a-batch',
  { needs: ['unwritable-resource', 'batch'], effects: true, brokenBy: ['permission-none-writes-in-a-batch'] },
  (context) => mustNotChange(context, changes.batch),
)

check(
  user['permission-groups'],
  'none-on-changing-in-bulk',
  { needs: ['unwritable-resource', 'bulk'], effects: true, brokenBy: ['permission-none-writes-in-bulk'] },
  (context) => mustNotChange(context, changes.bulk),
)

check(
  user['permission-groups'],
  'none-on-creating',
  {
    needs: ['unwritable-resource'],
    effects: true,
    brokenBy: ['permission-none-creates', 'permission-none-updates-by-external-id'],
  },
  async (context) => {
    const { resource } = closed(context)
    const { data } = await outsider(context)
    await stored(context, {}, resource)
    const body = () => whole(context, {}, resource)
    const posted: Body = { ...body(), id: context.fresh.id() }
    await data.create(resource, posted)
    await mustBeAbsent(context.api, posted, resource)
    for (const send of [data.put, data.patch]) {
      const { externalId, ...rest } = body()
      await send(resource, { externalId: String(externalId) }, { externalId, ...rest })
      await mustBeAbsent(context.api, { externalId }, resource)
    }
  },
)

check(
  user['permission-groups'],
  'none-on-creating-in-a-batch',
  {
    needs: ['unwritable-resource', 'batch'],
    effects: true,
    brokenBy: ['permission-none-writes-in-a-batch', 'permission-none-creates-nothing-and-says-so-not'],
  },
  async (context) => {
    const { resource } = closed(context)
    const { batch } = await outsider(context)
    await stored(context, {}, resource)
    for (const transactional of [false, true]) {
      const body = { ...whole(context, {}, resource), id: context.fresh.id() }
      const { parts } = await batch.send([batch.part.create(resource, body)], { transactional })
      must.notDone('the part that creates', ...parts)
      await mustBeAbsent(context.api, body, resource)
    }
  },
)
