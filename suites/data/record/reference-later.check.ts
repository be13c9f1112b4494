import { check, must, rely, sameId, type Context } from '../../../src/kit/index.ts'
import { mustHaveParts, send } from '../../batch/steps.ts'
import { mustBeGone, pairOf, related, unrelated, type Pair } from './related.ts'
import { data } from './requirements.ts'
import {
  mustBeAbsent,
  mustBeAsBefore,
  read,
  refOf,
  routes,
  stored,
  succeeded,
  whole,
  storedIfTaken,
  mustBeRefusedAlone,
  type Stored,
} from '../steps.ts'

const force = { force: true } as const

check(
  data['delete-keeps-referrers'],
  'after-a-forced-delete-by-external-id',
  {
    brokenBy: [
      'data-forced-delete-cascades',
      'data-delete-by-external-id-cascades',
      'forced-delete-by-external-id-cascades',
    ],
    effects: true,
  },
  async (context) => {
    const { pair, referrer, target } = await related(context)
    await rely(data['force-delete'], async () => {
      const answer = await context.api.data.remove(pair.to, { externalId: target.externalId }, undefined, {
        force: true,
      })
      await mustBeGone(context, target, answer)
      must.status(answer, 200)
    })
    const left = await read(context.api, referrer.id, pair.resource)
    must.sameId('the id of the record that refers to the deleted one', left?.['id'], referrer.id)
  },
)

for (const route of routes)
  for (const forced of [true, false])
    check(
      data['delete-keeps-referrers'],
      `after-a-${forced ? 'forced-' : ''}delete-in-a-batch-${route}`,
      { needs: ['batch'], sampled: true, brokenBy: ['delete-in-a-batch-cascades'], effects: true },
      async (context) => {
        const { pair, referrer, target } = await related(context)
        const { remove } = context.api.batch.part
        const part = forced
          ? remove(pair.to, refOf(target, route), undefined, { force: true })
          : remove(pair.to, refOf(target, route), target.lastChanged)
        const answer = await send(context, [part])
        mustHaveParts(answer, 1)
        await mustBeGone(context, target, answer.parts[0])
        const left = await read(context.api, referrer.id, pair.resource)
        must.sameId('the id of the record that refers to the deleted one', left?.['id'], referrer.id)
      },
    )

/** Ids that lead to no record of the resource that a reference is to: of a deleted one, and of one of the referrer's own resource. */
async function leadingNowhere(context: Context, pair: Pair, referrer: Stored): Promise<readonly string[]> {
  const gone = await stored(context, {}, pair.to)
  await rely(data.delete, async () => {
    must.status(await context.api.data.remove(pair.to, gone.id, gone.lastChanged), 200)
    await mustBeAbsent(context.api, gone, pair.to)
  })
  return pair.resource === pair.to ? [gone.id] : [gone.id, referrer.id]
}

check(
  data['missing-reference-refused'],
  'deleted-or-of-another-resource',
  {
    needs: ['reference'],
    effects: true,
    brokenBy: [
      'data-reference-to-deleted-taken',
      'data-reference-to-other-resource-taken',
      'reference-to-any-resource-taken-by-create',
      'reference-to-any-resource-taken-by-put',
      'reference-to-any-resource-taken-by-patch',
    ],
  },
  async (context) => {
    const { pair, referrer } = await related(context)
    const { data: api } = context.api
    for (const id of await leadingNowhere(context, pair, referrer)) {
      const there = { [pair.field]: id, externalId: referrer.externalId, lastChanged: referrer.lastChanged }
      for (const route of routes) {
        must.refused4xx(await api.patch(pair.resource, refOf(referrer, route), there))
        must.refused4xx(await api.put(pair.resource, refOf(referrer, route), whole(context, there, pair.resource)))
      }
      await mustBeAsBefore(context.api, referrer, [pair.field])
      const body = whole(context, { id: context.fresh.id(), [pair.field]: id }, pair.resource)
      must.refused4xx(await api.create(pair.resource, body))
      await mustBeAbsent(context.api, body, pair.resource)
    }
  },
)

check(
  data['missing-reference-refused'],
  'deleted-or-of-another-resource-in-a-list',
  {
    needs: ['list-reference'],
    effects: true,
    brokenBy: ['data-reference-to-deleted-taken', 'data-reference-to-other-resource-taken'],
  },
  async (context) => {
    const pair = pairOf(context, 'listReference')
    const there = await stored(context, {}, pair.to)
    const referrer = await stored(context, { [pair.field]: [there.id] }, pair.resource)
    for (const id of await leadingNowhere(context, pair, referrer)) {
      const list = { [pair.field]: [there.id, id] }
      const body = whole(context, { id: context.fresh.id(), ...list }, pair.resource)
      must.refused4xx(await context.api.data.create(pair.resource, body))
      await mustBeAbsent(context.api, body, pair.resource)
      must.refused4xx(await context.api.data.patch(pair.resource, referrer.id, list, force))
    }
    await mustBeAsBefore(context.api, referrer, [pair.field])
  },
)

check(
  data['delete-keeps-referrers'],
  'made-in-one-batch',
  {
    needs: ['batch', 'reference'],
    brokenBy: ['deletion-by-external-id-takes-its-batch-along', 'data-forced-delete-cascades'],
    effects: true,
  },
  async (context) => {
    const { field, resource, to } = pairOf(context, 'reference')
    const { part } = context.api.batch
    for (const route of routes) {
      const target = whole(context, { id: context.fresh.id() }, to)
      const referrer = whole(context, { id: context.fresh.id(), [field]: target['id'] }, resource)
      const { parts } = await context.api.batch.send([part.create(to, target), part.create(resource, referrer)])
      must.done('the parts that create', ...parts)
      const ref = refOf({ id: String(target['id']), externalId: String(target['externalId']) }, route)
      await rely(data['force-delete'], async () => {
        const answer = await context.api.data.remove(to, ref, undefined, { force: true })
        await mustBeGone(context, { id: String(target['id']), resource: to }, answer)
        must.status(answer, 200)
        await mustBeAbsent(context.api, target, to)
      })
      const left = await read(context.api, String(referrer['id']), resource)
      must.sameId('the id of the record that refers to the deleted one', left?.['id'], referrer['id'])
    }
  },
)

check(
  data['external-reference'],
  'given-by-a-later-patch',
  { needs: ['reference'], brokenBy: ['reference-by-changed-external-id-kept'], effects: true },
  async (context) => {
    const { pair, referrer } = await unrelated(context)
    const named = await storedIfTaken(context, { externalId: null }, pair.to)
    if (!named) return
    const externalId = context.fresh.externalId()
    await rely(data['partial-update'], async () =>
      must.status(await context.api.data.patch(pair.to, named.id, { externalId }, { force: true }), 201),
    )
    let held: unknown
    // How a reference by external id is written is not shown: where one form is not taken, the other is.
    for (const form of [externalId, { externalId }]) {
      const at = { externalId: referrer.externalId }
      await context.api.data.patch(pair.resource, at, { [pair.field]: form }, { force: true })
      held = (await read(context.api, referrer.id, pair.resource))?.[pair.field]
      if (held != null && !sameId(held, referrer.dto[pair.field])) break
    }
    must.sameId(`the id in ${pair.field}, which was given by external id`, held, named.id)
  },
)

check(
  data['external-reference'],
  'of-the-present-holder',
  { needs: ['reference'], brokenBy: ['reference-by-external-id-goes-to-the-former-holder'], effects: true },
  async (context) => {
    const { pair, referrer, target: former } = await related(context)
    const at = { externalId: referrer.externalId }
    const { externalId } = former
    // How a reference by external id is written is not shown: of two forms, one that is taken.
    let form: unknown
    for (const one of [externalId, { externalId }]) {
      form ??= succeeded(await context.api.data.patch(pair.resource, at, { [pair.field]: one }, force))
        ? one
        : undefined
    }
    const given = await context.api.data.patch(pair.to, former.id, { externalId: null }, force)
    // Whether an external id can be taken away is not stated.
    if (!succeeded(given)) return mustBeRefusedAlone(context, given)
    const body = whole(context, { id: context.fresh.id(), externalId }, pair.to)
    // Whether an external id that was given up can be used again is not stated.
    if (form === undefined || !succeeded(await context.api.data.create(pair.to, body))) return
    await rely(data['get-by-external-id'], async () =>
      must.sameId(
        'the id of the present holder',
        (await read(context.api, { externalId }, pair.to))?.['id'],
        body['id'],
      ),
    )
    // That a reference which is set may be changed is not stated.
    const { referrer: later } = await unrelated(context)
    await context.api.data.patch(pair.resource, { externalId: later.externalId }, { [pair.field]: form }, force)
    const held = (await read(context.api, later.id, pair.resource))?.[pair.field]
    must.sameId(
      `the id in ${pair.field}, which was given by an external id that another record had before`,
      held,
      body['id'],
    )
  },
)
