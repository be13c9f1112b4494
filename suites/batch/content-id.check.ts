import { check, must, plainId, Unexercised } from '../../src/kit/index.ts'
import { batch } from './requirements.ts'
import { call, creating, mustAllSucceed, mustHaveParts, recordOfPart, send, well, withContentId } from './steps.ts'

check(
  batch['content-id-repeated'],
  'between-parts-without-one',
  { brokenBy: ['content-id-carried-over', 'bat-cid-shifts'] },
  async (context) => {
    const ids = ['a', undefined, 'b', undefined]
    const requests = ids.map((id) => {
      const { request } = creating(context)
      return id === undefined ? request : withContentId(request, id)
    })
    const answer = await send(context, requests)
    mustAllSucceed(answer, ids.length)
    // A service may give one of its own to a part that has none, but not another part's.
    must.equal(
      'Content-IDs of the request parts in the response parts',
      answer.parts.map(({ contentId }) => (contentId === 'a' || contentId === 'b' ? contentId : undefined)),
      ids,
    )
  },
)

check(
  batch['parts-answered'],
  'eleven-content-ids',
  { brokenBy: ['batch-answer-by-content-id', 'batch-parts-reversed'] },
  async (context) => {
    const made = Array.from({ length: 11 }, () => creating(context))
    const answer = await send(
      context,
      made.map(({ request }, at) => withContentId(request, String(at + 1))),
    )
    mustAllSucceed(answer, made.length)
    must.equal(
      'Content-IDs of the response parts, from 1 to 11',
      answer.parts.map(({ contentId }) => contentId),
      made.map((_, at) => String(at + 1)),
    )
  },
)

// What equal Content-IDs mean is not shown (A-BAT-17), so such a batch may be refused, or parts of it. Part headers are ignored once the parts are
// read (A-BAT-02): whatever is served is answered in its own place.
check(
  batch['parts-answered'],
  'equal-content-ids',
  { brokenBy: ['batch-last-answer-of-a-content-id', 'batch-first-answer-of-a-content-id'] },
  async (context) => {
    const made = [creating(context), creating(context)]
    const reads = made.map(({ id }) => context.api.batch.part.get(call, id))
    const wanted = [...made, ...made].map(({ id }) => plainId(id))
    const requests = [...made.map(({ request }) => request), ...reads]
    const answer = await send(
      context,
      requests.map((request, at) => withContentId(request, at < made.length ? 'made' : 'read')),
      { transactional: false },
    )
    if (!answer.parts.some(well)) throw new Unexercised('the batch with equal Content-IDs was refused')
    if (answer.parts.every(well)) mustHaveParts(answer, requests.length)
    must.equal(
      'records in the response parts, in the order of the requests',
      answer.parts.map((part, at) => plainId(String((well(part) && recordOfPart(part)?.['id']) || wanted[at]))),
      wanted.slice(0, answer.parts.length),
    )
  },
)
