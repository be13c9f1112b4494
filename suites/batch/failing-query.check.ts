import { check, must, type Context } from '../../src/kit/index.ts'
import type { Need } from '../../src/target/needs.ts'
import { dtosOfQuery } from '../query/statement.ts'
import { batch } from './requirements.ts'
import { call, changing, creating, mustBeAsBefore, mustNotBeThere, send, stored, well, type Request } from './steps.ts'

interface FailingRead {
  readonly needs: readonly Need[]
  readonly faults: readonly [string, ...string[]]
  part(context: Context): Request
}

/** Parts that write nothing and may fail; how each is answered is not shown, but one that says that it failed has failed as any other. */
const failingReads: Readonly<Record<string, FailingRead>> = {
  'a-statement-that-fails': {
    needs: ['query-api'],
    faults: ['batch-keeps-what-came-before-a-failed-query', 'batch-keeps-what-came-before-a-statement'],
    part: (context) => context.api.batch.select('this is no statement', dtosOfQuery(context, call)),
  },
  'a-read-that-finds-nothing': {
    needs: [],
    faults: ['batch-forgives-failing-reads', 'batch-forgives-reading-nothing'],
    part: ({ api, fresh }) => api.batch.part.get(call, fresh.id()),
  },
  'a-list-that-fails': {
    needs: ['query-language'],
    faults: ['batch-forgives-failing-reads', 'batch-forgives-failing-lists'],
    part: ({ api }) => api.batch.part.list(call, { query: { query: '(((' } }),
  },
}

for (const [situation, { needs, faults, part }] of Object.entries(failingReads))
  check(batch['transaction-undone'], situation, { needs, effects: true, brokenBy: faults }, async (context) => {
    const record = await stored(context)
    const [first, later] = [creating(context), creating(context)]
    const before = [first.request, changing(context, record, context.fresh.text())]
    const answer = await send(context, [...before, part(context), later.request])
    if (answer.parts.length === 4 && answer.parts.every(well)) return must.done('the parts', ...answer.parts)
    await mustNotBeThere(context.api, [first, later])
    await mustBeAsBefore(context.api, record)
  })
