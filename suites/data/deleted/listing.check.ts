import type { Answer } from '../../../src/clients/answer.ts'
import { check, must, observe, placesOf, rely, sameId, type Context } from '../../../src/kit/index.ts'
import {
  around,
  deletions,
  listing,
  listingOf,
  mustBeListed,
  mustNotBeListed,
  removed,
  type DeletedObjectsVersion,
} from './steps.ts'
import { deleted } from './requirements.ts'
import { call, stored, type Stored, storedIfTaken } from '../steps.ts'

/** The version 2 listing that holds a deleted record. If none does, the finding is about the interval. */
const listed = (context: Context, record: Stored): Promise<Answer> =>
  rely(deleted['deleted-interval'], async () => (await mustBeListed(context, record, around(record))).answer)

type Entry = Readonly<Record<string, unknown>>

function entryOf(answer: Answer, { id }: Stored): Entry | undefined {
  const { deletedIds } = (answer.json ?? {}) as { deletedIds?: unknown }
  return Array.isArray(deletedIds)
    ? ((deletedIds as readonly (Entry | null)[]).find((entry) => sameId(entry?.['id'], id)) ?? undefined)
    : undefined
}

function mustHaveEntry(entry: Entry | undefined, answer: Answer, record: Stored): void {
  must.hold(
    `an object with the id ${record.id} in deletedIds`,
    entry !== undefined,
    `the id at ${placesOfId(answer, record).join(', ')}`,
  )
}

/** The paths of the id in a listing, which holds the deletions of others, too. */
const placesOfId = (answer: Answer, { id }: Stored): readonly string[] =>
  [...placesOf(answer.json)].filter(({ value }) => sameId(value, id)).map(({ path }) => path || 'the top')

check(
  deleted['deleted-entries'],
  'with-an-external-id',
  {
    brokenBy: ['deleted-key-other', 'deleted-bare-ids', 'deleted-external-id-missing'],
    effects: true,
  },
  async (context) => {
    const record = await removed(context)
    const answer = await listed(context, record)
    const entry = entryOf(answer, record)
    mustHaveEntry(entry, answer, record)
    must.equal('externalId of the entry', entry?.['externalId'], record.externalId)
  },
)

check(
  deleted['deleted-entries'],
  'without-an-external-id',
  {
    brokenBy: ['deleted-key-other', 'deleted-bare-ids', 'deleted-external-id-null', 'deleted-external-id-invented'],
    effects: true,
  },
  async (context) => {
    const record = await removedWithout(context)
    if (!record) return
    const answer = await listed(context, record)
    const entry = entryOf(answer, record)
    mustHaveEntry(entry, answer, record)
    must.absent('externalId in the entry of a record that had none', entry?.['externalId'])
  },
)

/** A deleted record that never had an external id; undefined where none is created without, or the target gives one: no sentence says that it needs none. */
async function removedWithout(context: Context): Promise<Stored | undefined> {
  const record = await storedIfTaken(context, { externalId: undefined })
  if (!record || (record.dto['externalId'] ?? null) !== null) return undefined
  await context.wait(20)
  await deletions['by-id'](context, record)
  return record
}

check(
  deleted['deleted-external-id'],
  'with-and-without',
  {
    brokenBy: ['del2-extid-lost-on-force', 'deleted-external-id-missing', 'deleted-external-id-invented'],
    effects: true,
  },
  async (context) => {
    const told: Record<string, unknown> = {}
    const wanted: Record<string, unknown> = { never: null }
    for (const way of ['by-id', 'forced', 'by-external-id'] as const) {
      const record = await stored(context)
      await deletions[way](context, record)
      told[way] = externalIdIn(await listed(context, record), record)
      wanted[way] = record.externalId
    }
    const never = await removedWithout(context)
    told['never'] = never ? externalIdIn(await listed(context, never), never) : null
    must.equal('external ids in the entries of deleted records', told, wanted)
  },
)

/** The external id beside the id, whatever the form of the entry. */
const externalIdIn = (answer: Answer, { id }: Stored): unknown =>
  [...placesOf(answer.json)].map(({ value }) => value as Entry | null).find((entry) => sameId(entry?.['id'], id))?.[
    'externalId'
  ] ?? null

check(
  deleted['deleted-first-version'],
  'cloud-ids',
  {
    brokenBy: ['del1-only-without-extid', 'deleted-first-version-empty', 'deleted-first-version-external-ids'],
    effects: true,
  },
  async (context) => {
    const records = [await removed(context), await removedWithout(context)]
    for (const record of records)
      if (record) await mustBeListed(context, { ...record, dtos: 'DeletedObjects.1' }, around(record))
  },
)

check(
  deleted['deleted-versions'],
  'both',
  {
    brokenBy: ['deleted-first-version-refused', 'deleted-second-version-refused'],
    effects: true,
  },
  async (context) => {
    const record = await removed(context)
    for (const dtos of ['DeletedObjects.2', 'DeletedObjects.1'])
      must.success(await listingOf(context, context.api, call, around(record), { dtos }))
  },
)

check(
  deleted['deleted-own'],
  'of-the-caller',
  { brokenBy: ['deleted-own-left-out', 'deleted-empty'], effects: true },
  async (context) => {
    const record = await removed(context)
    await mustBeListed(context, record, around(record))
  },
)

check(
  deleted['deleted-interval-required'],
  'one-missing-or-both',
  {
    brokenBy: [
      'del-missing-both-page',
      'deleted-from-optional',
      'deleted-to-optional',
      'deleted-interval-missing-crashes',
    ],
    effects: true,
  },
  async (context) => {
    const record = await removed(context)
    const { from, to } = (await listing(context, call, around(record))).span
    for (const interval of [{ to }, { from }, {}]) must.refused4xx(await context.api.data.deleted(call, interval))
  },
)

check(
  deleted['deleted-of-one-resource'],
  'two-resources',
  { brokenBy: ['deleted-other-resources'], effects: true },
  async (context) => {
    const { resource, to } = context.target.fixtures.reference ?? { resource: call, to: call }
    const records = [await removed(context, {}, resource), await removed(context, {}, to)]
    for (const record of records) await listed(context, record)
    for (const [index, record] of records.entries()) {
      const other = index === 0 ? to : resource
      await mustNotBeListed(context, { ...record, resource: other }, around(record), `for it is a ${record.resource}`)
    }
  },
)

observe(deleted['deleted-form'], 'first-version-order-and-number', {}, async (context) => {
  const records = [await removed(context), await removed(context), await removed(context)]
  const [first] = records as [Stored]
  const told: string[] = []
  for (const dtos of ['DeletedObjects.1', 'DeletedObjects.2'] satisfies DeletedObjectsVersion[]) {
    const answer = await listingOf(context, context.api, call, around(first), { dtos })
    const places = [...placesOf(answer.json)].filter(({ value }) => records.some(({ id }) => sameId(value, id)))
    const order = places.map(({ value }) => records.findIndex(({ id }) => sameId(value, id)))
    const words = { '0,1,2': 'as deleted', '2,1,0': 'last deleted first' }[order.join()] ?? 'in another order'
    const seen = `status ${answer.status}, ${places.length} of 3 listed`
    told.push(`${dtos}: ${places.length === 3 ? `ids stand at ${places[0]?.path || 'the top'}, ${words}` : seen}`)
  }
  return told.join('; ')
})
