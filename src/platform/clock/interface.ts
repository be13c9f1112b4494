import { json } from '../http/answers.ts'
import type { Call, Interface } from '../interface.ts'

/** The clock as a control of this simulator, not an interface of the documents. */
export const clockInterface: Interface = {
  name: 'clock',
  at: 'origin',
  routes: [
    { method: 'GET', path: '/fieldproof/clock', handle: (_call, { clock }) => json(200, { now: clock.now() }) },
    {
      method: 'POST',
      path: '/fieldproof/clock',
      handle(call, { clock }) {
        const advanceMs = advanceOf(call)
        if (advanceMs === undefined)
          return json(400, {
            error: 'invalid_request',
            error_description: 'the body must be {"advanceMs": N} with N in milliseconds, not negative',
          })
        clock.advance(advanceMs)
        return json(200, { now: clock.now() })
      },
    },
  ],
}

function advanceOf({ request }: Call): number | undefined {
  try {
    const { advanceMs } = JSON.parse(request.body.toString('utf8')) as { advanceMs?: unknown }
    return typeof advanceMs === 'number' && Number.isFinite(advanceMs) && advanceMs >= 0 ? advanceMs : undefined
  } catch {
    return undefined
  }
}
