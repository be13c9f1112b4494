import { check } from '../../src/kit/index.ts'
import { pairOf } from '../data/record/related.ts'
import { batch } from './requirements.ts'
import { creating, failing, mustBeAsBefore, mustFailAt, send, stored } from './steps.ts'

check(
  batch['transaction-undone'],
  'a-list-of-references',
  { needs: ['list-reference'], brokenBy: ['lists-of-references-not-taken-back', 'batch-no-rollback'], effects: true },
  async (context) => {
    const { resource, field, to } = pairOf(context, 'listReference')
    const [one, other] = [await stored(context, {}, to), await stored(context, {}, to)]
    const record = await stored(context, { [field]: [one.id] }, resource)
    const stale = await stored(context)
    await context.wait(10)
    const after = creating(context)
    const patch = context.api.batch.part.patch(resource, record.id, { [field]: [other.id] }, { force: true })
    mustFailAt(await send(context, [patch, failing(context, stale), after.request]), 1, 3)
    await mustBeAsBefore(context.api, record, [field])
  },
)
