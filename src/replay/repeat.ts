import type { ContractFacts } from '../contract/facts.ts'
import { Blocked } from '../target/blocked.ts'
import { GuardRefusal } from '../target/guard-refusal.ts'
import type { Identity, Target } from '../target/target.ts'
import type { Exchange, WireResponse } from '../exchange/exchange.ts'
import { actingOf, withIds, withoutForeignIds, type Acting } from './acting.ts'
import { compareAnswer } from './compare-answer.ts'
import type { Difference } from './compare-json.ts'
import { createLost, isElsewhere, tornBy, unfit } from './fit.ts'
import { groundOf } from './ground.ts'
import type { Mapping } from './mapping.ts'
import { actingIn, tokenOf, type Overview } from './overview.ts'
import { prepare, type Prepared } from './prepare.ts'
import type { HeldAs } from '../har/held-body.ts'
import type { ReplayEntry } from './recorded.ts'
import { routeOf, type RecordedRoute } from './route.ts'
import type { Sender } from './sender.ts'
import { answersTo, callsIn, isDone } from './calls.ts'

/** What became of one exchange of the recording. */
export interface RepeatOutcome {
  readonly number: number
  readonly method: string
  /** As recorded. */
  readonly url: string
  readonly is: 'same' | 'different' | 'not comparable'
  readonly differences?: readonly Difference[]
  readonly reason?: string
  /** Trace id of the request that was sent. */
  readonly trace?: string
}

interface Stage {
  readonly target: Target
  readonly facts: ContractFacts
  readonly seen: Overview
  readonly identities: ReadonlyMap<string, string>
  readonly mapping: Mapping
  readonly sender: Sender
}

/** Why the body of a response was not compared. */
const uncompared: Readonly<Record<Exclude<HeldAs, 'whole'>, string>> = {
  absent: '(body not compared: not recorded)',
  cut: '(body not compared: truncated in the recording)',
  beyond: '(body not compared: of more parts, values or levels than are read)',
  aside: '(body not compared: stored in a file of its own)',
}

type Result = Omit<RepeatOutcome, 'number' | 'method' | 'url'>

const notComparable = (reason: string): Result => ({ is: 'not comparable', reason })

/** Repeats one exchange after the other; what each answers is known to the next. */
export function createRepeater({
  target,
  facts,
  seen,
  identities,
  mapping,
  sender,
}: Stage): (recorded: ReplayEntry) => Promise<RepeatOutcome> {
  const lost = createLost()
  const clusters = new Map<string, string>()
  let endedAt = 0

  return async (recorded) => {
    const { number, request } = recorded
    const calls = callsIn(request, facts)
    const { result, response } = await attempt(recorded)
    if (calls.some((call) => call?.method.toUpperCase() === 'DELETE'))
      mapping.timeline.noteDeletion(number, { from: recorded.startedAt, to: recorded.endedAt })
    const [before, after] = [answersTo(request, recorded.response, facts), answersTo(request, response, facts)]
    lost.note(
      number,
      calls.map((call, at) => ({ created: seen.created.by(call, before[at]), isDoneNow: isDone(after[at]) })),
      mapping,
    )
    return { number, method: request.method, url: request.url, ...result }
  }

  async function attempt(recorded: ReplayEntry): Promise<{ result: Result; response?: WireResponse }> {
    const { request } = recorded
    const route = routeOf(request.method, request.url, facts)
    const why = unfit(recorded, route)
    if (why !== undefined || !route) return { result: notComparable(why ?? '') }
    const needed = lost.neededBy(recorded)
    if (needed !== undefined)
      return { result: notComparable(`it needs what #${needed} created, which this target does not have`) }
    const torn = tornBy(route, mapping)
    if (torn !== undefined)
      return { result: notComparable(`its interval begins or ends during the deletion in #${torn}`) }
    const caller = seen.callerOf(request) ?? seen.callers[0]
    if (route.service === 'base') {
      const first = clusters.get(caller?.key ?? '') ?? route.address
      clusters.set(caller?.key ?? '', first)
      if (first !== route.address) return { result: notComparable(`it went to another cluster (${route.address})`) }
    }
    const name = (caller && identities.get(caller.key)) ?? 'admin'
    const identity = target.identities[name]
    if (!identity) return { result: notComparable(`the target file has no identities.${name}`) }
    const said = actingIn(request)
    const acting = { recorded: withoutForeignIds(caller?.acting ?? said, said), now: actingOf(identity, target) }
    const exchange = await repeated(recorded, route, { name, identity }, acting)
    if (typeof exchange === 'string') return { result: notComparable(exchange) }
    const { response, failure, id: trace } = exchange
    mapping.timeline.note(
      { from: recorded.startedAt, to: recorded.endedAt },
      { from: exchange.startedAt, to: (endedAt = Date.now()) },
    )
    if (!response)
      return {
        result: {
          is: 'different',
          trace,
          differences: [{ path: 'status', recorded: recorded.response.status, now: `no response (${failure})` }],
        },
      }
    const missing = isElsewhere(route, mapping, recorded.response.status, response)
    if (missing !== undefined)
      return {
        response,
        result: {
          ...notComparable(
            `the target has no ${route.parameters['resourceName'] ?? 'record'} ${missing}, which existed before the recording began`,
          ),
          trace,
        },
      }
    const common = { facts, mapping, ...acting, isSent: (time: string) => seen.sentTimes.has(time) }
    const calls = callsIn(request, facts)
    const differences = compareAnswer(recorded.response, response, route.operation, groundOf(calls[0], common), {
      hasBody: recorded.received.kept === 'whole',
      ...(route.operation.interface === 'batch'
        ? { parts: (at: number) => ({ operation: calls[at]?.route?.operation, ground: groundOf(calls[at], common) }) }
        : {}),
    })
    if (differences.length > 0) return { response, result: { is: 'different', differences, trace } }
    return {
      response,
      result: {
        is: 'same',
        trace,
        ...(recorded.received.kept === 'whole' ? {} : { reason: uncompared[recorded.received.kept] }),
      },
    }
  }

  /** The exchange of the replay, or why there is none. */
  async function repeated(
    recorded: ReplayEntry,
    route: RecordedRoute,
    { name, identity }: { name: string; identity: Identity },
    acting: { recorded: Acting; now: Acting },
    again = false,
  ): Promise<Exchange | string> {
    const isToken = tokenOf(recorded.request) !== undefined
    const grant = isToken || (route.service === 'base' && !target.addresses.base) ? await sender.grant(name) : undefined
    if (typeof grant === 'string') return grant
    const address =
      route.service === 'base' ? (target.addresses.base ?? grant?.base ?? '') : target.addresses[route.service]
    // What was recorded one after the other must not share a moment of the server's clock.
    while (Date.now() <= endedAt) await new Promise((resolve) => setTimeout(resolve, 1))
    const prepared: Prepared = prepare(
      recorded,
      route,
      facts,
      {
        mapping,
        recorded: acting.recorded,
        now: withIds(acting.now, identity, target, grant),
        ...(isToken && grant ? { token: grant.token } : {}),
        recordedNow: recorded.startedAt,
        address,
      },
      () => sender.own.id(),
    )
    try {
      const exchange = await sender.send({
        method: recorded.request.method,
        url: `${address}${prepared.path}`,
        headers: prepared.headers,
        ...(prepared.body ? { body: prepared.body } : {}),
      })
      if (exchange.response?.status !== 401 || !grant || again) return exchange
      // A token may have ended meanwhile: what it was refused for is sent once more with a new one.
      sender.drop(name, grant.token)
      return await repeated(recorded, route, { name, identity }, acting, true)
    } catch (error) {
      if (error instanceof GuardRefusal) return `it would touch an object that is not ours (${error.why})`
      if (error instanceof Blocked) return error.message
      // An address that another client could send, and Node's cannot.
      if ((error as NodeJS.ErrnoException).code === 'ERR_UNESCAPED_CHARACTERS')
        return 'its address contains characters that cannot be sent unescaped'
      throw error
    }
  }
}
