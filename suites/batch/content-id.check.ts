import { check, must } from '../../src/kit/index.ts'
import { batch } from './requirements.ts'
import { creating, mustAllSucceed, send, withContentId } from './steps.ts'

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
