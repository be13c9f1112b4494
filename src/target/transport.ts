import type { Exchange, HeaderList, WireRequest, WireResponse } from '../exchange/exchange.ts'
import { lean } from '../exchange/lean.ts'
import { pathOf } from './address.ts'
import { excessInWords, withinBounds } from './answer-bound.ts'
import { Blocked } from './blocked.ts'
import { connections } from './connections.ts'
import type { Guard } from './guard.ts'
import { HungUp } from './hung-up.ts'
import { Inconclusive } from './inconclusive.ts'
import type { Ledger } from './ledger.ts'
import { onlyKnownHosts } from './known-hosts.ts'
import { limiter } from './limiter.ts'
import type { Scope } from './scope.ts'
import { sendHttp, type Sent } from './send-http.ts'
import { sendPooled } from './send-pooled.ts'
import { sendRace } from './send-race.ts'
import { requestUuid } from './request-uuid.ts'
import { sendRaw } from './send-raw.ts'
import { realTime, type Stopwatch } from './stopwatch.ts'
import { Stopped, stopper, type Stopper } from './stopper.ts'
import type { Target } from './target.ts'
import { TooLongToRead } from './too-long-to-read.ts'
import { TurnedAway } from './turned-away.ts'
import { userAllowance } from './user-allowance.ts'
import type { Visibility } from './visibility.ts'
import { waitAsTold } from './wait-as-told.ts'

export interface Outgoing {
  readonly method: string
  readonly url: string
  readonly headers: HeaderList
  readonly body?: Uint8Array
  /** Exact bytes to send; method, url, headers and body then only describe them. */
  readonly raw?: Uint8Array
  /** One of many calls: sent with the cheaper client. */
  readonly many?: boolean
  /** No X-Request-ID is added. */
  readonly untraced?: boolean
  /** How long its answer may take, if that is longer than the timeout of the transport. */
  readonly patienceMs?: number
  /** A 409 that tells when it is over is waited for: it was refused and did nothing. */
  readonly mayConflict?: boolean
  /** Goes even if the budget is spent: what gets a token for the clean-up. */
  readonly tidying?: boolean
}

/** The only code that opens sockets: budget, rate, deadline, ledger and guard apply to every request of a run. */
export interface Transport {
  send(outgoing: Outgoing, scope: Scope): Promise<Exchange>
  onExchange(listener: (exchange: Exchange) => void): void
  requests(): number
  /** Throws Stopped where the next request would not be sent, because the budget is spent or the run is stopped. */
  mustGoOn(): void
  waitedMs(): number
  waitingMs(): number
  /** Waits on purpose, unless the run is stopped. */
  pause(ms: number): Promise<void>
  /** How long a request takes of late, in milliseconds, waits for a slot included. */
  paceMs(): number
  /** Waits because the target was too busy, in milliseconds. */
  backOff(ms: number): Promise<void>
  /** Ends all but the clean-up: reads at once, writes that are under way once they are answered or the patience in milliseconds is over. */
  stop(why: string, patienceMs: number): Promise<void>
  /** Ends the clean-up too. */
  giveUp(why: string): void
  close(): void
}

export type Through = (
  request: WireRequest,
  send: (request: WireRequest) => Promise<Sent>,
  racing: boolean,
) => Promise<Sent & { readonly really?: WireResponse }>

export interface TransportOptions {
  readonly target: Target
  readonly guard: Guard
  readonly ledger: Ledger
  readonly requests?: number
  /** Timeout for one request, up to the last byte of its response; default: limits.timeoutMs of the target file, or 15 s. */
  readonly deadlineMs?: number
  readonly stopwatch?: Stopwatch
  /** How it waits where the target is too busy; default: in real time. */
  readonly wait?: (ms: number) => Promise<void>
  /** The time that passes while it waits. */
  readonly now?: () => number
  /** Stands between the kit and what sends; raw bytes do not pass it. What it sends is still held to own objects. */
  readonly through?: Through
  /** Makes requests that read a list wait for the writes before them. */
  readonly visibility?: Pick<Visibility, 'before' | 'wrote' | 'answered'>
}

const refusalsAtMost = 6
const readsAgainAtMost = 2
/** Of eight simultaneous requests one in three races meets a 429 where one request in twenty does. */
const racesAgainAtMost = 12
const longestBetweenRacesMs = 10_000
/** A server that always breaks off there would cost each check as many attempts. */
const cutAgainAtMost = 2

export function createTransport({
  target,
  guard,
  ledger,
  requests,
  deadlineMs = target.limits.timeoutMs ?? 15_000,
  stopwatch = realTime,
  wait,
  now,
  through,
  visibility,
}: TransportOptions): Transport {
  const patience = ({ patienceMs = 0 }: Outgoing): number => Math.max(deadlineMs, patienceMs)
  const kept = connections(target.tls?.ca)
  const fresh = connections(target.tls?.ca, false)
  let open = kept
  const limits = limiter(target.limits, requests, wait, now)
  const [work, writing, tidying] = [stopper(), stopper(), stopper()]
  const underWay = new Set<Promise<unknown>>()
  let pace = 0
  const mustBeKnown = onlyKnownHosts(target)
  const users = userAllowance(target.limits.mayCreateUsers)
  const collect = lean(250 * 1024 * 1024)
  let read = 0
  const listeners: Array<(exchange: Exchange) => void> = []
  // Keyed by the list of exchanges, which a scope shares with its copies.
  const traces = new WeakMap<readonly Exchange[], number>()
  const nextTrace = ({ tag, exchanges }: Scope): string => {
    const number = (traces.get(exchanges) ?? 0) + 1
    traces.set(exchanges, number)
    return `${tag}-${number}`
  }

  const once = async (
    outgoing: Outgoing,
    request: WireRequest,
    scope: Scope,
    until: Stopper,
    unsent: () => void = () => undefined,
  ): ReturnType<Through> => {
    const racing = scope.racing && scope.barrier !== undefined && !outgoing.raw
    const begun = scope.tidies ? tidying : work
    const entering = limits.enter({ racing, tidying: outgoing.tidying ?? scope.tidies ?? false })
    const leave = await begun
      .unless(() => entering)
      .catch((error: unknown) => {
        void entering.then(
          (late) => late(),
          () => undefined,
        )
        unsent()
        throw error
      })
    try {
      const dueMs = patience(outgoing)
      const plainly = (asked: WireRequest) => {
        if (asked !== request) guard.judge({ ...outgoing, ...asked })
        if (racing) return sendRace(asked, dueMs, () => scope.barrier?.reached() ?? Promise.resolve(), open.agents)
        return outgoing.many ? sendPooled(asked, dueMs, open.many) : sendHttp(asked, dueMs, open.agents)
      }
      const { raw } = outgoing
      return await until.unless(() =>
        raw
          ? sendRaw(raw, request, dueMs, target.tls?.ca)
          : through
            ? through(request, plainly, racing)
            : plainly(request),
      )
    } finally {
      leave()
    }
  }

  /** The same for a write that is to be answered even where the run is stopped meanwhile. */
  const onceWritten = async (send: () => ReturnType<Through>, unanswered: () => void): ReturnType<Through> => {
    const sending = send()
    underWay.add(sending)
    try {
      return await sending
    } catch (error) {
      if (error instanceof Stopped && writing.why !== undefined) unanswered()
      throw error
    } finally {
      underWay.delete(sending)
    }
  }

  return {
    async send(outgoing, scope) {
      mustBeKnown(outgoing.url)
      const writes = guard.judge(outgoing)
      const until = scope.tidies ? tidying : work
      await until.unless(async () => visibility?.before(outgoing, scope))
      const intent = writes.length > 0 ? nextTrace(scope) : undefined
      // The response to a batch does not prove what happened to each part: the intents stay open and are cleaned up at the end.
      const [write] = writes.filter(({ isPart }) => !isPart)
      await until.unless(() => users.take(write, scope))
      let status: number | undefined
      try {
        const intents = intent ? writes.map((_, position) => (write ? intent : `${intent}.${position}`)) : []
        writes.forEach((one, position) => ledger.intend(intents[position] as string, one))
        const unsent = () => writes.forEach((one, position) => ledger.unsent(intents[position] as string, one))
        for (let refusals = 0, again = 0, former = open, id = intent ?? nextTrace(scope); ; id = nextTrace(scope)) {
          const headers =
            outgoing.untraced || outgoing.raw
              ? outgoing.headers
              : [...outgoing.headers, ['X-Request-ID', requestUuid(id)] as const]
          const request: WireRequest = {
            method: outgoing.method,
            url: outgoing.url,
            headers,
            ...(outgoing.body ? { body: outgoing.body } : {}),
          }
          const taken = stopwatch()
          const { really, ...sent } = await (intent && !scope.tidies
            ? onceWritten(
                () => once(outgoing, request, scope, writing, unsent),
                () => intents.forEach((trace) => ledger.unanswered(trace)),
              )
            : once(outgoing, request, scope, until))
          const exchange: Exchange = { id, ...taken(), ...withinBounds(sent) }
          collect((read += sent.response?.body.length ?? 0))
          scope.exchanges.push(exchange)
          pace += (exchange.ms - pace) / 20
          for (const listener of listeners) listener(exchange)
          const told = exchange.response && waitAsTold(exchange.response, refusals, outgoing.mayConflict)
          if (told !== undefined) {
            if (scope.racing) {
              // A request that was turned away made nothing, and is not sent again.
              if (write && intent) ledger.outcome(intent, write, exchange.response as WireResponse)
              // The next race begins when it may be served.
              await until.unless(() => limits.backOff(Math.min(told, longestBetweenRacesMs)))
              throw new TurnedAway(
                `the target answered ${exchange.response?.status} within a race: inconclusive`,
                racesAgainAtMost,
              )
            }
            if (++refusals > refusalsAtMost)
              throw new Blocked(`the target still answers ${exchange.response?.status} after ${refusalsAtMost} waits`)
            await until.unless(() => limits.backOff(told))
            continue
          }
          if (writes.some(({ kind }) => kind !== 'password')) visibility?.wrote(scope)
          if (exchange.response) {
            status = (really ?? exchange.response).status
            if (writes.length > 0) visibility?.answered(outgoing, status, scope)
            // A deletion within a race may have come before the write that made the record anew.
            const isSettled = !(scope.racing && write?.kind === 'delete')
            if (write && intent && isSettled) ledger.outcome(intent, write, really ?? exchange.response)
            return exchange
          }
          if (exchange.failure === 'too-large')
            throw new TooLongToRead(
              `${request.method} ${pathOf(request.url).split('?', 1)[0]}: its answer ${excessInWords(exchange)}, and was not read`,
            )
          // It may close what was idle for a moment: the next ones go each by a connection of its own.
          const before = open
          if (exchange.failure === 'connection' && !outgoing.raw) open = fresh
          const where = `${request.method} ${pathOf(request.url).split('?', 1)[0]}`
          const why =
            exchange.failure === 'timeout'
              ? `timeout: no whole answer within ${patience(outgoing) / 1000} s`
              : exchange.failure
          if (intent) {
            const unknown = `${where} got no answer (${why}): whether it took effect is not known, and writes are never resent`
            if (exchange.failure === 'connection') throw new Inconclusive(unknown, cutAgainAtMost)
            throw new Blocked(unknown)
          }
          const unheard = `${where} got no answer (${why}): inconclusive`
          if (exchange.failure !== 'connection') throw new Blocked(unheard)
          if (again === 0) former = before
          if (outgoing.raw || ++again > readsAgainAtMost) {
            // What is not heard by a connection of its own, either, was not lost with an idle one.
            open = former
            throw new HungUp(unheard)
          }
          await until.unless(() => limits.pause(100 * again))
        }
      } finally {
        users.settle(write, status)
      }
    },
    onExchange: (listener) => void listeners.push(listener),
    requests: () => limits.requests,
    mustGoOn() {
      if (work.why !== undefined) throw new Stopped(work.why)
      limits.mustNotBeSpent()
    },
    waitedMs: () => limits.waitedMs,
    waitingMs: () => limits.waitingMs,
    pause: (ms) => work.unless(() => limits.pause(ms)),
    paceMs: () => pace,
    backOff: (ms) => work.unless(() => limits.backOff(ms)),
    async stop(why, patienceMs) {
      work.stop(why)
      await Promise.race([
        Promise.allSettled(underWay),
        new Promise((resolve) => setTimeout(resolve, patienceMs).unref()),
      ])
      writing.stop(why)
    },
    giveUp: (why) => tidying.stop(why),
    close() {
      kept.close()
      fresh.close()
    },
  }
}
