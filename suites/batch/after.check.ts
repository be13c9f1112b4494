import { check } from '../../src/kit/index.ts'
import { pairOf } from '../data/record/related.ts'
import { batch } from './requirements.ts'
import { creating, failing, mustFailAt, mustHaveParts, mustNotBeThere, send, stored } from './steps.ts'
import { deeds } from './undo.ts'

check(
  batch['transaction-undone'],
  'nothing-after-the-failure',
  { brokenBy: ['batch-goes-on-with-other-resources', 'batch-no-rollback'], effects: true },
  async (context) => {
    const record = await stored(context)
    const before = creating(context)
    const after = []
    for (const deed of Object.values(deeds)) after.push(await deed(context))
    await context.wait(10)
    const all = [before.request, failing(context, record), ...after.flatMap(({ requests }) => requests)]
    mustFailAt(await send(context, all, { transactional: true }), 1, all.length)
    for (const { gone } of after) await gone()
    await mustNotBeThere(context.api, [before])
  },
)

check(
  batch['transaction-undone'],
  'nothing-after-a-failure-of-another-resource',
  { needs: ['reference'], brokenBy: ['batch-goes-on-with-other-resources'], effects: true },
  async (context) => {
    const { resource, field, to } = pairOf(context, 'reference')
    const lost = creating(context, { [field]: context.fresh.id() }, resource)
    const after = [creating(context, {}, to), creating(context)] as const
    const answer = await send(
      context,
      [lost, ...after].map(({ request }) => request),
      { transactional: true },
    )
    mustHaveParts(answer, 1, 2, 3)
    await mustNotBeThere(context.api, [lost], resource)
    await mustNotBeThere(context.api, [after[0]], to)
    await mustNotBeThere(context.api, [after[1]])
  },
)
