import { check, must, rely, sameId } from '../../../src/kit/index.ts'
import { deleting, send } from '../../batch/steps.ts'
import { deletions } from '../deleted/steps.ts'
import { current, read, succeeded, textField, whole, type Stored } from '../steps.ts'
import { expansion } from './requirements.ts'
import { asking, looks, mustBeExpanded, mustCount, plainly, withInverse, withReference } from './steps.ts'
import { referenceTo, referredBy } from '../inverse-end.ts'

check(
  expansion['expand-related'],
  'whole-after-one-field',
  { needs: ['reference'], brokenBy: ['expansion-shaped-as-shortly-before'], effects: true },
  async (context) => {
    const family = await withReference(context)
    const plain = await plainly(context, 'by-id', family.parent)
    const ask = (expand: string) => looks['by-id'](context.api, family.parent, asking(context, family, expand))
    const name = textField(context, family.related[0]?.resource ?? '')
    await rely(expansion['expand-shaped'], async () => must.success(await ask(`${family.field};fields=${name}`)))
    await mustBeExpanded(await ask(family.field), plain, family)
  },
)

check(
  expansion['expand-count'],
  'after-one-went-to-another',
  {
    needs: ['inverse'],
    brokenBy: [
      'count-keeps-what-refers-to-another-now',
      'expansions-keep-what-refers-to-nothing',
      'expansions-keep-what-a-batch-deleted',
      'expansions-know-what-was-born-there',
    ],
    effects: true,
  },
  async (context) => {
    const { other, ...family } = await withInverse(context, 3)
    const [moved, freed, gone] = family.related
    const { by = '' } = context.target.fixtures.inverse ?? {}
    if (!moved || !freed || !gone) return
    const { data: records } = context.api
    // That a reference which is set may be changed, or taken away, is not stated.
    await records.patch(moved.resource, moved.id, { [by]: referenceTo(context, other.parent.id) }, { force: true })
    await records.patch(freed.resource, freed.id, { [by]: null }, { force: true })
    const ref = { externalId: context.fresh.externalId() }
    const later = await records.put(
      moved.resource,
      ref,
      whole(context, { ...ref, [by]: referenceTo(context, family.parent.id) }, moved.resource),
    )
    if (!('batch' in context.target.lacks)) await send(context, [deleting(context, gone)])
    const left: Stored[] = []
    for (const one of family.related)
      if (sameId(referredBy(context, (await read(context.api, one.id, one.resource))?.[by]), family.parent.id))
        left.push(one)
    const came = succeeded(later) ? await read(context.api, ref, moved.resource) : undefined
    if (came) left.push(await current(context.api, { ...ref, id: String(came['id']) }, moved.resource))
    const plain = await plainly(context, 'by-id', family.parent)
    const answer = await looks['by-id'](context.api, family.parent, asking(context, family, `count(${family.field})`))
    await mustCount(context, answer, plain, { ...family, related: left }, family.related)
  },
)

check(
  expansion['expand-related'],
  'after-one-was-deleted-and-one-went-to-another',
  {
    needs: ['inverse'],
    brokenBy: ['expanded-under-their-former-parent', 'expansions-know-what-was-born-there'],
    sampled: true,
    effects: true,
  },
  async (context) => {
    const { other, ...family } = await withInverse(context, 3)
    const [gone, moved, ...kept] = family.related
    const { by = '' } = context.target.fixtures.inverse ?? {}
    if (!gone || !moved) return
    const plain = await plainly(context, 'by-id', family.parent)
    const ask = () => looks['by-id'](context.api, family.parent, asking(context, family, family.field))
    await mustBeExpanded(await ask(), plain, family)
    await deletions['by-id'](context, gone)
    // That a reference which is set may be changed is not stated.
    const elsewhere = { [by]: referenceTo(context, other.parent.id) }
    await context.api.data.patch(moved.resource, moved.id, elsewhere, { force: true })
    const held = referredBy(context, (await read(context.api, moved.id, moved.resource))?.[by])
    const isLeft = sameId(held, other.parent.id)
    const [related, strangers] = isLeft ? [kept, [gone, moved]] : [[moved, ...kept], [gone]]
    const now = await plainly(context, 'by-id', family.parent)
    await mustBeExpanded(await ask(), now, { ...family, related, strangers })
    if (!isLeft) return
    const { parent } = other
    const beside = await looks['by-id'](context.api, parent, asking(context, other, other.field))
    await mustBeExpanded(beside, await plainly(context, 'by-id', parent), {
      ...other,
      related: [...other.related, moved],
      strangers: [gone, ...kept],
    })
  },
)
