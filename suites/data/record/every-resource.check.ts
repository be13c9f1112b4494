import { check, eventually, keyOf, matchers, must, rely, show, Unexercised } from '../../../src/kit/index.ts'
import { cql } from '../cql/requirements.ts'
import { drawnResource, drawnWithText } from '../offered.ts'
import { otherUser } from '../other-user.ts'
import {
  changed,
  current,
  mustBeAbsent,
  mustBeAsBefore,
  mustShow,
  read,
  stored,
  succeeded,
  textField,
  whole,
} from '../steps.ts'
import { data } from './requirements.ts'

const force = { force: true } as const

for (const method of ['put', 'patch'] as const)
  check(
    method === 'put' ? data['replace-creates'] : data['partial-update-creates'],
    `${method}-of-another-resource`,
    { brokenBy: ['upserts-of-calls-only'], sampled: true, effects: true },
    async (context) => {
      const resource = drawnWithText(context)
      // That records of the resource can be made at all.
      await stored(context, {}, resource)
      const id = context.fresh.id()
      const body = whole(context, {}, resource)
      must.status(await context.api.data[method](resource, id, body), 201)
      const shown = ['externalId', textField(context, resource)]
      mustShow('the record under the id that was missing', await read(context.api, id, resource), body, shown)
    },
  )

check(
  data['update-by-external-id'],
  'creates-another-resource',
  { brokenBy: ['upserts-of-calls-only', 'upserts-of-others-forget-the-external-id'], effects: true },
  async (context) => {
    const resource = drawnWithText(context)
    await stored(context, {}, resource)
    for (const method of ['put', 'patch'] as const) {
      const body = whole(context, {}, resource)
      const ref = { externalId: String(body['externalId']) }
      must.status(await context.api.data[method](resource, ref, body), 201)
      const shown = ['externalId', textField(context, resource)]
      mustShow('the record under the external id that was missing', await read(context.api, ref, resource), body, shown)
    }
  },
)

check(
  data['post-changes-nothing'],
  'of-another-resource',
  { brokenBy: ['post-overwrites-other-resources'], sampled: true, effects: true },
  async (context) => {
    const resource = drawnWithText(context)
    const before = await stored(context, {}, resource)
    const field = textField(context, resource)
    const { id, externalId } = before
    const body = whole(context, { id, externalId, [field]: context.fresh.text() }, resource)
    await context.api.data.create(resource, body)
    await mustBeAsBefore(context.api, before, [field])
  },
)

check(
  data['null-removes'],
  'of-an-external-id-of-another-resource',
  { brokenBy: ['nulls-not-sent-of-other-resources'], sampled: true, effects: true },
  async (context) => {
    const record = await stored(context, {}, drawnResource(context))
    const { id, externalId, resource } = record
    const answer = await context.api.data.patch(resource, id, { externalId: null }, force)
    // That an external id can be taken away is not stated.
    if (!succeeded(answer)) return must.refused4xx(answer)
    const now = await read(context.api, id, resource)
    must.sameId(`the id of the ${resource}`, now?.['id'], id)
    must.differ('externalId after a PATCH with null', now?.['externalId'], externalId)
  },
)

check(
  data.replace,
  'put-of-another-resource-unsets-its-external-id',
  { brokenBy: ['put-of-other-resources-keeps-texts'], sampled: true, effects: true },
  async (context) => {
    const record = await stored(context, {}, drawnResource(context))
    const { id, externalId, resource } = record
    const { externalId: _, ...body } = whole(context, { externalId }, resource)
    const answer = await context.api.data.put(resource, id, body, force)
    // A target may require one.
    if (!succeeded(answer)) return must.refused4xx(answer)
    const now = await read(context.api, id, resource)
    must.sameId(`the id of the ${resource}`, now?.['id'], id)
    must.differ('the externalId that was not sent', now?.['externalId'], externalId)
  },
)

check(
  data['last-changed-by'],
  'of-another-resource',
  { needs: ['sync-base-10', 'other-user'], brokenBy: ['writer-of-other-resources-stays'], effects: true },
  async (context) => {
    const resource = drawnWithText(context)
    if ((context.target.dtos[resource]?.syncBase ?? 0) < 10)
      throw new Unexercised(`${resource} has no lastChangedBy in the version of the target file`)
    const other = await otherUser(context)
    const before = await stored(context, {}, resource)
    const body = whole(context, { id: context.fresh.id() })
    await rely(data.create, async () => must.success(await other.data.create('ServiceCall', body)))
    const writer = (await read(context.api, String(body['id'])))?.['lastChangedBy']
    // What it is for a caller who is no user is not stated.
    if (typeof writer !== 'string' || writer === before.dto['lastChangedBy'])
      throw new Unexercised('a ServiceCall of the other user shows no writer of its own')
    const patch = { [textField(context, resource)]: context.fresh.text() }
    const answer = await other.data.patch(resource, before.id, patch, force)
    if (!succeeded(answer)) throw new Unexercised(`the other user may not change a ${resource}`)
    const now = await read(context.api, before.id, resource)
    must.equal(`lastChangedBy of a ${resource} after a change by another user`, now?.['lastChangedBy'], writer)
  },
)

check(
  data['delete-by-external-id'],
  'of-another-resource',
  {
    brokenBy: ['deletions-by-external-id-of-calls-only', 'deleted-records-of-others-stay-in-lists'],
    effects: true,
  },
  async (context) => {
    const resource = drawnResource(context)
    const control = await stored(context, {}, resource)
    // A caller who may not delete there at all may be told so.
    if (!succeeded(await context.api.data.remove(resource, control.id, control.lastChanged)))
      throw new Unexercised(`a ${resource} cannot be deleted`)
    const record = await stored(context, {}, resource)
    const { externalId } = record
    const isListed = !('query-language' in context.target.lacks)
    const list = () => context.api.data.list(resource, { query: { query: `externalId = "${externalId}"` } })
    const mustList = (count: number) =>
      eventually(
        context,
        list,
        (answer) =>
          matchers.success(answer) ??
          matchers.equal(
            `number of ${resource} listed by its externalId`,
            answer.records(keyOf(resource)).length,
            count,
          ),
      )
    if (isListed) await rely(cql['query-criteria'], () => mustList(1))
    must.status(await context.api.data.remove(resource, { externalId }, record.lastChanged), 200)
    await mustBeAbsent(context.api, record, resource)
    if (isListed) await mustList(0)
  },
)

check(
  data['force-update'],
  'of-another-resource',
  { brokenBy: ['force-of-calls-only'], sampled: true, effects: true },
  async (context) => {
    const resource = drawnWithText(context)
    const before = await stored(context, {}, resource)
    await changed(context, before)
    const { externalId, lastChanged } = before
    const body = whole(
      context,
      { externalId, lastChanged, [textField(context, resource)]: context.fresh.text() },
      resource,
    )
    must.status(await context.api.data.put(resource, { externalId }, body, force), 201)
    const now = await read(context.api, before.id, resource)
    mustShow('the record after a forced PUT', now, body, ['externalId', textField(context, resource)])
  },
)

check(
  data['force-delete'],
  'of-another-resource',
  { brokenBy: ['force-of-calls-only'], sampled: true, effects: true },
  async (context) => {
    const resource = drawnWithText(context)
    const before = await stored(context, {}, resource)
    const now = await changed(context, before)
    const answer = await context.api.data.remove(resource, now.id, before.lastChanged, force)
    if (!succeeded(answer)) {
      // A caller who may not delete there at all may be told so.
      const { lastChanged } = await current(context.api, now, resource)
      if (!succeeded(await context.api.data.remove(resource, now.id, lastChanged)))
        throw new Unexercised(`a ${resource} cannot be deleted`)
    }
    must.status(answer, 200)
    await mustBeAbsent(context.api, now, resource)
  },
)

check(
  data['generated-id'],
  'of-another-resource',
  { brokenBy: ['numbers-as-ids-of-other-resources'], sampled: true, effects: true },
  async (context) => {
    const resource = drawnWithText(context)
    const ids: unknown[] = []
    for (const _ of [1, 2]) {
      const body = whole(context, {}, resource)
      const answer = await context.api.data.create(resource, body)
      if (!succeeded(answer)) {
        // A resource may want an id of its callers.
        await stored(context, {}, resource)
        throw new Unexercised(`a ${resource} is not created without an id`)
      }
      const found = await read(context.api, { externalId: String(body['externalId']) }, resource)
      mustShow('the created record', found, body, ['externalId', textField(context, resource)])
      const id = found?.['id']
      must.hold(
        `a GUID as id of a ${resource} created without one`,
        typeof id === 'string' && /^[0-9a-f]{32}$/i.test(id.replaceAll('-', '')),
        show(id),
      )
      ids.push(id)
    }
    must.differ('the id of a second record', ids[1], ids[0])
  },
)
