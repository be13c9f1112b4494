import { check, must } from '../../src/kit/index.ts'
import { asking, looks, mustBeExpanded, mustCount, plainly, withInverse } from '../data/expansion/steps.ts'
import { pairOf } from '../data/record/related.ts'
import { whole } from '../data/steps.ts'
import { batch } from './requirements.ts'
import { creating, deleting, failing, mustBeAsBefore, mustFailAt, send, stored, well } from './steps.ts'
import { referenceTo } from '../data/inverse-end.ts'

check(
  batch['transaction-undone'],
  'a-list-of-references',
  {
    needs: ['list-reference'],
    brokenBy: [
      'lists-of-references-not-taken-back',
      'batch-no-rollback',
      'undone-deletion-loses-lists',
      'undone-replacement-loses-lists',
      'undone-deletion-loses-references',
    ],
    effects: true,
  },
  async (context) => {
    const { resource, field, to } = pairOf(context, 'listReference')
    const { part } = context.api.batch
    const [one, other] = [await stored(context, {}, to), await stored(context, {}, to)]
    const referring = () => stored(context, { [field]: [one.id] }, resource)
    const [record, replaced, removed] = [await referring(), await referring(), await referring()]
    const stale = await stored(context)
    await context.wait(10)
    const after = creating(context)
    const requests = [
      part.patch(resource, record.id, { [field]: [other.id] }, { force: true }),
      part.put(resource, replaced.id, whole(context, { externalId: replaced.externalId }, resource), { force: true }),
      deleting(context, removed),
    ]
    mustFailAt(await send(context, [...requests, failing(context, stale), after.request]), 3, 5)
    for (const each of [record, replaced, removed]) await mustBeAsBefore(context.api, each, [field])
    // Whether what others refer to can be deleted is not stated: where it cannot, that part is the one that fails.
    const { parts } = await send(context, [deleting(context, one), failing(context, stale)])
    must.hold('a part that fails', !parts.every(well), parts.map(({ status }) => status).join(', '))
    await mustBeAsBefore(context.api, record, [field])
  },
)

check(
  batch['transaction-undone'],
  'a-counted-record',
  {
    needs: ['inverse', 'expansion'],
    brokenBy: ['count-keeps-what-was-taken-back', 'batch-no-rollback'],
    sampled: true,
    effects: true,
  },
  async (context) => {
    const family = await withInverse(context, 2)
    const [child] = family.related
    const { to = '', by = '' } = context.target.fixtures.inverse ?? {}
    const stale = await stored(context)
    if (!child) return
    const made = creating(context, { [by]: referenceTo(context, family.parent.id) }, to)
    mustFailAt(await send(context, [made.request, deleting(context, child), failing(context, stale)]), 2, 3)
    const plain = await plainly(context, 'by-id', family.parent)
    const ask = (expand: string) => looks['by-id'](context.api, family.parent, asking(context, family, expand))
    await mustCount(context, await ask(`count(${family.field})`), plain, family)
    await mustBeExpanded(await ask(family.field), plain, family)
  },
)
