import { must, rely, type Context } from '../../src/kit/index.ts'
import { assignmentList } from './lists.ts'
import { dispatch } from './requirements.ts'
import { inState } from './subject.ts'

/** The partner is served at all: what stands beside a refusal that proves nothing by itself. */
export async function mustBeServed(context: Context): Promise<void> {
  let answer = await assignmentList(context, 'NOTIFIED')
  // A list with nothing in it may be told with 404, which says nothing about who is served.
  if (answer.status === 404) {
    await inState(context, 'notified')
    answer = await assignmentList(context, 'NOTIFIED')
  }
  await rely(dispatch.list, async () => must.status(answer, 200))
}
