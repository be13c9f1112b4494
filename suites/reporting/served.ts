import type { Answer } from '../../src/clients/answer.ts'
import { must, Unexercised, type Context } from '../../src/kit/index.ts'

/** An answer without files that may yet come: how a download is delivered is not shown (B-RPT-14). */
export const isStillToCome = ({ status, body }: Answer): boolean => status === 202 && body.length === 0

/** What is answered in the end, as long as the target file lets reports take. */
export async function inTheEnd(context: Context, first: Answer): Promise<Answer> {
  const within = context.target.fixtures.reporting?.waitMs ?? 3000
  let answer = first
  for (let waited = 0, pause = 200; isStillToCome(answer) && waited < within; waited += pause, pause *= 2) {
    await context.wait(pause)
    const next = await context.api.reporting.followed(answer)
    if (next === answer) return answer
    answer = next
  }
  return answer
}

/** A build or download was taken. Where its answer leads to another host, to which nothing may be sent, nothing can be said of what it holds. */
export function mustBeReported(answer: Answer): void {
  const location = answer.status >= 301 && answer.status <= 308 ? answer.header('Location') : undefined
  const from = answer.exchange.request.url
  if (location !== undefined && URL.canParse(location, from)) {
    const { host } = new URL(location, from)
    if (host !== new URL(from).host)
      throw new Unexercised(`reports are delivered by ${host}, which the run does not call`)
  }
  must.success(answer)
}
