import { check, must } from '../../src/kit/index.ts'
import { changed, mustShow, read, whole } from '../data/steps.ts'
import { batch } from './requirements.ts'
import { creating, mustAllSucceed, mustBeAsBefore, mustBeStale, mustHaveParts, send, stored, well } from './steps.ts'

check(
  batch['part-request'],
  'force-of-one-part-only',
  {
    brokenBy: ['batch-parameters-of-the-first-for-all', 'forced-for-the-rest-of-the-batch'],
    effects: true,
  },
  async (context) => {
    const { part } = context.api.batch
    const [one, other] = [await stored(context), await changed(context, await stored(context))]
    const stale = { subject: context.fresh.text(), lastChanged: other.lastChanged - 5000 }
    const answer = await send(
      context,
      [
        part.patch(one.resource, one.id, { subject: context.fresh.text() }, { force: true }),
        part.patch(other.resource, other.id, stale),
      ],
      { transactional: false },
    )
    mustHaveParts(answer, 2)
    must.hold('success of the part that is forced', well(answer.parts[0]), answer.parts[0]?.text)
    mustBeStale('the part that is not', answer.parts[1])
    await mustBeAsBefore(context.api, other)
  },
)

check(
  batch['part-request'],
  'force-after-other-writes',
  { brokenBy: ['force-of-patch-forgotten-after-two-writes'], effects: true },
  async (context) => {
    const { part } = context.api.batch
    const one = await changed(context, await stored(context))
    const other = await changed(context, await stored(context))
    for (const transactional of [true, false]) {
      const patched = { subject: context.fresh.text(), lastChanged: one.lastChanged - 5000 }
      const { externalId } = other
      const replaced = whole(context, { externalId, lastChanged: other.lastChanged - 5000 })
      const answer = await send(
        context,
        [
          creating(context).request,
          creating(context).request,
          part.patch(one.resource, one.id, patched, { force: true }),
          part.put(other.resource, { externalId }, replaced, { force: true }),
        ],
        { transactional },
      )
      mustAllSucceed(answer, 4)
      mustShow('the record after a forced PATCH', await read(context.api, one.id), patched, ['subject'])
      mustShow('the record after a forced PUT', await read(context.api, other.id), replaced, ['subject', 'externalId'])
    }
  },
)
