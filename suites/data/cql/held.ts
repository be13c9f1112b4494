import { eventually, keyOf, matchers, must, rely, type Context } from '../../../src/kit/index.ts'
import type { Stored } from '../steps.ts'
import { cql } from './requirements.ts'

/** How many of one's own record a list with a criterion holds, once the list shows the record at all. */
export async function held(context: Context, record: Stored, criterion: string): Promise<number> {
  const ask = (query: string) => context.api.data.list(record.resource, { query: { query } })
  const own = `externalId = "${record.externalId}"`
  await rely(cql['query-criteria'], async () => {
    await eventually(
      context,
      () => ask(own),
      (answer) => matchers.equal('number of records listed', answer.records(keyOf(record.resource)).length, 1),
    )
  })
  const answer = await ask(`${own} AND ${criterion}`)
  must.success(answer)
  return answer.records(keyOf(record.resource)).length
}
