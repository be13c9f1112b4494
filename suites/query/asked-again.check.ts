import { check, eventually, must, rely } from '../../src/kit/index.ts'
import { batch } from '../batch/requirements.ts'
import { changing, mustAllSucceed, send } from '../batch/steps.ts'
import { changed, current, stored, type Stored } from '../data/steps.ts'
import { query } from './requirements.ts'
import { ownRows, rowsOf, selected } from './statement.ts'

check(
  query.rows,
  'the-same-statement-after-a-change',
  {
    sampled: true,
    brokenBy: [
      'query-api-answer-by-statement',
      'query-api-row-of-the-first-read',
      'query-api-no-envelope',
      'gaps-query-row-of-an-earlier-version',
      'query-rows-kept-when-a-batch-changes',
    ],
    effects: true,
  },
  async (context) => {
    const record = await stored(context)
    const ask = () => selected(context, ['id', 'subject', 'lastChanged'], 'sc', [record])
    const before = await ask()
    must.success(before)
    must.some('row under the alias', rowsOf(before, 'sc'), before)
    // A statement without its clause may be answered with a page of others.
    if (ownRows(rowsOf(before, 'sc'), [record]).length === 0) return
    const after = await changed(context, record)
    await mustFollow(after)
    if ('batch' in context.target.lacks) return
    await rely(batch.message, async () =>
      mustAllSucceed(await send(context, [changing(context, record, context.fresh.text())]), 1),
    )
    await mustFollow(await current(context.api, record))

    async function mustFollow(now: Stored): Promise<void> {
      await eventually(context, ask, (answer) => {
        const [row] = ownRows(rowsOf(answer, 'sc'), [record])[0] ?? []
        if (!row) return undefined
        const { subject, lastChanged } = now.dto
        const isAfter = row['subject'] === subject && Number(row['lastChanged']) === Number(lastChanged)
        return isAfter
          ? undefined
          : {
              expected: `the row of ${record.id} with the subject ${JSON.stringify(subject)} that was written since, and its lastChanged ${JSON.stringify(lastChanged)}`,
              actual: JSON.stringify(row),
            }
      })
    }
  },
)
