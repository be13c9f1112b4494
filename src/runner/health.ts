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

const tellsOfServerError = ({ actual }: SeenFinding): boolean => /\b5\d\d\b/.test(actual)

export interface Health {
  /** The same attempt, unless it found something while the target was down: then what it saw is no verdict on anything. */
  judged(attempt: Attempt): Promise<Attempt>
}

type Service = 'token' | 'directory' | 'data'

/**
 * Whether the services that an attempt accuses still answer at all, by one cheap read of what was answered well before. One that never was is
 * judged as it is: then that is its way, and not an illness.
 */
export async function healthOf(session: Session, target: Target): Promise<Health> {
  const resource = Object.keys(target.dtos)[0]
  const { context } = session.contextFor('health')
  const { api } = context
  const told = (what: string, status: number) => (status >= 500 ? `${what} is answered with ${status}` : undefined)
  const probes: Readonly<Record<Service, () => Promise<string | undefined>>> = {
    token: async () => told('a login', (await api.token.obtain()).status),
    directory: async () => told(`the account ${target.account}`, (await api.directory.account(target.account)).status),
    async data() {
      if (resource === undefined) return undefined
      const { status } = await api.data.list(resource, { query: { pageSize: '1' } })
      const why = told(`a list of ${resource}`, status)
      if (why === undefined || gatewayStatuses.includes(status)) return why
      // The server's own words may be about this list alone, such as of a record that it cannot show.
      return (await api.company.list('application/json')).status >= 500 ? why : undefined
    },
  }
  const probe = async (service: Service): Promise<string | undefined> => {
    try {
      return await probes[service]()
    } catch (error) {
      if (error instanceof Stopped) return undefined
      if (error instanceof Blocked) return error.message
      throw error
    }
  }
  const { auth, directory } = target.addresses
  const roots = { token: `${auth}${target.basePaths.token}/`, directory: `${directory}${target.basePaths.directory}/` }
  const serviceAt = (url: string): Service =>
    url.startsWith(roots.token) ? 'token' : url.startsWith(roots.directory) ? 'directory' : 'data'
  const probed = [`${roots.token}token`, `${roots.directory}accounts/${target.account}`]
  const well = new Set<Service>()
  session.transport.onExchange(({ request: { url }, response }) => {
    if (response?.status === 200 && probed.some((start) => url.startsWith(start))) well.add(serviceAt(url))
  })
  const isDataWell = (await probe('data')) === undefined
  const downWhy = async (service: Service): Promise<string | undefined> => {
    if (service === 'data' ? !isDataWell : !well.has(service)) return undefined
    if ((await probe(service)) === undefined) return undefined
    await setTimeout(againAfterMs)
    return probe(service)
  }
  return {
    async judged(attempt) {
      const { outcome, sights, exchanges } = attempt
      const accuses =
        outcome.is === 'breach' ||
        // A setup step that broke its rule is a finding of that rule.
        (outcome.is === 'blocked' && outcome.findings !== undefined) ||
        sights.some(({ findings }) => findings.some(tellsOfServerError))
      if (!accuses) return attempt
      const services = new Set(exchanges.map(({ url }) => serviceAt(url)))
      for (const service of services.size > 0 ? services : ['data' as const]) {
        const why = await downWhy(service)
        if (why === undefined) continue
        const because = `the target was down when this was judged (${why}): inconclusive`
        return { ...attempt, sights: [], outcome: { is: 'blocked', because } }
      }
      return attempt
    },
  }
}
