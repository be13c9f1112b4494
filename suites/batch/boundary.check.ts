import { check, must, type Context } from '../../src/kit/index.ts'
import { attached, mustHoldBytes } from '../data/attachment/steps.ts'
import { batch } from './requirements.ts'
import { isToldElsewhere, mustAllSucceed, mustHaveParts, send, stored } from './steps.ts'

/** The boundary that the answer to a batch has. */
async function boundaryUsed(context: Context, id: string): Promise<string> {
  const answer = await send(context, [context.api.batch.part.get('ServiceCall', id)])
  mustAllSucceed(answer, 1)
  const [, quoted, token] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(answer.header('Content-Type') ?? '') ?? []
  return quoted ?? token ?? ''
}

check(
  batch['parts-answered'],
  'content-that-holds-a-boundary',
  {
    needs: ['attachments'],
    brokenBy: ['batch-answer-fixed-boundary', 'batch-answer-bodies-lost'],
    effects: true,
  },
  async (context) => {
    const record = await stored(context)
    // A boundary that is the same in every answer would end this part early.
    const boundary = await boundaryUsed(context, record.id)
    const bytes = Buffer.from(`first\r\n--${boundary}\r\nsecond\r\n--${boundary}--\r\nthird`, 'latin1')
    const { id } = await attached(context, bytes)
    const { part } = context.api.batch
    const answer = await send(context, [part.content(id), part.get('ServiceCall', record.id)])
    mustHaveParts(answer, 2)
    const held = answer.parts.filter((one) => !isToldElsewhere(one))
    must.done('every part', ...held)
    if (held.length === 2) mustHoldBytes(answer.parts[0]!, bytes)
    must.sameId('the id of the record in the other part', answer.parts[1]?.records('serviceCall')[0]?.['id'], record.id)
  },
)
