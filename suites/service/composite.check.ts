import { check, must, observe, Unexercised, type Context } from '../../src/kit/index.ts'
import { mustBeAbsent, succeeded } from '../data/steps.ts'
import { addressFieldsOf, newAddress, unaddressed } from './addresses.ts'
import { changedTree, compositeResults } from './composite.ts'
import { service } from './requirements.ts'
import { mustShowAll } from './same.ts'
import {
  activitiesOf,
  created,
  createdSoon,
  idOf,
  leastActivity,
  leastCall,
  partOf,
  readTree,
  type Part,
} from './tree.ts'

const needs = ['composite', 'service-call'] as const

/** A service call whose only activity has an address of its own. */
async function addressed(context: Context): Promise<{ id: string; activity: Part; own: Part }> {
  const own = newAddress(context)
  const { id, tree } = await createdSoon(
    context,
    await unaddressed(context, { activities: [leastActivity(context, { address: own })] }),
  )
  const [activity = {}] = activitiesOf(tree)
  return { id, activity, own }
}

const addressIn = (tree: Part): Part => addressFieldsOf(partOf(activitiesOf(tree)[0]?.['address']))

check(
  service['address-sent'],
  'another-by-patch',
  { brokenBy: ['service-patched-address-kept', 'service-patched-address-merged'], needs, effects: true },
  async (context) => {
    const { id, activity } = await addressed(context)
    const other = { ...newAddress(context), street: 'Werf', streetNumber: '19', zipCode: '3011' }
    const tree = await changedTree(context, id, activity, { address: other })
    must.equal('address of an activity after another was sent', addressIn(tree), addressFieldsOf(other))
    const again = await changedTree(context, id, activity, { address: other })
    must.equal('address of an activity after the same was sent', addressIn(again), addressFieldsOf(other))
  },
)

check(
  service['address-sent'],
  'sourced-by-patch',
  { brokenBy: ['service-sourced-address-kept'], needs, effects: true },
  async (context) => {
    const { id, activity, own } = await addressed(context)
    const { businessPartner } = await readTree(context, id)
    const sourced = {
      ...newAddress(context),
      source: 'BUSINESSPARTNER',
      sourceId: { uuid: partOf(businessPartner)['id'] },
    }
    const patch = { activities: [{ id: activity['id'], subject: context.fresh.text(), address: sourced }] }
    must.noServerError(await context.api.service.patch(id, patch), 'PATCH')
    must.equal(
      'address after one with source and sourceId',
      addressIn(await readTree(context, id)),
      addressFieldsOf(own),
    )
  },
)

observe(service['address-patched'], 'without-address', {}, async (context) => {
  const { id, activity, own } = await addressed(context)
  const tree = await changedTree(context, id, activity, {})
  const now = partOf(activitiesOf(tree)[0]?.['address'])
  const which = now['city'] === own['city'] ? 'its own' : now['city'] === undefined ? 'none' : 'another'
  return `after a PATCH without address an activity has ${which}${now['source'] ? ` from ${String(now['source'])}` : ''}`
})

check(
  service['round-trip'],
  'patched',
  { brokenBy: ['service-patch-not-kept'], needs, effects: true },
  async (context) => {
    const { id } = await created(context, leastCall(context, { activities: [leastActivity(context)] }))
    const sent = { subject: context.fresh.text(), remarks: context.fresh.text() }
    const answer = await context.api.service.patch(id, sent)
    must.noServerError(answer, 'PATCH')
    const read = await readTree(context, id)
    // Which fields a PATCH takes is not shown: what it is answered with is what is there.
    const told = Object.entries(sent).filter(
      ([field, value]) => succeeded(answer) && partOf(answer.json)[field] === value,
    )
    for (const [field, value] of told)
      must.equal(`${field} of the service call that a PATCH answered with it`, read[field], value)
    if (told.length === 0) throw new Unexercised('the answer to a PATCH shows nothing of what was sent')
  },
)

check(
  service['round-trip'],
  'made-in-bulk',
  { brokenBy: ['service-second-in-bulk-not-kept'], needs, effects: true },
  async (context) => {
    const bodies = [0, 1].map(() => leastCall(context, { activities: [leastActivity(context)] }))
    await created(context, leastCall(context))
    const answer = await context.api.service.bulk('POST', bodies)
    let compared = 0
    for (const { resource } of compositeResults(answer).filter(({ isDone }) => isDone)) {
      const id = idOf(resource)
      const { activities, ...own } = bodies.find(({ externalId }) => externalId === resource['externalId']) ?? {}
      if (id === undefined || own['subject'] === undefined) continue
      const read = await context.api.service.get(id)
      must.status(read, 200)
      mustShowAll('a service call as it was sent in a list', own, partOf(read.json))
      must.equal(
        'number of its activities',
        activitiesOf(partOf(read.json)).length,
        activitiesOf({ activities }).length,
      )
      compared += 1
    }
    if (compared === 0) throw new Unexercised('the answer to a list shows none of the service calls that were sent')
  },
)

check(
  service.ids,
  'external-id-of-a-call-twice-in-bulk',
  { brokenBy: ['service-call-external-id-twice', 'service-external-id-twice-at-once'], needs, effects: true },
  async (context) => {
    const first = leastCall(context)
    const twin = leastCall(context, { externalId: first['externalId'] })
    await created(context, leastCall(context))
    const held = new Set<string>()
    for (const { isDone, resource } of compositeResults(await context.api.service.bulk('POST', [first, twin]))) {
      const id = idOf(resource)
      if (!isDone || id === undefined) continue
      const read = await context.api.service.get(id)
      if (succeeded(read) && partOf(read.json)['externalId'] === first['externalId']) held.add(id)
    }
    must.hold('no two service calls of one external id', held.size < 2, [...held])
  },
)

check(
  service['refused-whole'],
  'one-of-three-in-bulk',
  { brokenBy: ['service-refused-call-stays', 'service-refused-activities-stay'], needs, effects: true },
  async (context) => {
    const one = () =>
      leastCall(context, { activities: [leastActivity(context, { externalId: context.fresh.externalId() })] })
    await created(context, one())
    const [named, nameless] = [leastActivity(context, { externalId: context.fresh.externalId() }), {}]
    const broken = leastCall(context, { activities: [named, nameless] })
    const answer = await context.api.service.bulk('POST', [one(), broken, one()])
    must.noServerError(answer, 'POST of a list')
    // That an element of a list is refused is not shown; one that is leaves nothing.
    if (succeeded(answer) && compositeResults(answer).filter(({ isDone }) => isDone).length > 2) return
    await mustBeAbsent(context.api, { externalId: broken['externalId'] })
    if ('Activity' in context.target.dtos)
      await mustBeAbsent(context.api, { externalId: named['externalId'] }, 'Activity')
  },
)

observe(service['not-shown'], 'patch', { needs }, async (context) => {
  const { id, tree } = await created(context, leastCall(context, { activities: [leastActivity(context)] }))
  const [subject, added] = [context.fresh.text(), leastActivity(context)]
  const answer = await context.api.service.patch(id, { subject, activities: [added] })
  const now = await readTree(context, id)
  const { length } = activitiesOf(now)
  return `PATCH with a subject and a new activity: status ${answer.status}, subject ${now['subject'] === subject ? 'changed' : 'as before'}, ${length} activities after ${activitiesOf(tree).length}`
})

observe(service['not-shown'], 'bulk', { needs }, async (context) => {
  const bodies = [leastCall(context), leastCall(context, { subject: undefined }), leastCall(context)]
  const made = await context.api.service.bulk('POST', bodies)
  const ids = compositeResults(made).flatMap(({ isDone, resource }) => (isDone ? [{ id: resource['id'] }] : []))
  const told = (answer: typeof made) =>
    `status ${answer.status}, of each ${compositeResults(answer)
      .map(({ status }) => status)
      .join(', ')}`
  const post = `POST of three service calls, one without subject: ${told(made)}`
  // An answer about none may well leave the empty list out.
  if (ids.length === 0) return post
  const patched = await context.api.service.bulk(
    'PATCH',
    ids.map((id) => ({ ...id, subject: context.fresh.text() })),
  )
  return `${post}; PATCH of those made: ${told(patched)}`
})
