import { check, must, rely, sameId, type Context } from '../../src/kit/index.ts'
import { pairOf, unrelated } from '../data/record/related.ts'
import { data } from '../data/record/requirements.ts'
import { read, storedIfTaken } from '../data/steps.ts'
import { batch } from './requirements.ts'
import { creating, mustAllSucceed, send, stored, well, type Request } from './steps.ts'

/** How a reference by external id is written is not shown. */
const forms = [(externalId: string): unknown => externalId, (externalId: string): unknown => ({ externalId })]

/** The way of writing a reference by external id that the target takes. */
async function formTaken(context: Context): Promise<(externalId: string) => unknown> {
  const { pair, referrer } = await unrelated(context)
  const other = await stored(context, {}, pair.to)
  return rely(data['external-reference'], async () => {
    for (const form of forms) {
      const body = { [pair.field]: form(other.externalId) }
      await context.api.data.patch(pair.resource, { externalId: referrer.externalId }, body, { force: true })
      if (sameId((await read(context.api, referrer.id, pair.resource))?.[pair.field], other.id)) return form
    }
    must.hold('a reference by external id taken in an update by external id', false, 'none')
    return forms[0]!
  })
}

/** What an earlier part did is there for a later one, in a transaction as well. */
for (const transactional of [true, false])
  check(
    batch.sequential,
    `external-ids-of-earlier-parts-${transactional ? 'transactional' : 'not-transactional'}`,
    {
      needs: ['reference'],
      brokenBy: transactional ? ['batch-references-overlook-its-own-external-ids'] : ['batch-done-backwards'],
      effects: true,
    },
    async (context) => {
      const { resource, field, to } = pairOf(context, 'reference')
      const form = await formTaken(context)
      const { part } = context.api.batch
      const named = await storedIfTaken(context, { externalId: null }, to)
      const [made, later] = [creating(context, {}, to), context.fresh.externalId()]
      const given: ReadonlyArray<readonly [id: string, externalId: string, first: Request]> = [
        [made.id, made.externalId, made.request],
        ...(named
          ? [[named.id, later, part.patch(to, named.id, { externalId: later }, { force: true })] as const]
          : []),
      ]
      for (const [id, externalId, first] of given) {
        // Each time a record that refers to none: that a reference which is set may be changed is not stated.
        const referrer = await stored(context, {}, resource)
        const refers = part.patch(
          resource,
          { externalId: referrer.externalId },
          { [field]: form(externalId) },
          { force: true },
        )
        mustAllSucceed(await send(context, [first, refers], { transactional }), 2)
        must.sameId(
          `the id in ${field}, given by the external id of the part before`,
          (await read(context.api, referrer.id, resource))?.[field],
          id,
        )
      }
    },
  )

check(
  batch.sequential,
  'external-id-that-an-earlier-part-gave-up',
  { brokenBy: ['external-id-given-up-in-the-transaction-still-taken'], effects: true },
  async (context) => {
    const { part } = context.api.batch
    const options = { force: true } as const
    for (const [transactional, later] of [
      [false, null],
      [true, null],
    ] as const) {
      const [holder, heir] = [await stored(context), await storedIfTaken(context, { externalId: null })]
      if (!heir) return
      const gives = part.patch(holder.resource, holder.id, { externalId: later }, options)
      const takes = part.patch(heir.resource, heir.id, { externalId: holder.externalId }, options)
      const answer = await send(context, [gives, takes], { transactional })
      // Whether an external id may go from one record to another is open: what is not done in two transactions proves nothing.
      if (!transactional && !answer.parts.every(well)) return
      mustAllSucceed(answer, 2)
      must.equal(
        'the external id given up by the part before',
        (await read(context.api, heir.id))?.['externalId'],
        holder.externalId,
      )
    }
  },
)

check(
  batch.sequential,
  'external-id-of-what-an-earlier-part-deleted',
  { brokenBy: ['external-id-of-a-deletion-in-the-transaction-still-taken'], effects: true },
  async (context) => {
    const { part } = context.api.batch
    for (const transactional of [false, true]) {
      const holder = await stored(context)
      const heir = creating(context, { externalId: holder.externalId })
      const gone = part.remove(holder.resource, holder.id, undefined, { force: true })
      const answer = await send(context, [gone, heir.request], { transactional })
      // Whether the external id of a deleted record is free is open: what is not done in two transactions proves nothing.
      if (!transactional && !answer.parts.every(well)) return
      mustAllSucceed(answer, 2)
      must.equal(
        'the external id of the record that the part before deleted',
        (await read(context.api, heir.id))?.['externalId'],
        holder.externalId,
      )
    }
  },
)
