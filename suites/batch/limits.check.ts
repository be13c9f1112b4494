import { check, must, observe, Unexercised } from '../../src/kit/index.ts'
import { batch } from './requirements.ts'
import { creating, hadTooManyBytes, mustAllSucceed, mustBeThere, mustHaveParts, send, stored, well } from './steps.ts'

check(
  batch['thousand-requests'],
  'thirty',
  { brokenBy: ['batch-limit-20', 'batch-truncated-at-20'], effects: true },
  async (context) => {
    const made = Array.from({ length: 30 }, () => creating(context))
    mustAllSucceed(
      await send(
        context,
        made.map(({ request }) => request),
      ),
      30,
    )
    for (const one of [made[0]!, made[29]!]) await mustBeThere(context.api, one)
  },
)

check(
  batch['thousand-requests'],
  'a-thousand',
  { heavy: true, brokenBy: ['bat-over-500', 'batch-limit-999', 'batch-limit-20', 'batch-truncated-at-20'] },
  async (context) => {
    const record = await stored(context)
    const read = context.api.batch.part.get('ServiceCall', record.id, { query: { fields: 'id' } })
    // A thousand may take longer than an answer is waited for: how long a batch takes is not stated.
    const tenth = await send(
      context,
      Array.from({ length: 100 }, () => read),
    )
    if (await hadTooManyBytes(context, record, tenth)) return
    mustAllSucceed(tenth, 100)
    const { ms } = tenth.exchange
    const { timeoutMs = 15_000 } = context.target.limits
    if (ms * 12 > timeoutMs) throw new Unexercised(`a hundred requests took ${Math.round(ms)} ms`)
    const answer = await send(
      context,
      Array.from({ length: 1000 }, () => read),
    )
    if (!(await hadTooManyBytes(context, record, answer))) mustAllSucceed(answer, 1000)
  },
)

check(
  batch['parts-answered'],
  'more-than-a-thousand',
  { heavy: true, brokenBy: ['batch-truncated-at-1000', 'batch-truncated-at-20'] },
  async (context) => {
    const record = await stored(context)
    const read = context.api.batch.part.get('ServiceCall', record.id, { query: { fields: 'id' } })
    mustHaveParts(await send(context, [read, read]), 2)
    for (const count of [1001, 2000]) {
      const answer = await send(
        context,
        Array.from({ length: count }, () => read),
      )
      // Refusing it is as lawful as accepting it; executing only part of it without saying so is not.
      if (answer.status >= 400 || !answer.parts.some(well)) continue
      must.equal(`number of response parts of ${count} requests`, answer.parts.length, count)
    }
  },
)

observe(batch['more-than-a-thousand'], 'status', { heavy: true }, async (context) => {
  const record = await stored(context)
  const read = context.api.batch.part.get('ServiceCall', record.id, { query: { fields: 'id' } })
  const told = []
  for (const count of [1001, 2000, 2001]) {
    const answer = await send(
      context,
      Array.from({ length: count }, () => read),
    )
    told.push(`${count} requests: ${answer.status} with ${answer.parts.length} parts`)
  }
  return told.join('; ')
})
