import {
  check,
  eventually,
  keyOf,
  matchers,
  must,
  observe,
  plainId,
  rely,
  sameId,
  show,
} from '../../../src/kit/index.ts'
import { mustBeGone, pairOf, related, unrelated, listedBy, waysToList } from './related.ts'
import { data } from './requirements.ts'
import { byText, comparable, mustBeAbsent, mustBeAsBefore, read, stored, succeeded, whole } from '../steps.ts'

check(
  data['reference-ids'],
  'a-single-one',
  { brokenBy: ['record-reference-object'], needs: ['reference'], effects: true },
  async (context) => {
    const { pair, referrer, target } = await related(context)
    must.sameId(`the id in ${pair.field}`, referrer.dto[pair.field], target.id)
  },
)

check(
  data['reference-ids'],
  'a-list',
  {
    brokenBy: ['record-list-reference-text', 'record-list-reference-objects'],
    needs: ['list-reference'],
    effects: true,
  },
  async (context) => {
    const pair = pairOf(context, 'listReference')
    const targets = [await stored(context, {}, pair.to), await stored(context, {}, pair.to)]
    const referrer = await stored(context, { [pair.field]: targets.map(({ id }) => id) }, pair.resource)
    const held = referrer.dto[pair.field]
    must.be(pair.field, held, 'an array')
    must.equal(
      `ids in ${pair.field}`,
      (held as unknown[]).map(comparable).sort(byText),
      targets.map(({ id }) => plainId(id)).sort(),
    )
  },
)

check(
  data['delete-keeps-referrers'],
  'after-a-delete',
  {
    brokenBy: [
      'data-delete-cascades',
      'data-delete-hides-referrers',
      'referrers-to-deleted-records-missing-with-external-ids',
      'referrers-to-records-without-external-id-missing',
      'expanding-hides-what-refers-to-deleted-records',
      'ordering-hides-what-refers-to-deleted-records',
    ],
    effects: true,
  },
  async (context) => {
    const { pair, referrer, target } = await related(context)
    await rely(data.delete, async () => {
      const answer = await context.api.data.remove(pair.to, target.id, target.lastChanged)
      await mustBeGone(context, target, answer)
      must.status(answer, 200)
      await mustBeAbsent(context.api, target, pair.to)
    })
    const left = await read(context.api, referrer.id, pair.resource)
    must.sameId('the id of the record that refers to the deleted one', left?.['id'], referrer.id)
    if ('query-language' in context.target.lacks) return
    for (const more of waysToList(context, pair))
      await eventually(
        context,
        () => listedBy(context, referrer, pair, more),
        (answer) =>
          // Whether a reference that leads nowhere can be expanded, or sorted by, is not stated.
          answer.status >= 400 && answer.status < 500 && ('expand' in more || 'orderBy' in more)
            ? undefined
            : matchers.equal(
                `number of records listed that refer to the deleted one, with ${JSON.stringify(more)}`,
                answer.records(keyOf(pair.resource)).length,
                1,
              ),
      )
  },
)

const methods = { create: 'POST', put: 'PUT', patch: 'PATCH' } as const

for (const [method, name] of Object.entries(methods) as ['create' | 'put' | 'patch', string][]) {
  check(
    data['missing-reference-refused'],
    `${name.toLowerCase()}-of-a-new-record`,
    {
      brokenBy: [
        `data-reference-unchecked-on-${method}`,
        'data-reference-stored-though-refused',
        ...(method === 'create' ? ['refused-post-keeps-its-id'] : []),
      ],
      needs: ['reference'],
      effects: true,
    },
    async (context) => {
      const { pair, target } = await related(context)
      const id = context.fresh.id()
      const body = whole(
        context,
        { [pair.field]: context.fresh.id(), ...(method === 'create' ? { id } : {}) },
        pair.resource,
      )
      must.refused4xx(
        await (method === 'create'
          ? context.api.data.create(pair.resource, body)
          : context.api.data[method](pair.resource, id, body)),
      )
      await mustBeAbsent(context.api, { id, externalId: body['externalId'] }, pair.resource)
      if (method !== 'create') return
      // Nothing of it is there: what it had is free for the POST that is put right.
      must.success(await context.api.data.create(pair.resource, { ...body, [pair.field]: target.id }))
    },
  )
}

for (const method of ['put', 'patch'] as const) {
  check(
    data['missing-reference-refused'],
    `${method}-of-a-stored-record`,
    {
      brokenBy: [`data-reference-unchecked-on-${method}`, 'data-reference-stored-though-refused'],
      needs: ['reference'],
      effects: true,
    },
    async (context) => {
      const { pair, referrer } = await related(context)
      const more = {
        externalId: referrer.externalId,
        lastChanged: referrer.lastChanged,
        [pair.field]: context.fresh.id(),
      }
      must.refused4xx(
        await context.api.data[method](
          pair.resource,
          referrer.id,
          method === 'put' ? whole(context, more, pair.resource) : more,
        ),
      )
      await mustBeAsBefore(context.api, referrer, [pair.field])
    },
  )
}

check(
  data['missing-reference-refused'],
  'in-a-list',
  {
    brokenBy: [
      'data-list-reference-unchecked',
      'first-reference-of-a-list-checked',
      'list-references-unchecked-on-updates',
    ],
    needs: ['list-reference'],
    effects: true,
  },
  async (context) => {
    const pair = pairOf(context, 'listReference')
    const there = await stored(context, {}, pair.to)
    const referrer = await stored(context, { [pair.field]: [there.id] }, pair.resource)
    const dangling = { [pair.field]: [there.id, context.fresh.id()] }
    const body = whole(context, { id: context.fresh.id(), ...dangling }, pair.resource)
    must.refused4xx(await context.api.data.create(pair.resource, body))
    await mustBeAbsent(context.api, body, pair.resource)
    must.refused4xx(await context.api.data.patch(pair.resource, referrer.id, dangling, { force: true }))
    await mustBeAsBefore(context.api, referrer, [pair.field])
  },
)

/** The documents do not show how a reference by external id is written: either way may be right. */
const shapes = {
  'the external id in the place of the id': (externalId: string) => externalId,
  'an object with externalId': (externalId: string) => ({ externalId }),
} as const

check(
  data['external-reference'],
  'patch-by-external-id',
  {
    brokenBy: [
      'data-reference-by-external-id-refused',
      'data-reference-by-external-id-unresolved',
      'lock-force-needs-last-changed',
    ],
    effects: true,
  },
  async (context) => {
    const { pair, referrer } = await unrelated(context)
    const other = await stored(context, {}, pair.to)
    const seen: string[] = []
    for (const [shape, form] of Object.entries(shapes)) {
      const answer = await context.api.data.patch(
        pair.resource,
        { externalId: referrer.externalId },
        { [pair.field]: form(other.externalId) },
        { force: true },
      )
      const held = (await read(context.api, referrer.id, pair.resource))?.[pair.field]
      seen.push(`${shape}: status ${answer.status}, then ${pair.field} is ${show(held)}`)
      if (answer.status === 201 && sameId(held, other.id)) return must.hold(`a reference to ${other.id}`, true, held)
    }
    must.hold(`a reference to ${other.id} after an update by external id with its external id`, false, seen.join('; '))
  },
)

observe(data['external-reference-shape'], 'patch-by-external-id', {}, async (context) => {
  const { pair, referrer, target } = await related(context)
  const seen: string[] = []
  for (const [shape, form] of Object.entries(shapes)) {
    const answer = await context.api.data.patch(
      pair.resource,
      { externalId: referrer.externalId },
      { [pair.field]: form(target.externalId) },
      { force: true },
    )
    seen.push(`${shape} is ${succeeded(answer) ? 'taken' : `refused (${answer.status})`}`)
  }
  return seen.join('; ')
})

observe(data['external-reference-elsewhere'], 'post-and-patch-by-id', {}, async (context) => {
  const { pair, referrer, target } = await related(context)
  const seen: string[] = []
  for (const [shape, form] of Object.entries(shapes)) {
    const created = await context.api.data.create(
      pair.resource,
      whole(context, { [pair.field]: form(target.externalId) }, pair.resource),
    )
    const patched = await context.api.data.patch(
      pair.resource,
      referrer.id,
      { [pair.field]: form(target.externalId) },
      { force: true },
    )
    seen.push(`${shape}: POST ${created.status}, PATCH by id ${patched.status}`)
  }
  return seen.join('; ')
})
