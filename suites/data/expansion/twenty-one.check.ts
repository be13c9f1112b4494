import { check, must, rely, Unexercised, type Context } from '../../../src/kit/index.ts'
import type { DataOptions } from '../../../src/clients/data.ts'
import type { Dto } from '../../../src/clients/answer.ts'
import { mustAllSucceed, send } from '../../batch/steps.ts'
import { referenceTo } from '../inverse-end.ts'
import { data } from '../record/requirements.ts'
import { stored, storedIfTaken, whole, type Stored } from '../steps.ts'
import { expansion } from './requirements.ts'
import { asking, looks, missing, mustBeExpanded, mustCount, plainly, type Family } from './steps.ts'

const number = 21

/** One record more than a page has by default. */
async function oneMore(
  context: Context,
  resource: string,
  more: Readonly<Record<string, unknown>>,
): Promise<readonly Stored[]> {
  const bodies = Array.from({ length: number }, () => whole(context, { id: context.fresh.id(), ...more }, resource))
  await rely(data.create, async () => {
    for (const answer of await Promise.all(bodies.map((body) => context.api.data.create(resource, body))))
      must.success(answer)
  })
  return bodies.map(({ id, externalId }) => ({
    resource,
    id: String(id),
    externalId: String(externalId),
    lastChanged: 0,
    dto: {},
  }))
}

/** All of them are expanded, whichever way the record is read. */
async function mustBeExpandedEachWay(context: Context, family: Family, plain: Dto): Promise<void> {
  const { parent, field } = family
  const options: DataOptions = asking(context, family, field)
  for (const look of ['by-id', 'by-external-id'] as const)
    await mustBeExpanded(await looks[look](context.api, parent, options), plain, family)
  if ('batch' in context.target.lacks) return
  const { part } = context.api.batch
  const reads = [parent.id, { externalId: parent.externalId }].map((ref) => part.get(parent.resource, ref, options))
  const answer = await send(context, reads)
  mustAllSucceed(answer, reads.length)
  for (const one of answer.parts) await mustBeExpanded(one, plain, family)
}

check(
  expansion['expand-related'],
  'twenty-one',
  {
    heavy: true,
    needs: ['inverse'],
    brokenBy: [
      'expand-many-first',
      'expand-twenty-by-external-id',
      'expand-twenty-in-batches',
      'count-capped-20',
      'count-capped-by-external-id',
      'expand-to-many-first-only',
    ],
    effects: true,
  },
  async (context) => {
    const { resource, field, to, by } = context.target.fixtures.inverse ?? missing('inverse')
    const parent = await stored(context, {}, resource)
    const related = await oneMore(context, to, { [by]: referenceTo(context, parent.id) })
    const family = { field, parent, related, strangers: [] }
    const plain = await plainly(context, 'by-id', parent)
    await mustBeExpandedEachWay(context, family, plain)
    for (const look of ['by-id', 'by-external-id'] as const) {
      const answer = await looks[look](context.api, parent, asking(context, family, `count(${field})`))
      await mustCount(context, answer, plain, family)
    }
  },
)

check(
  expansion['expand-related'],
  'a-list-of-twenty-one',
  {
    heavy: true,
    needs: ['list-reference'],
    brokenBy: ['expand-many-first', 'expand-twenty-by-external-id', 'expand-twenty-in-batches'],
    effects: true,
  },
  async (context) => {
    const { resource, field, to } = context.target.fixtures.listReference ?? missing('listReference')
    const related = await oneMore(context, to, {})
    const parent = await storedIfTaken(context, { [field]: related.map(({ id }) => id) }, resource)
    // How many a list may name is not stated.
    if (!parent) throw new Unexercised(`a ${resource} with ${number} in ${field} is refused`)
    const family = { field, parent, related, strangers: [] }
    await mustBeExpandedEachWay(context, family, await plainly(context, 'by-id', parent))
  },
)
