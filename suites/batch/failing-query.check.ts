import { check, must } from '../../src/kit/index.ts'
import { dtosOfQuery } from '../query/statement.ts'
import { batch } from './requirements.ts'
import { changing, creating, mustBeAsBefore, mustNotBeThere, send, stored, well } from './steps.ts'

check(
  batch['transaction-undone'],
  'a-statement-that-fails',
  {
    needs: ['query-api'],
    effects: true,
    brokenBy: ['batch-keeps-what-came-before-a-failed-query', 'batch-keeps-what-came-before-a-statement'],
  },
  async (context) => {
    const record = await stored(context)
    const [first, later] = [creating(context), creating(context)]
    const statement = context.api.batch.select('this is no statement', dtosOfQuery(context, 'ServiceCall'))
    const before = [first.request, changing(context, record, context.fresh.text())]
    const answer = await send(context, [...before, statement, later.request])
    // What a malformed statement comes to is not shown.
    if (answer.parts.length === 4 && answer.parts.every(well)) return must.done('the parts', ...answer.parts)
    await mustNotBeThere(context.api, [first, later])
    await mustBeAsBefore(context.api, record)
  },
)
