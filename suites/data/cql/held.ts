import { eventually, keyOf, matchers, must, rely, type Context } from '../../../src/kit/index.ts'
import { succeeded, type Stored } from '../steps.ts'
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

const asking =
  ({ api }: Context, { id, resource }: Pick<Stored, 'id' | 'resource'>) =>
  (criterion: string) =>
    api.data.list(resource, { query: { query: `id = "${id}" AND ${criterion}` } })

/** A record is listed under a criterion, or is not, once the list has caught up. */
export const mustBecome = (
  context: Context,
  record: Pick<Stored, 'id' | 'resource'>,
  criterion: string,
  listed: boolean,
) =>
  eventually(
    context,
    () => asking(context, record)(criterion),
    (answer) =>
      matchers.equal(
        `success, and number of records listed by ${criterion}`,
        [succeeded(answer), succeeded(answer) ? answer.records(keyOf(record.resource)).length : 0],
        [true, listed ? 1 : 0],
      ),
  )
