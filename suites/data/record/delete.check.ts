import { check, must, rely, sameId, Unexercised } from '../../../src/kit/index.ts'
import type { Context } from '../../../src/kit/index.ts'
import { dtosPairs } from '../expansion/steps.ts'
import { namedLater } from '../named-later.ts'
import { resourceBeside } from '../offered.ts'
import { pairOf } from './related.ts'
import { data } from './requirements.ts'
import {
  call,
  mustBeAbsent,
  mustShow,
  read,
  refOf,
  routes,
  stored,
  succeeded,
  tracked,
  words,
  type AddressedBy,
} from '../steps.ts'

const byRoute = {
  'by-id': {
    rule: data.delete,
    faults: [
      'data-delete-status-204',
      'data-delete-not-stored',
      'data-delete-readable-by-id',
      'data-delete-readable-by-external-id',
      'delete-by-id-finds-any-resource',
    ],
  },
  'by-external-id': {
    rule: data['delete-by-external-id'],
    faults: [
      'data-delete-by-external-id-status-204',
      'data-delete-by-external-id-not-stored',
      'data-delete-by-external-id-refused',
      'delete-extid-unlinks',
      'data-delete-not-stored',
      'external-id-given-later-not-found-by-deletions',
    ],
  },
} as const

for (const route of routes) {
  check(
    byRoute[route].rule,
    `${route}-with-the-lock`,
    { brokenBy: byRoute[route].faults, effects: true },
    async (context) => {
      const before = route === 'by-id' ? await stored(context) : await namedLater(context)
      const beside = resourceBeside(context)
      // However it is answered: there is no such record there, and this one stays.
      if (beside !== undefined) await context.api.data.remove(beside, refOf(before, route), undefined, { force: true })
      must.status(await context.api.data.remove(call, refOf(before, route), before.lastChanged), 200)
      await mustBeAbsent(context.api, before)
    },
  )

  check(
    data['unversioned-delete-refused'],
    route,
    {
      brokenBy: [
        'lock-delete-without-last-changed',
        'lock-delete-without-last-changed-crashes',
        'lock-delete-without-last-changed-stored',
        'lock-force-delete-default',
      ],
      effects: true,
    },
    async (context) => {
      const before = await stored(context)
      const answer = await context.api.data.remove(call, refOf(before, route), undefined)
      must.refused4xx(answer)
      for (const way of routes) {
        const now = await read(context.api, refOf(before, way))
        mustShow(`the record read ${words(way)} after the refusal`, now, before.dto, tracked)
      }
    },
  )
}

check(
  data.delete,
  'takes-it-off-the-list',
  { brokenBy: ['data-delete-still-listed'], effects: true },
  async (context) => {
    const short = await shortList(context)
    const before = await stored(context, {}, short ?? call)
    if (!short && 'query-language' in context.target.lacks)
      throw new Unexercised('every list is long, and there is no query that brings one record to the first page')
    // Where every list is long, only a query is certain to bring the record to the first page.
    const options = short ? {} : { query: { query: `id = "${before.id}"` } }
    const listed = async () => {
      const answer = await context.api.data.list(before.resource, options)
      must.success(answer)
      return answer.records().map((record) => record['id'])
    }
    await rely(data.list, async () => {
      const ids = await listed()
      must.hold(`a list with the record ${before.id}`, holds(ids, before.id), ids)
    })
    must.status(await context.api.data.remove(before.resource, before.id, before.lastChanged), 200)
    const left = await listed()
    must.hold(`a list without the deleted record ${before.id}`, !holds(left, before.id), left)
  },
)

const holds = (ids: readonly unknown[], id: string): boolean => ids.some((listed) => sameId(listed, id))

/** A resource whose list easily fits on one page: only then is an unfiltered list certain to show our record. */
async function shortList({ api, target }: Context): Promise<string | undefined> {
  for (const resource of Object.keys(target.templates)) {
    if (resource === call || (target.dtos[resource]?.syncBase ?? 0) < 9) continue
    const answer = await api.data.list(resource)
    if (succeeded(answer) && answer.records().length < 10) return resource
  }
  return undefined
}

check(
  data['missing-not-found'],
  'of-ids-never-used',
  { brokenBy: ['data-missing-made-up', 'get-by-id-finds-any-resource', 'external-id-path-takes-ids'] },
  async (context) => {
    const control = await stored(context)
    mustShow('a record that is there', await read(context.api, control.id), control.dto, tracked)
    await mustBeAbsent(context.api, { id: context.fresh.id(), externalId: context.fresh.externalId() })
    // Nor does the key of a record find it where another one is asked for.
    await mustBeAbsent(context.api, { id: control.externalId, externalId: control.id })
    const beside = resourceBeside(context)
    if (beside !== undefined) await mustBeAbsent(context.api, { id: control.id }, beside)
  },
)

check(
  data['missing-not-found'],
  'after-a-delete',
  {
    brokenBy: [
      'data-delete-readable-by-id',
      'data-delete-readable-by-external-id',
      'data-missing-made-up',
      'deleted-records-served-with-expand',
      'deleted-records-served-with-fields',
      'deleted-records-served-with-external-ids',
    ],
    effects: true,
  },
  async (context) => {
    const before = await stored(context)
    await rely(data.delete, async () =>
      must.status(await context.api.data.remove(call, before.id, before.lastChanged), 200),
    )
    await mustBeAbsent(context.api, before)
    for (const [route, query] of shapedReads(context)) {
      const dtos = dtosPairs(context, call, ...('expand' in query ? [pairOf(context, 'reference').to] : []))
      const now = await read(context.api, refOf(before, route), call, { dtos, query })
      must.hold(`no record read ${words(route)} with ${JSON.stringify(query)}`, now === undefined, now)
    }
  },
)

/** Reads that shape the record, each by the one or the other key. */
function shapedReads({ target }: Context): ReadonlyArray<readonly [AddressedBy, Readonly<Record<string, string>>]> {
  const { reference } = target.fixtures
  return [
    ...('shaping' in target.lacks
      ? []
      : ([
          ['by-id', { fields: 'id,subject' }],
          ['by-external-id', { useExternalIds: 'true' }],
        ] as const)),
    ...(reference?.resource === call && !('expansion' in target.lacks)
      ? ([['by-id', { expand: reference.field }]] as const)
      : []),
  ]
}

check(
  data['missing-not-found'],
  'of-an-external-id-like-a-stored-one',
  {
    brokenBy: ['data-external-id-ignores-end'],
  },
  async (context) => {
    const control = await stored(context, { externalId: context.fresh.externalId('abc') })
    mustShow(
      'a record that is there',
      await read(context.api, { externalId: control.externalId }),
      control.dto,
      tracked,
    )
    await mustBeAbsent(context.api, { externalId: `${control.externalId}d` })
  },
)

/** How a record was read before, and how it was then deleted. */
for (const before of routes)
  for (const way of ['by-id', 'by-external-id', 'in-a-batch'] as const)
    check(
      data['missing-not-found'],
      `once-read-${before}-deleted-${way}`,
      {
        needs: way === 'in-a-batch' ? ['batch'] : [],
        brokenBy: [
          before === 'by-id' ? 'data-deleted-readable-from-memory' : `external-id-read-kept-after-delete-${way}`,
        ],
        sampled: true,
        effects: true,
      },
      async (context) => {
        const { api } = context
        const record = await stored(context)
        // Twice: what is kept may be kept only from the second read on.
        for (const _ of [1, 2])
          mustShow('a record that is there', await read(api, refOf(record, before)), record.dto, tracked)
        await rely(data.delete, async () => {
          if (way !== 'in-a-batch')
            return must.status(await api.data.remove(call, refOf(record, way), record.lastChanged), 200)
          const { parts } = await api.batch.send([api.batch.part.remove(call, record.id, record.lastChanged)])
          return must.done('the part that deletes', parts[0])
        })
        await mustBeAbsent(api, record)
      },
    )
