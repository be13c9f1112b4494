import { check, must } from '../../src/kit/index.ts'
import { changed } from '../data/steps.ts'
import { batch } from './requirements.ts'
import { mustBeAsBefore, mustBeStale, mustHaveParts, send, stored, well } from './steps.ts'

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
