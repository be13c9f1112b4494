import { newsDesk } from './news.ts'
import { randomBytes } from 'node:crypto'
import type { Api } from '../clients/api.ts'
import { createApi } from '../clients/api.ts'
import { createRedactor, type Redactor } from '../redact/redactor.ts'
import { reportExchange } from '../redact/report-exchange.ts'
import { advanceClock } from '../target/advance-clock.ts'
import { unlessBlocked } from '../target/unless-blocked.ts'
import { guard } from '../target/guard.ts'
import { createIdentities, jsonOf } from '../target/identities.ts'
import { createLedger } from '../target/ledger.ts'
import { ownership as newOwnership } from '../target/ownership.ts'
import { sealer } from '../target/sealed.ts'
import { ownNamedPeople } from './own-named-people.ts'
import { newScope, tidyingScope, type Scope } from '../target/scope.ts'
import { visibility, type Visibility } from '../target/visibility.ts'
import type { Target } from '../target/target.ts'
import type { Stopwatch } from '../target/stopwatch.ts'
import { createTransport, type Through, type Transport } from '../target/transport.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { ReportedExchange } from '../verdict/stream.ts'
import { activityDesk } from './activity-desk.ts'
import { cleanUp } from './clean-up.ts'
import type { Context } from '../kit/context.ts'
import { fresh } from '../kit/fresh.ts'
import { leavingUsers } from './leaving-users.ts'
import { measureLag } from './measure-lag.ts'
import { putPasswordBack } from './put-password-back.ts'
import { simultaneously } from './simultaneously.ts'
import { secretsOf } from './secrets-of.ts'

export interface SessionOptions {
  readonly target: Target
  /** Further values that must never be written, such as those taken from the environment. */
  readonly secrets: readonly string[]
  readonly seed: number
  readonly ledgerFile?: string
  readonly requests?: number
  /** As in TransportOptions. */
  readonly deadlineMs?: number
  /** Generated cases that found something before. */
  readonly corpus?: readonly unknown[]
  rerun(check: string, seeded: boolean): string
  /** Already knows the secrets of this target: the prover opens thousands of sessions with the same ones. */
  readonly redactor?: Redactor
  /** Replaces sleeping: the prover advances the clock of its platform. */
  readonly wait?: (ms: number) => Promise<void>
  /** Replaces the clock by which lists are waited for, in milliseconds. */
  readonly now?: () => number
  /** Replaces the clock that exchanges are timed by. */
  readonly stopwatch?: Stopwatch
  /** As in TransportOptions. */
  readonly through?: Through
  /** Replaces names that are drawn by lot, where two runs must be alike. */
  readonly names?: { readonly runTag: string; id(): string }
}

/** One run against one target: one transport, one ledger, one set of tokens, whatever the number of checks. */
export interface Session {
  contextFor(check: string, lists?: Scope['lists']): { readonly context: Context; readonly scope: Scope }
  readonly redactor: Redactor
  readonly transport: Transport
  readonly visibility: Visibility
  report(exchange: Exchange, check: string): ReportedExchange
  rerun(check: string, seeded: boolean): string
  /** Whether one of these statements was shown by fewer than three exchanges before. */
  readonly isNews: (statements: readonly string[]) => boolean
  /** Whether the run created the record of this id. */
  readonly owns: (id: string) => boolean
  /** Ids of the users that it acts as, as far as they are told. */
  userIds(): readonly string[]
  requests(): number
  /** Milliseconds since it was created. */
  agedMs(): number
  waitedMs(): number
  waitingMs(): number
  /** Ends all that still runs, but for the clean-up; waits so many milliseconds for the answers to writes that are under way. */
  stop(why: string, patienceMs: number): Promise<void>
  /** Milliseconds that the clean-up would take by now. */
  cleanUpTakesMs(): number
  /** Removes the users that this check made for itself; those of which that fails are left to the clean-up. */
  letUsersGo(check: string): Promise<void>
  /** Removes what the run created; one line for each thing left behind. What is not done by a time, in milliseconds since the epoch, is left. */
  cleanUp(doneBy?: number): Promise<readonly string[]>
  /** What the user has to know of things left behind, and no report may hold. */
  readonly secrets: readonly string[]
  /** After the clean-up: that of its lines which tells of a password that was not put back. */
  passwordLeft(): string | undefined
  close(): Promise<void>
}

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz'
const newRunTag = (): string => `f${[...randomBytes(4)].map((byte) => alphabet[byte % 36]).join('')}`

export function createSession(options: SessionOptions): Session {
  const { target } = options
  const owned = newOwnership(options.names?.runTag ?? newRunTag())
  const ledger = createLedger(owned, options.ledgerFile, options.ledgerFile ? sealer(target).seal : undefined)
  const redactor = options.redactor ?? createRedactor({ secrets: [...secretsOf(target), ...options.secrets] })
  const wait = options.wait ?? ((ms: number) => transport.pause(ms))
  const now = options.now ?? (() => performance.now())
  const createdAt = now()
  const shown = visibility({
    basePaths: target.basePaths,
    ...(target.limits.listLagMs === undefined ? {} : { declaredMs: target.limits.listLagMs }),
    measure: async () =>
      (await measureLag(contextIn(newScope('list lag', nextTag(), 'at once')), now).catch(unlessBlocked)) ?? 0,
    wait,
    now,
  })
  const transport: Transport = createTransport({
    target,
    guard: guard(target, owned),
    ledger,
    ...(options.requests ? { requests: options.requests } : {}),
    ...(options.deadlineMs ? { deadlineMs: options.deadlineMs } : {}),
    ...(options.stopwatch ? { stopwatch: options.stopwatch } : {}),
    ...(options.wait ? { wait: options.wait } : {}),
    ...(options.now ? { now: options.now } : {}),
    ...(options.through ? { through: options.through } : {}),
    visibility: shown,
  })
  transport.onExchange((exchange) => {
    if (!exchange.request.url.includes(`${target.basePaths.token}/`)) return
    const token = jsonOf(exchange)['access_token']
    if (typeof token === 'string') redactor.learn(token)
  })
  ownNamedPeople(transport, owned, target)
  const identities = createIdentities(target, transport, (secret) => redactor.learn(secret))
  const desk = activityDesk(target, owned, ledger, () => transport.mustGoOn())
  const secrets: string[] = []
  let passwordLeft: string | undefined
  let attempts = 0
  const nextTag = () => `${owned.runTag}${(attempts++).toString(36).padStart(5, '0')}`
  const users = leavingUsers(ledger)
  const tagFor = ({ check, lasts }: Pick<Scope, 'check' | 'lasts'>): string => {
    const tag = nextTag()
    if (!lasts) users.note(check, tag)
    return tag
  }

  const contextIn = (scope: Scope): Context => {
    const apis = new Map<string, Api>()
    const as = (name: string): Api => {
      const made =
        apis.get(name) ?? createApi({ name, identity: identities.of(name), target, scope, transport, identities })
      apis.set(name, made)
      return made
    }
    return {
      get api() {
        return as('admin')
      },
      as,
      target,
      wait,
      activities: desk,
      listsShow: () => shown.settled(scope),
      shares: (wroteAt) => shown.wrote(scope, wroteAt),
      seed: options.seed,
      corpus: options.corpus ?? [],
      fresh: fresh(scope.tag, target, owned, options.names?.id),
      clock: {
        async advance(ms) {
          await advanceClock(target, ms)
          identities.noteClockAdvanced(ms)
        },
      },
      race: (sends) => simultaneously(scope, sends.slice(0, target.limits.racing)),
      // A new namespace, but the same record of exchanges: a property is one check.
      renew: () => contextIn({ ...scope, tag: tagFor(scope) }),
      lasting: () => contextIn({ ...scope, tag: nextTag(), lasts: true }),
    }
  }

  const isNews = newsDesk()
  return {
    redactor,
    transport,
    isNews,
    owns: owned.owns,
    userIds: identities.userIds,
    visibility: shown,
    contextFor(check, lists) {
      const scope = newScope(check, tagFor({ check }), lists)
      return { context: contextIn(scope), scope }
    },
    report: (exchange, check) => reportExchange(exchange, check, redactor),
    rerun: options.rerun,
    requests: () => transport.requests(),
    agedMs: () => now() - createdAt,
    waitedMs: () => transport.waitedMs(),
    waitingMs: () => transport.waitingMs(),
    secrets,
    passwordLeft: () => passwordLeft,
    stop: transport.stop,
    cleanUpTakesMs() {
      const { requestsPerSecond = Infinity, concurrency } = target.limits
      // Each is deleted, and one list tells of fifty whether they are gone.
      return ledger.unfinished().length * 1.05 * Math.max(1000 / requestsPerSecond, transport.paceMs() / concurrency)
    },
    letUsersGo: (check) =>
      users.letGo(check, {
        target,
        transport,
        identities,
        redactor,
        scope: tidyingScope('let users go', nextTag()),
        wait: options.wait ?? sleep,
        own: owned.own,
      }),
    async cleanUp(doneBy) {
      const end =
        doneBy === undefined
          ? undefined
          : setTimeout(() => transport.giveUp('there was no time left to remove it'), Math.max(0, doneBy - Date.now()))
      const scope = tidyingScope('clean up', nextTag())
      const tidied = { target, transport, scope, wait: options.wait ?? sleep }
      const { left, leftBehind } = await cleanUp({
        ...tidied,
        unfinished: ledger.unfinished(),
        identities,
        redactor,
        own: owned.own,
      })
      const notPutBack = await putPasswordBack({
        ...tidied,
        tried: ledger.passwords(),
        noteClockAdvanced: identities.noteClockAdvanced,
      })
      clearTimeout(end)
      ledger.settled(left + (notPutBack ? 1 : 0))
      if (notPutBack?.secret) secrets.push(notPutBack.secret)
      passwordLeft = notPutBack && redactor.text(notPutBack.told)
      return [...(passwordLeft === undefined ? [] : [passwordLeft]), ...desk.usedUp(), ...leftBehind]
    },
    async close() {
      transport.close()
      await desk.close()
    },
  }
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
