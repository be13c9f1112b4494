import { check, must, rely, sameId } from '../../../src/kit/index.ts'
import { deletions } from '../deleted/steps.ts'
import { textField, read } from '../steps.ts'
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
  { needs: ['inverse'], brokenBy: ['count-keeps-what-refers-to-another-now'], effects: true },
  async (context) => {
    const { other, ...family } = await withInverse(context, 2)
    const [moved, ...kept] = family.related
    const { by = '' } = context.target.fixtures.inverse ?? {}
    if (!moved) return
    // That a reference which is set may be changed is not stated.
    const elsewhere = { [by]: referenceTo(context, other.parent.id) }
    await context.api.data.patch(moved.resource, moved.id, elsewhere, { force: true })
    const now = referredBy(context, (await read(context.api, moved.id, moved.resource))?.[by])
    const plain = await plainly(context, 'by-id', family.parent)
    const answer = await looks['by-id'](context.api, family.parent, asking(context, family, `count(${family.field})`))
    const related = sameId(now, family.parent.id) ? family.related : kept
    await mustCount(context, answer, plain, { ...family, related }, [moved])
  },
)

check(
  expansion['expand-related'],
  'after-one-was-deleted-and-one-went-to-another',
  { needs: ['inverse'], brokenBy: ['expanded-under-their-former-parent'], sampled: true, effects: true },
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
  },
)
