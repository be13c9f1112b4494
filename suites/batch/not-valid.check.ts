import { Blocked, check, must, Unexercised, type Context } from '../../src/kit/index.ts'
import type { Need } from '../../src/target/needs.ts'
import { whole, type Stored } from '../data/steps.ts'
import { batch } from './requirements.ts'
import { changing, creating, mustBeAsBefore, mustNotBeThere, send, stored, well, type Request } from './steps.ts'

interface Defect {
  readonly fault: string
  readonly needs: readonly Need[]
  readonly part: (context: Context, record: Stored) => Request
}

/** What is refused before anything is looked up. */
const defects: Readonly<Record<string, Defect>> = {
  'a-body-without-a-required-field': {
    fault: 'what-is-not-valid-fails-no-transaction',
    needs: ['required-field'],
    part(context) {
      const { requiredField } = context.target.fixtures
      if (!requiredField) throw new Blocked('fixtures.requiredField is missing in the target file')
      const { [requiredField.field]: _, ...body } = whole(context, { id: context.fresh.id() }, requiredField.resource)
      return context.api.batch.part.create(requiredField.resource, body)
    },
  },
  'a-body-that-is-no-json': {
    fault: 'what-is-not-valid-fails-no-transaction',
    needs: [],
    part: (context, record) => ({ ...changing(context, record, 'must not be'), body: '{"subject": "must not be", ' }),
  },
  'an-unknown-resource': {
    fault: 'unknown-resource-fails-no-transaction',
    needs: [],
    part(context) {
      const { request } = creating(context)
      return { ...request, path: request.path.replaceAll('ServiceCall', 'NothingOfTheKind') }
    },
  },
}

for (const [situation, { fault, needs, part }] of Object.entries(defects))
  check(
    batch['transaction-undone'],
    `fails-by-${situation}`,
    { brokenBy: [fault, 'batch-no-rollback'], needs, sampled: true, effects: true },
    async (context) => {
      const record = await stored(context)
      const [first, later] = [creating(context), creating(context)]
      const answer = await send(context, [first.request, part(context, record), later.request])
      // That such a part is refused at all is another rule; the message as a whole may be.
      if (answer.parts.length === 3 && well(answer.parts[1]))
        throw new Unexercised('the part that is not valid is done')
      must.notDone('every part after the failing one', ...answer.parts.slice(2))
      await mustNotBeThere(context.api, [first, later])
      await mustBeAsBefore(context.api, record)
    },
  )
