import { ifAnswered } from './if-answered.ts'
import { ifRead } from './if-read.ts'
import { must } from './must.ts'
import { Unexercised } from './unexercised.ts'

type Judged = Parameters<typeof must.notCrashed>[0]

/** None of these questions is answered with a 5xx, beside a plain one that is served. */
export async function noneCrashes(
  asked: Readonly<Record<string, () => Promise<Judged>>>,
  plain: () => Promise<unknown>,
): Promise<void> {
  const unheard: string[] = []
  for (const [what, ask] of Object.entries(asked)) {
    const judged = () => ifRead(ask().then((answer) => must.notCrashed(answer, what))).then(() => true)
    if (!(await ifAnswered(judged, plain))) unheard.push(what)
  }
  if (unheard.length > 0) throw new Unexercised(`the connection ends without an answer to ${unheard.join(', ')}`)
}
