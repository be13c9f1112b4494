import { isDeepStrictEqual } from 'node:util'
import { check, isObjection, must, rely, sameId, settle, type Context } from '../../../src/kit/index.ts'
import { attached, noise } from '../attachment/steps.ts'
import { missing } from '../expansion/steps.ts'
import { lockRefusalMismatch } from '../model/lock.ts'
import { drawnResource, drawnWithText } from '../offered.ts'
import {
  current,
  knownText,
  mustBeAbsent,
  mustBeAsBefore,
  read,
  refOf,
  routes,
  stored,
  succeeded,
  textField,
  whole,
  type Stored,
} from '../steps.ts'
import { data } from './requirements.ts'
import { mustReferByItsId, referenceTo } from '../inverse-end.ts'

const force = { force: true } as const

check(
  data['duplicate-external-id-refused'],
  'of-another-resource',
  {
    brokenBy: ['external-ids-unique-among-calls-only', 'refused-duplicate-written-into-its-holder'],
    effects: true,
  },
  async (context) => {
    const resource = drawnResource(context)
    const holder = await stored(context, {}, resource)
    const id = context.fresh.id()
    must.refused4xx(
      await context.api.data.create(resource, whole(context, { id, externalId: holder.externalId }, resource)),
    )
    await mustBeAbsent(context.api, { id }, resource)
    await mustBeAsBefore(context.api, holder, textsOf(context, resource))
  },
)

const textsOf = (context: Context, resource: string): string[] => [knownText(context, resource) ?? []].flat()

const fileOf = async (context: Context): Promise<Stored> =>
  current(context.api, await attached(context, noise(16)), 'Attachment')

const kinds = {
  'another-resource': { of: (context: Context) => stored(context, {}, drawnResource(context)), needs: [] },
  'an-attachment': { of: fileOf, needs: ['attachments'] },
} as const

for (const kind of ['another-resource', 'an-attachment'] as const) {
  const { of, needs } = kinds[kind]

  check(
    data['stale-lock-refused'],
    `delete-of-${kind}`,
    { brokenBy: ['lock-of-deletions-on-calls-only'], sampled: true, needs, effects: true },
    async (context) => {
      const record = await of(context)
      const { remove } = context.api.data
      const texts = textsOf(context, record.resource)
      for (const route of routes) {
        const ref = refOf(record, route)
        const refusal = await remove(record.resource, ref, record.lastChanged - 5000)
        // A caller who may not delete there at all may be told that first (A-AUT-13).
        if (isObjection(refusal) && refusal.status !== 409) {
          const allowed = await remove(record.resource, ref, record.lastChanged)
          if (isObjection(allowed)) return mustBeAsBefore(context.api, record, texts)
        }
        settle(lockRefusalMismatch(refusal, record.lastChanged))
        await mustBeAsBefore(context.api, record, texts)
      }
    },
  )

  check(
    data['unversioned-delete-refused'],
    `of-${kind}`,
    { brokenBy: ['deletions-without-a-lock-on-other-resources'], sampled: true, needs, effects: true },
    async (context) => {
      const record = await of(context)
      must.refused4xx(await context.api.data.remove(record.resource, record.id, undefined))
      await mustBeAsBefore(context.api, record)
    },
  )
}

check(
  data['stale-lock-refused'],
  'update-of-another-resource',
  { brokenBy: ['lock-of-updates-on-calls-only'], effects: true },
  async (context) => {
    const record = await stored(context, {}, drawnWithText(context))
    const { resource, externalId } = record
    const lastChanged = record.lastChanged - 5000
    const body = whole(context, { externalId, lastChanged }, resource)
    const patch = { [textField(context, resource)]: context.fresh.text(), lastChanged }
    settle(lockRefusalMismatch(await context.api.data.put(resource, { externalId }, body), record.lastChanged))
    settle(lockRefusalMismatch(await context.api.data.patch(resource, record.id, patch), record.lastChanged))
    await mustBeAsBefore(context.api, record, [textField(context, resource)])
  },
)

check(
  data['missing-reference-refused'],
  'of-another-resource',
  { brokenBy: ['references-of-other-resources-unchecked'], needs: ['inverse'], effects: true },
  async (context) => {
    const { resource, to, by } = context.target.fixtures.inverse ?? missing('inverse')
    mustReferByItsId(context)
    const parent = await stored(context, {}, resource)
    const child = await stored(context, { [by]: parent.id }, to)
    const body = whole(context, { id: context.fresh.id(), [by]: context.fresh.id() }, to)
    must.refused4xx(await context.api.data.create(to, body))
    await mustBeAbsent(context.api, body, to)
    must.refused4xx(await context.api.data.patch(to, child.id, { [by]: context.fresh.id() }, force))
    await mustBeAsBefore(context.api, child, [by])
  },
)

for (const route of routes)
  check(
    data['delete-keeps-referrers'],
    `of-a-parent-${route}`,
    { brokenBy: ['activities-deleted-with-their-call'], needs: ['inverse'], sampled: true, effects: true },
    async (context) => {
      const { resource, to, by } = context.target.fixtures.inverse ?? missing('inverse')
      const parent = await stored(context, {}, resource)
      const child = await stored(context, { [by]: referenceTo(context, parent.id) }, to)
      const { api } = context
      // By its id with the lock, by its external id by force.
      const answer =
        route === 'by-id'
          ? await api.data.remove(resource, parent.id, parent.lastChanged)
          : await api.data.remove(resource, refOf(parent, route), undefined, force)
      // That what others refer to can be deleted is not stated for each relation.
      if (!succeeded(answer)) return must.refused4xx(answer)
      must.sameId(
        'the id of the record that refers to the deleted one',
        (await read(api, child.id, to))?.['id'],
        child.id,
      )
    },
  )

check(
  data['inlined-whole'],
  'object-reference-in-part',
  { brokenBy: ['object-reference-keeps-what-is-not-sent'], needs: ['object-reference'], effects: true },
  async (context) => {
    const { resource, field, id, type, types } = context.target.fixtures.objectReference ?? missing('objectReference')
    const [first] = Object.entries(types)
    if (!first) return missing('objectReference.types')
    const one = await stored(context, {}, first[0])
    const held = (dto: Stored['dto'] | undefined) => (dto?.[field] as Readonly<Record<string, unknown>> | null)?.[id]
    for (const route of routes) {
      const before = await stored(context, { [field]: { [id]: one.id, [type]: first[1] } }, resource)
      await rely(data.create, async () => must.sameId(`${id} of ${field} as created`, held(before.dto), one.id))
      // Of an id a service may know the type; of a type nobody knows the id.
      const sent = { [field]: { [type]: first[1] } }
      const answer = await context.api.data.patch(resource, refOf(before, route), sent, force)
      if (!succeeded(answer)) {
        await mustBeAsBefore(context.api, before, [field])
        continue
      }
      const now = await read(context.api, before.id, resource)
      must.present('the record after the update', now)
      must.hold(`no ${id} of before in ${field}, for none was sent`, !sameId(held(now), one.id), now?.[field])
    }
  },
)

check(
  data['last-changed-forward'],
  'by-inlined-objects-alone',
  { needs: ['inlined-object'], brokenBy: ['inlined-objects-alone-leave-last-changed'], effects: true },
  async (context) => {
    const { resource, field, whole: value } = context.target.fixtures.inlined ?? missing('inlined')
    const record = await stored(context, {}, resource)
    await context.wait(10)
    const answer = await context.api.data.patch(resource, record.id, { [field]: value }, force)
    await rely(data['partial-update'], async () => must.success(answer))
    const now = await read(context.api, record.id, resource)
    // What is shown as before may have been what it was before.
    if (isDeepStrictEqual(now?.[field], record.dto[field])) return
    must.differ('lastChanged after a PATCH of inlined objects alone', now?.['lastChanged'], record.lastChanged)
  },
)
