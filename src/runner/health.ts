import { setTimeout } from 'node:timers/promises'
import type { SeenFinding } from '../judging/sight.ts'
import type { Session } from '../session/session.ts'
import { Blocked } from '../target/blocked.ts'
import { Stopped } from '../target/stopper.ts'
import type { Target } from '../target/target.ts'
import type { Attempt } from './attempt.ts'

/** What a proxy says of a server that is down or restarts. */
const gatewayStatuses = [502, 503, 504]
const againAfterMs = 500

const isOfGateway = ({ actual }: SeenFinding): boolean => gatewayStatuses.some((status) => actual.includes(`${status}`))

export interface Health {
  /** The same attempt, unless it found something while the target was down: then what it saw is no verdict on anything. */
  judged(attempt: Attempt): Promise<Attempt>
}

/**
 * Whether the target still answers at all, by one cheap read of what the very first read of the run could get. A target that never answered
 * it well is judged as it is: then that is its way, and not an illness.
 */
export async function healthOf(session: Session, target: Target): Promise<Health> {
  const resource = Object.keys(target.dtos)[0]
  const { context } = session.contextFor('health')
  const probe = async (): Promise<string | undefined> => {
    if (resource === undefined) return undefined
    try {
      const { status } = await context.api.data.list(resource, { query: { pageSize: '1' } })
      return gatewayStatuses.includes(status) ? `a list of ${resource} is answered with ${status}` : undefined
    } catch (error) {
      if (error instanceof Stopped) return undefined
      if (error instanceof Blocked) return error.message
      throw error
    }
  }
  const isWellAtFirst = (await probe()) === undefined
  return {
    async judged(attempt) {
      const { outcome, sights } = attempt
      const accuses =
        outcome.is === 'breach' ||
        // A setup step that broke its rule is a finding of that rule.
        (outcome.is === 'blocked' && outcome.findings !== undefined) ||
        sights.some(({ findings }) => findings.some(isOfGateway))
      if (!accuses || !isWellAtFirst) return attempt
      if ((await probe()) === undefined) return attempt
      await setTimeout(againAfterMs)
      const why = await probe()
      if (why === undefined) return attempt
      const because = `the target was down when this was judged (${why}): inconclusive`
      return { ...attempt, sights: [], outcome: { is: 'blocked', because } }
    },
  }
}
