import { afterAll, inject, test } from 'vitest'
import { contractFacts } from '../../contract/index.ts'
import { createSession } from '../../session/session.ts'
import type { Check } from '../../kit/check.ts'
import { loadCatalogue } from '../../judging/catalogue.ts'
import { inOrder } from '../../judging/order.ts'
import { requestSpace } from '../../judging/request-space.ts'
import { confirmed } from '../confirm.ts'
import { gate } from '../gate.ts'
import { rerunCommand } from '../../judging/rerun.ts'
import type { Farewell, Hosted } from './assignment.ts'
import './assignment.ts'

// The file that vitest runs: one test per planned check, named by its id, all in one thread, so that the run has one
// budget, rate limit, ledger and set of tokens. Verdicts are made elsewhere; a test fails here only so that vitest's own output agrees.
const assignment = inject('assignment')
const { checks } = await loadCatalogue()
const session = createSession({
  target: assignment.target,
  secrets: assignment.secrets,
  seed: assignment.seed,
  ledgerFile: assignment.ledgerFile,
  requests: assignment.requests,
  corpus: assignment.corpus,
  rerun: rerunCommand(assignment.rerunTarget, assignment.seed),
})
const facts = contractFacts(assignment.target)
const space = requestSpace(facts, assignment.target)
session.transport.onExchange((exchange) => space.see(exchange))
const perCheckMs = 300_000
const listed = new Set(assignment.listed)
const wanted = new Set([...assignment.checks, ...assignment.drivers])
const selected = inOrder(checks.filter((check) => wanted.has(check.id)))

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
    const gated = gate(check, assignment.target)
    if (gated) {
      task.meta.hosted = { gated }
      skip('because' in gated ? (gated.because ?? '') : gated.is)
    }
    const pace = { spacingMs: assignment.spacingMs, signal }
    const attempt = await confirmed(check, session, facts, pace, listed.has(check.id))
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
  const leftBehind = await session.cleanUp()
  const farewell: Farewell = {
    requests: session.requests(),
    exercised: space.counts(),
    waitedMs: session.waitedMs(),
    leftBehind,
    secrets: session.secrets,
    listLag: session.visibility.told(),
    ledgerFile: assignment.ledgerFile,
  }
  await session.close()
  const channel = new BroadcastChannel(assignment.channel)
  channel.postMessage(farewell)
  channel.close()
}, 60_000)
