import type { Answer } from '../../src/clients/answer.ts'
import type { Api } from '../../src/clients/api.ts'
import { must, Unexercised, type Context } from '../../src/kit/index.ts'
import { echoIn } from './echo.ts'
import { mustBeReported } from './served.ts'

const typeOf = (answer: Answer): string | undefined => answer.header('Content-Type')?.split(';')[0]

/**
 * Callers other than the one who made a template, who are answered as that one is. Who may build or download is not shown (B-PRV-05),
 * nor how one who may not is refused (B-RPT-14): where the answer looks otherwise, nothing is said of that caller.
 */
export async function servedAlike(
  context: Context,
  send: (api: Api) => Promise<Answer>,
): Promise<ReadonlyArray<{ readonly name: string; readonly api: Api; readonly answer: Answer }>> {
  const own = await send(context.api)
  mustBeReported(own)
  const served = []
  for (const name of ['superuser', 'user', 'account', 'service']) {
    if (!(name in context.target.identities)) continue
    const api = context.as(name)
    const answer = await send(api)
    must.noServerError(answer)
    const isAlike = typeOf(answer) === typeOf(own) && (echoIn(answer) === undefined) === (echoIn(own) === undefined)
    if (answer.status < 300 && isAlike) served.push({ name, api, answer })
  }
  if (served.length === 0) throw new Unexercised('no other identity is served as the one that made the template')
  return served
}
