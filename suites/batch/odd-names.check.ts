import { check, must, Unexercised } from '../../src/kit/index.ts'
import { odd } from '../data/record/odd.ts'
import { batch } from './requirements.ts'
import { call, mustAllSucceed, read, recordOfPart, send } from './steps.ts'

check(
  batch.message,
  'parts-by-an-encoded-external-id',
  { brokenBy: ['batch-external-ids-not-decoded'], effects: true },
  async (context) => {
    const record = await odd(context, 'Mü 5%/b')
    // Which characters an external id may have is not stated; a gateway may keep some from every path.
    const outside = record && (await read(context.api, { externalId: record.externalId }))
    if (!record || outside?.['id'] !== record.dto['id'])
      throw new Unexercised('a record with such an external id is not made, or not read by it outside of a batch')
    const { part } = context.api.batch
    const { externalId } = record
    const subject = context.fresh.text()
    const requests = [part.get(call, { externalId }), part.patch(call, { externalId }, { subject }, { force: true })]
    const answer = await send(context, requests, { transactional: false })
    mustAllSucceed(answer, requests.length)
    must.sameId('the id of the record read in a part', recordOfPart(answer.parts[0])?.['id'], record.id)
    must.equal('the subject after a PATCH in a part', (await read(context.api, record.id))?.['subject'], subject)
  },
)
