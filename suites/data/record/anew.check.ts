import { check, eventually, keyOf, matchers, must, rely, type Context } from '../../../src/kit/index.ts'
import { cql } from '../cql/requirements.ts'
import { call, mustShow, read, stored, succeeded, whole, type Stored } from '../steps.ts'
import { otherUser } from '../other-user.ts'
import { data } from './requirements.ts'
import { remarksOnceRemoved } from '../without-remarks.ts'

const force = { force: true } as const

async function deleted(context: Context): Promise<Stored> {
  const record = await stored(context)
  await rely(data['force-delete'], async () =>
    must.status(await context.api.data.remove(call, record.id, undefined, force), 200),
  )
  return record
}

check(
  cql['query-equality'],
  'of-a-text-that-was-removed',
  { brokenBy: ['null-index-stale', 'list-answered-from-memory-after-patch'], needs: ['query-language'], effects: true },
  async (context) => {
    const remarks = context.fresh.text()
    const record = await stored(context, { remarks })
    const found = async () => {
      const answer = await context.api.data.list(call, {
        query: { query: `externalId = "${record.externalId}" AND remarks = "${remarks}"` },
      })
      must.success(answer)
      return answer.records(keyOf(call)).length
    }
    await eventually(context, found, (count) => matchers.equal('records with the text that one has:', count, 1))
    await rely(data['null-removes'], async () => {
      must.status(await context.api.data.patch(call, record.id, { remarks: null }, force), 201)
      const now = await read(context.api, record.id)
      must.equal('remarks', now?.['remarks'] ?? null, await remarksOnceRemoved(context, now))
    })
    await eventually(context, found, (count) => matchers.equal('records with the text that it had:', count, 0))
  },
)

check(
  data.list,
  'of-records-made-by-put-and-anew',
  {
    brokenBy: ['list-never-indexes-put-create', 'put-deleted-half-alive', 'lists-lack-what-was-made-by-external-id'],
    needs: ['query-language'],
    effects: true,
  },
  async (context) => {
    const made = whole(context)
    const [first, former] = [context.fresh.id(), await deleted(context)]
    await rely(data['replace-creates'], async () => must.status(await context.api.data.put(call, first, made), 201))
    const anew = whole(context)
    // Whether the id of a deleted record can be used again is not stated.
    const again = succeeded(await context.api.data.put(call, former.id, anew))
    const named: unknown[] = []
    for (const method of ['put', 'patch'] as const) {
      const ref = { externalId: context.fresh.externalId() }
      named.push(ref.externalId)
      await rely(data['update-by-external-id'], async () =>
        must.status(await context.api.data[method](call, ref, whole(context, ref)), 201),
      )
    }
    const names = [made['externalId'], ...named, ...(again ? [anew['externalId']] : [])]
    const query = `externalId in (${names.map((name) => `"${String(name)}"`).join(', ')})`
    await eventually(
      context,
      async () => (await context.api.data.list(call, { query: { query } })).records(keyOf(call)).length,
      (count) =>
        matchers.equal(
          'records in the list that PUT and PATCH created, two by external id and one under the id of a deleted one:',
          count,
          names.length,
        ),
    )
  },
)

check(
  data['last-changed-of-transaction'],
  'made-anew-by-put',
  { brokenBy: ['lastchanged-on-recreate', 'put-on-a-deleted-id-not-read-by-id'], effects: true },
  async (context) => {
    const former = await deleted(context)
    await context.wait(20)
    const answer = await context.api.data.put(call, former.id, whole(context))
    // Whether the id of a deleted record can be used again is not stated.
    if (!succeeded(answer)) return must.refused4xx(answer)
    const now = await read(context.api, former.id)
    must.inRange('lastChanged of the record made anew', now?.['lastChanged'], { above: former.lastChanged })
  },
)

check(
  data['last-changed-by'],
  'of-the-user-who-makes-it-anew',
  {
    brokenBy: ['record-made-anew-keeps-its-former-writer', 'created-by-external-id-has-no-writer'],
    needs: ['sync-base-10', 'other-user'],
    effects: true,
  },
  async (context) => {
    const { data: other } = await otherUser(context)
    const own = whole(context, { id: context.fresh.id() })
    await rely(data.create, async () => must.success(await other.create(call, own)))
    const writer = (await read(context.api, String(own['id'])))?.['lastChangedBy']
    for (const method of ['put', 'patch'] as const) {
      const ref = { externalId: context.fresh.externalId() }
      await rely(data['update-by-external-id'], async () =>
        must.success(await other[method](call, ref, whole(context, ref))),
      )
      const made = await read(context.api, ref)
      must.equal(`lastChangedBy of a record that ${method} by external id made`, made?.['lastChangedBy'], writer)
    }
    const former = await deleted(context)
    const answer = await other.put(call, former.id, whole(context))
    // Whether the id of a deleted record can be used again is not stated.
    if (!succeeded(answer)) return must.refused4xx(answer)
    const now = await read(context.api, former.id)
    must.equal('lastChangedBy of the record that another user made anew', now?.['lastChangedBy'], writer)
  },
)

check(
  data['update-by-external-id'],
  'put-of-a-deleted-record',
  { brokenBy: ['put-extid-of-deleted-revives'], effects: true },
  async (context) => {
    const { externalId } = await deleted(context)
    const body = whole(context, { externalId })
    const answer = await context.api.data.put(call, { externalId }, body)
    // Whether the external id of a deleted record can be used again is not stated; what is told of it must be so.
    if (!succeeded(answer)) return must.refused4xx(answer)
    mustShow('the record made anew', await read(context.api, { externalId }), body, ['subject', 'externalId'])
  },
)

check(
  data['last-changed-by'],
  'not-of-a-user-who-was-refused',
  {
    brokenBy: ['refused-write-enters-its-writer', 'undone-change-keeps-its-writer'],
    needs: ['sync-base-10', 'other-user', 'batch'],
    effects: true,
  },
  async (context) => {
    const other = await otherUser(context)
    const record = await stored(context)
    const writer = record.dto['lastChangedBy']
    const stale = { subject: context.fresh.text(), lastChanged: record.lastChanged - 5000 }
    const mustHaveItsWriter = async (after: string) => {
      const now = await read(context.api, record.id)
      must.equal('lastChanged', now?.['lastChanged'], record.lastChanged)
      must.equal(`lastChangedBy after ${after} of another user`, now?.['lastChangedBy'], writer)
    }
    must.refused4xx(await other.data.patch(call, record.id, stale))
    must.refused4xx(await other.data.remove(call, record.id, stale.lastChanged))
    await mustHaveItsWriter('stale writes')
    const { part, send } = other.batch
    const failed = await send([
      part.patch(call, record.id, { subject: context.fresh.text() }, force),
      part.patch(call, record.id, stale),
    ])
    const isDone = failed.status < 300 && failed.parts.every(({ status }) => status < 300)
    must.hold('a batch with a part that is refused', !isDone, failed.text)
    await mustHaveItsWriter('a transaction that failed')
  },
)
