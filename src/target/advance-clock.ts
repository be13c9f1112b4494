import { Blocked } from './blocked.ts'
import { pooled } from './connections.ts'
import { sendPooled } from './send-pooled.ts'
import type { Target } from './target.ts'
import { waitAsTold } from './wait-as-told.ts'

/** Moves the target's clock: a control of a simulator, not an exchange of the run, so it uses no budget and is never judged. */
export async function advanceClock({ controls, tls }: Target, ms: number): Promise<void> {
  if (!controls.clock) throw new Blocked('it moves the clock: has: [clock] with controls.clock')
  const agent = pooled(tls?.ca, false)
  try {
    const request = {
      method: 'POST',
      url: controls.clock,
      headers: [['Content-Type', 'application/json']] as const,
      body: Buffer.from(JSON.stringify({ advanceMs: ms })),
    }
    let { response, failure } = await sendPooled(request, 15_000, agent)
    for (let refusals = 0; response && refusals < 6; refusals += 1) {
      const told = waitAsTold(response, refusals)
      if (told === undefined) break
      await new Promise((resolve) => setTimeout(resolve, told))
      ;({ response, failure } = await sendPooled(request, 15_000, agent))
    }
    if (!response || response.status >= 300)
      throw new Blocked(`controls.clock ${response ? `answers ${response.status}` : `does not answer (${failure})`}`)
  } finally {
    await agent.destroy()
  }
}
