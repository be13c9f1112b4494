import { BroadcastChannel } from 'node:worker_threads'
import { afterAll, test, vi } from 'vitest'
import { contractFacts } from '../../contract/index.ts'
import { createSession } from '../../session/session.ts'
import type { Check } from '../../kit/check.ts'
import { inOrder } from '../../judging/order.ts'
import { requestSpace } from '../../judging/request-space.ts'
import { trafficTimes } from '../../judging/traffic-times.ts'
import { confirmed } from '../confirm.ts'
import { gate } from '../gate.ts'
import { healthOf } from '../health.ts'
import { rerunCommand } from '../../judging/rerun.ts'
import { takingTurns } from '../taking-turns.ts'
import {
  lateAtMostMs,
  ordersOf,
  type Assignment,
  type Farewell,
  type Hosted,
  type HostMessage,
  type Order,
} from './assignment.ts'

/**
 * One test per planned check, named by its id, all in one thread, so that the run has one budget, rate limit, ledger and set of tokens.
 * Verdicts are made elsewhere; a test fails here only so that vitest's own output agrees.
 */
export function hostChecks(assignment: Assignment, checks: readonly Check[], channel: BroadcastChannel): void {
  vi.setConfig({ maxConcurrency: assignment.target.limits.concurrency })
  const heavy = new Set(checks.flatMap((check) => (check.heavy ? [check.id] : [])))
  const session = createSession({
    target: assignment.target,
    secrets: assignment.secrets,
    seed: assignment.seed,
    ledgerFile: assignment.ledgerFile,
    requests: assignment.requests,
    corpus: assignment.corpus,
    rerun: rerunCommand(assignment.rerunTarget, {
      seed: assignment.seed,
      suites: assignment.suites,
      strict: assignment.strict,
      isHeavy: (id) => heavy.has(id),
    }),
  })
  const facts = contractFacts(assignment.target)
  const health = healthOf(session, assignment.target)
  const space = requestSpace(facts, assignment.target)
  const times = trafficTimes(() => session.waitedMs())
  session.transport.onExchange((exchange) => times.see(exchange, space.see(exchange)))
  /** The slower the target is to be asked, the longer a check may take. */
  const perCheckMs = 300_000 * (assignment.target.limits.requestsPerSecond === undefined ? 1 : 4)
  /** Writes that are under way when the run is stopped are given so long to be answered, in milliseconds. */
  const patienceMs = 1000
  const listed = new Set(assignment.listed)
  const wanted = new Set([...assignment.checks, ...assignment.drivers])
  const selected = inOrder(checks.filter((check) => wanted.has(check.id)))

  const tell = (message: HostMessage) => channel.postMessage(message)
  const ending = new AbortController()
  let ended: { readonly why: string; readonly doneBy?: number; readonly answered: Promise<void> } | undefined
  function end({ stop: why, doneBy }: Order): void {
    if (ended) return
    ended = { why, answered: session.stop(why, patienceMs), ...(doneBy === undefined ? {} : { doneBy }) }
    ending.abort()
    tell({ stopped: why })
  }
  const orders = new BroadcastChannel(ordersOf(channel.name))
  orders.onmessage = (event) => end((event as { data: Order }).data)
  const { time } = assignment
  const doneBy = time && time.doneBy + lateAtMostMs
  const watch =
    time &&
    setInterval(() => {
      if (Date.now() + session.cleanUpTakesMs() >= time.doneBy)
        end({ stop: time.why, doneBy: time.doneBy + lateAtMostMs })
    }, 250)

  const inTurn = takingTurns()
  const host =
    (check: Check) =>
    async ({
      task,
      skip,
      signal,
    }: {
      task: { meta: { hosted?: Hosted } }
      skip: (note: string) => never
      signal: AbortSignal
    }) => {
      const gated = ended
        ? ({ is: 'blocked', because: ended.why, leftOut: true } as const)
        : gate(check, assignment.target)
      if (gated) {
        task.meta.hosted = { gated }
        skip('because' in gated ? (gated.because ?? '') : gated.is)
      }
      const pace = { spacingMs: assignment.spacingMs, signal: AbortSignal.any([signal, ending.signal]) }
      const made = await inTurn(check, () => confirmed(check, session, facts, pace, listed.has(check.id)))
      const tried = await (await health).judged(made)
      // What a check makes of requests that were cut short is no fault of the kit.
      const attempt: typeof tried =
        ended && tried.outcome.is === 'crashed'
          ? { ...tried, outcome: { is: 'blocked', because: ended.why, leftOut: true } }
          : tried
      task.meta.hosted = { attempt }
      const { outcome } = attempt
      if (outcome.is === 'breach')
        throw new Error(
          outcome.findings
            .map((finding) => `${finding.rule} Expected ${finding.expected}; got ${finding.actual}`)
            .join('\n'),
        )
      if (outcome.is === 'crashed') throw new Error(outcome.because)
    }

  // A check that moves the clock would expire every token: such checks run one by one, after all others.
  for (const check of selected.filter(({ alone }) => !alone))
    test.concurrent(check.id, { timeout: perCheckMs }, host(check))
  for (const check of selected.filter(({ alone }) => alone))
    test.sequential(check.id, { timeout: perCheckMs }, host(check))

  afterAll(async () => {
    clearInterval(watch)
    await ended?.answered
    const cleaning = setInterval(() => tell({ cleaning: true }), 1000)
    const leftBehind = await session.cleanUp(ended?.doneBy ?? doneBy)
    clearInterval(cleaning)
    const farewell: Farewell = {
      requests: session.requests(),
      exercised: space.counts(),
      traffic: times.told(),
      waitedMs: session.waitedMs(),
      waitingMs: session.waitingMs(),
      leftBehind,
      passwordLeft: session.passwordLeft(),
      secrets: session.secrets,
      listLag: session.visibility.told(),
      ledgerFile: assignment.ledgerFile,
    }
    await session.close()
    tell({ farewell })
    channel.close()
    orders.close()
    // The run's watchdog ends a clean-up that does not get on: at five requests a second one takes minutes.
  }, 3_600_000)
}
