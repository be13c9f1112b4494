import type { Answer } from '../../../src/clients/answer.ts'
import { check, eventually, keyOf, matchers, must, objectsWith, rely, type Context } from '../../../src/kit/index.ts'
import { isComputed } from '../computed.ts'
import { batch } from '../../batch/requirements.ts'
import { mustHaveParts, recordOfPart, send } from '../../batch/steps.ts'
import { query } from '../../query/requirements.ts'
import { ownRows, rowsOf, selected } from '../../query/statement.ts'
import { dtosPairs, missing } from '../expansion/steps.ts'
import { expansion } from '../expansion/requirements.ts'
import { shaping } from '../list/requirements.ts'
import { madeOnce } from '../made-once.ts'
import { call, mustBeAbsent, mustShow, read, shown, stored, succeeded, whole, type Stored } from '../steps.ts'
import { keptFromBatches, mustFollowBatches } from './follow-batches.ts'
import { data } from './requirements.ts'
import { expansionOf, referenceTo } from '../inverse-end.ts'

const force = { force: true } as const

/** Changed twice, by id and by external id: its subject is that of the third version. */
const changedTwice = madeOnce(async (context): Promise<Stored & { readonly subject: string }> => {
  const record = await stored(context)
  const subject = context.fresh.text()
  await rely(data['partial-update'], async () => {
    must.status(await context.api.data.patch(call, record.id, { subject: context.fresh.text() }, force), 201)
    must.status(await context.api.data.patch(call, { externalId: record.externalId }, { subject }, force), 201)
    mustShow('the record changed twice', await read(context.api, record.id), { subject })
  })
  return { ...record, subject }
})

async function soon(context: Context, what: string, ask: () => Promise<unknown>, wanted: string): Promise<void> {
  await eventually(context, ask, (subject) =>
    matchers.equal(`the subject of a record changed twice, ${what}:`, subject, wanted),
  )
}

check(
  shaping['same-by-every-route'],
  'changed-twice-by-external-id',
  {
    brokenBy: ['route-stale-by-external-id', ...keptFromBatches],
    effects: true,
  },
  async (context) => {
    const { externalId, subject } = await changedTwice(context)
    mustShow('the record changed twice', await read(context.api, { externalId }), { subject })
    if (!('batch' in context.target.lacks)) await mustFollowBatches(context)
  },
)

check(
  shaping['same-by-every-route'],
  'changed-twice-in-a-list',
  { brokenBy: ['route-stale-in-searches'], needs: ['query-language'], effects: true },
  async (context) => {
    const { externalId, subject } = await changedTwice(context)
    const ask = async () =>
      shown(await context.api.data.list(call, { query: { query: `externalId = "${externalId}"` } }))?.['subject']
    await soon(context, 'in a list', ask, subject)
  },
)

check(
  expansion['expand-related'],
  'of-a-record-changed-twice',
  { brokenBy: ['route-stale-expanded'], needs: ['inverse'], effects: true },
  async (context) => {
    const { to, by, resource } = context.target.fixtures.inverse ?? missing('inverse')
    const { id, externalId, subject } = await changedTwice(context)
    if (resource !== call) return mustShow('the record changed twice', await read(context.api, id), { subject })
    const child = await stored(context, { [by]: referenceTo(context, id) }, to)
    const ask = async () => {
      const answer = await context.api.data.get(to, child.id, {
        dtos: dtosPairs(context, to, resource),
        query: { expand: expansionOf(context) },
      })
      must.success(answer)
      return objectsWith(answer.json, externalId)[0]?.object
    }
    const expanded = await ask()
    // Which fields an expanded record has is not shown (A-EXP-10).
    if (expanded && !('subject' in expanded)) return
    await soon(context, 'expanded', async () => (await ask())?.['subject'], subject)
  },
)

check(
  query.rows,
  'of-a-record-changed-twice',
  { calls: ['data'], brokenBy: ['route-stale-in-rows'], effects: true },
  async (context) => {
    const record = await changedTwice(context)
    const answer = await selected(context, ['id', 'subject'], 'sc', [record])
    must.success(answer)
    must.some('row under the alias', rowsOf(answer, 'sc'), answer)
    if (ownRows(rowsOf(answer, 'sc'), [record]).length === 0) return
    const ask = async () =>
      ownRows(rowsOf(await selected(context, ['id', 'subject'], 'sc', [record]), 'sc'), [record])[0]?.[0]['subject']
    await soon(context, 'in a row', ask, record.subject)
  },
)

check(
  batch['any-interface'],
  'reads-a-record-changed-twice',
  { calls: ['data'], brokenBy: ['route-stale-in-a-batch'], effects: true },
  async (context) => {
    const { id, subject } = await changedTwice(context)
    const answer = await send(context, [context.api.batch.part.get(call, id)])
    mustHaveParts(answer, 1)
    mustShow('the record changed twice, read in a batch', recordOfPart(answer.parts[0]), { subject })
  },
)

/** Ways to make a record anew under the id of a deleted one. */
const again = {
  post: {
    rule: data.create,
    make: (context: Context, id: string, body: object) => context.api.data.create(call, { ...body, id }),
  },
  put: {
    rule: data['replace-creates'],
    make: (context: Context, id: string, body: object) => context.api.data.put(call, id, body),
  },
  patch: {
    rule: data['partial-update-creates'],
    make: (context: Context, id: string, body: object) => context.api.data.patch(call, id, body),
  },
} as const

const deletedOne = async (context: Context, more: Readonly<Record<string, unknown>> = {}): Promise<Stored> => {
  const record = await stored(context, more)
  await rely(data['force-delete'], async () => {
    must.status(await context.api.data.remove(call, record.id, undefined, force), 200)
    await mustBeAbsent(context.api, { id: record.id })
  })
  return record
}

for (const way of ['post', 'put', 'patch'] as const) {
  check(
    again[way].rule,
    'made-anew-after-a-delete',
    {
      brokenBy: [
        'data-remade-holds-former',
        ...(way === 'post' ? ['supplied-id-ignored-on-recreate'] : []),
        ...(way === 'put' ? ['put-on-deleted-id-creates-another', 'put-revives-what-was-deleted-unsaid'] : []),
        ...(way === 'patch' ? ['patch-on-deleted-id-restores', 'patch-on-deleted-id-creates-another'] : []),
      ],
      effects: true,
    },
    async (context) => {
      const former = await deletedOne(context, { remarks: context.fresh.text(), startDateTime: '2031-03-01T10:00:00Z' })
      const body = whole(context)
      const answer = await again[way].make(context, former.id, body)
      // Whether the id of a deleted record can be used again is not stated; what is told of it must be so.
      if (!succeeded(answer)) {
        must.refused4xx(answer)
        return mustBeAbsent(context.api, { id: former.id })
      }
      const now = await read(context.api, former.id)
      mustShow('the record made anew', now, body, ['subject', 'externalId'])
      must.differ('remarks of the record made anew', now?.['remarks'], former.dto['remarks'])
      if ((former.dto['startDateTime'] ?? null) !== null && !isComputed(context, call, 'startDateTime'))
        must.differ('startDateTime of the record made anew', now?.['startDateTime'], former.dto['startDateTime'])
    },
  )
}

const foundBy = async (context: Context, externalId: string): Promise<Answer> =>
  context.api.data.get(call, { externalId })

check(
  data['get-by-external-id'],
  'used-again-after-a-delete',
  { brokenBy: ['data-reused-external-id-lost'], effects: true },
  async (context) => {
    const { externalId } = await deletedOne(context)
    const body = whole(context, { id: context.fresh.id(), externalId })
    const answer = await context.api.data.create(call, body)
    if (!succeeded(answer)) {
      must.refused4xx(answer)
      return mustBeAbsent(context.api, { id: body['id'] })
    }
    const found = await foundBy(context, externalId)
    must.sameId('the id of the record that has the external id now', shown(found)?.['id'], body['id'], found)
  },
)

const ways = ['patch', 'put', 'patch-by-external-id', 'put-by-external-id'] as const

const situations = {
  patch: 'after-it-was-changed',
  put: 'after-a-put-changed-it',
  'patch-by-external-id': 'after-a-patch-by-it-changed-it',
  'put-by-external-id': 'after-a-put-by-it-changed-it',
} as const

const keeping = {
  patch: 'external-id-before-patch-still-read',
  put: 'external-id-before-put-still-read',
  'patch-by-external-id': 'external-id-before-external-patch-still-read',
  'put-by-external-id': 'external-id-before-external-put-still-read',
} as const

for (const way of ways)
  check(
    data['get-by-external-id'],
    situations[way],
    { brokenBy: ['data-former-external-id-found', keeping[way]], effects: true },
    async (context) => {
      const record = await stored(context)
      const externalId = context.fresh.externalId()
      const [method, isByIt] = [way.startsWith('put') ? 'put' : 'patch', way.endsWith('external-id')] as const
      const body = method === 'patch' ? { externalId } : whole(context, { externalId })
      const ref = isByIt ? { externalId: record.externalId } : record.id
      const answer = await context.api.data[method](call, ref, body, force)
      const kept = (await read(context.api, record.id))?.['externalId'] === record.externalId
      if (!succeeded(answer)) {
        must.refused4xx(answer)
        return must.hold('the external id of before', kept, answer.text)
      }
      // Whether the body or the path wins, where an update by external id brings another one, is not stated.
      if (isByIt && kept) return
      const [now, former] = [await foundBy(context, externalId), await foundBy(context, record.externalId)]
      must.sameId('the id of the record under its new external id', shown(now)?.['id'], record.id, now)
      must.hold(
        `no record under the external id that it had before`,
        !succeeded(former) || former.record(keyOf(call)) === undefined,
        former.text,
      )
    },
  )

check(
  data['last-changed-forward'],
  'by-a-list-of-references-alone',
  { needs: ['list-reference'], brokenBy: ['collections-written-alone-leave-last-changed'], effects: true },
  async (context) => {
    const { resource, field, to } = context.target.fixtures.listReference ?? missing('listReference')
    const [one, other] = [await stored(context, {}, to), await stored(context, {}, to)]
    const record = await stored(context, { [field]: [one.id] }, resource)
    await context.wait(10)
    must.success(await context.api.data.patch(resource, record.id, { [field]: [other.id] }, force))
    const now = await read(context.api, record.id, resource)
    must.differ('lastChanged after a PATCH of a list alone', now?.['lastChanged'], record.lastChanged)
  },
)
