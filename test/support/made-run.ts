import type { Check } from '../../src/kit/check.ts'
import { contractFacts } from '../../src/contract/index.ts'
import { derivedFold } from '../../src/judging/derived-fold.ts'
import { judgedLive } from '../../src/judging/judged.ts'
import { loadCatalogue } from '../../src/judging/catalogue.ts'
import { makePlan } from '../../src/judging/plan.ts'
import type { PlatformRequest, PlatformResponse } from '../../src/platform/http/message.ts'
import { listen } from '../../src/platform/http/server.ts'
import { createPlatform, type Platform, type PlatformOptions } from '../../src/platform/platform.ts'
import { attempt } from '../../src/runner/attempt.ts'
import { confirmed } from '../../src/runner/confirm.ts'
import { gate } from '../../src/runner/gate.ts'
import { inProcess } from '../../src/runner/sweep/in-process.ts'
import { madeTime } from '../../src/runner/prove/made-time.ts'
import { createSession } from '../../src/session/session.ts'
import { parseTarget } from '../../src/target/load.ts'
import type { Target } from '../../src/target/target.ts'
import { exitCodeOf } from '../../src/verdict/exit-code.ts'
import { judge } from '../../src/verdict/judge.ts'
import type { Outcome } from '../../src/verdict/outcome.ts'
import type { Verdict } from '../../src/verdict/stream.ts'

interface MadeRun {
  readonly platform?: PlatformOptions
  /** Changes the target file that the platform writes. */
  file?(written: Record<string, unknown>): unknown
  /** Replaces the target that the file gives. */
  target?(loaded: Target): Target
  /** Which checks to run; all unless given. */
  which?(check: Check): boolean
  /** Stands before the platform, which it may ask. */
  edge?(request: PlatformRequest, handle: Platform['handle']): Promise<PlatformResponse>
  /** Told of each check that is about to run. */
  begins?(check: Check): void
  /** Findings are confirmed, as those of a run are: a list may lag, and what passes by itself tells of nothing. */
  readonly confirms?: true
  /** Sends requests through sockets, where what is done to bytes shows; otherwise only races go through one. */
  readonly throughSockets?: boolean
  /** 1 unless given. */
  readonly seed?: number
}

/** Each whole run of a test takes others of the sampled checks, the same ones each time. */
let drawn = 0

/**
 * A standard run in made time: waits cost nothing, and each check runs after the one before, once unless it `confirms`. Only the contract's and monitors' own
 * checks are left out where `which` chooses.
 */
export async function madeRun({
  platform: options = {},
  file,
  target: changed,
  which,
  begins,
  edge,
  confirms,
  throughSockets,
  seed = 1,
}: MadeRun) {
  drawn += 1
  const { clock, stopwatch } = madeTime('steady')
  const platform = createPlatform({ ...options, clock })
  const handle = edge ? (request: PlatformRequest) => edge(request, platform.handle) : platform.handle
  const server = await listen(handle, { port: 0, now: clock.now })
  const written = platform.targetFile(server.origin)
  const before = new Set(platform.contents())
  const loaded = parseTarget(file ? file(written) : written, 'the test')
  const target = changed ? changed(loaded) : loaded
  const plan = makePlan(await loadCatalogue(), judgedLive(), which ? {} : { seed: drawn })
  const planned = new Map(plan.planned.map((one) => [one.id, one]))
  const session = createSession({
    target,
    secrets: [],
    seed,
    rerun: (id) => id,
    stopwatch,
    ...(throughSockets ? {} : { through: inProcess(handle, clock) }),
    wait: async (ms) => clock.advance(ms),
    now: clock.now,
  })
  const facts = contractFacts(target)
  const fold = derivedFold(plan.contract, (id) => id)
  const verdicts: Verdict[] = []
  const settle = (id: string, outcome: Outcome): void => {
    const one = planned.get(id)
    if (one) verdicts.push(judge(one, outcome, 0, { strict: false, baseline: [], now: 0 }))
  }
  try {
    for (const check of plan.checks.toSorted((one, other) => Number(one.alone) - Number(other.alone))) {
      if (which && !which(check)) continue
      const gated = gate(check, target)
      if (gated) {
        settle(check.id, gated)
        continue
      }
      begins?.(check)
      let done = confirms
        ? await confirmed(check, session, facts, { spacingMs: 0, signal: AbortSignal.timeout(60_000) })
        : await attempt(check, session, facts)
      // A 429 within a race, say: a run tries it again, too.
      for (let again = 0; again < done.againAtMost; again += 1) done = await attempt(check, session, facts)
      if (!confirms) await session.letUsersGo(check.id)
      const { outcome, sights } = done
      sights.forEach(fold.add)
      settle(check.id, outcome)
    }
    if (!which) for (const check of plan.contract) settle(check.id, fold.outcome(check))
    const leftBehind = await session.cleanUp()
    const after = new Set(platform.contents())
    return {
      /** Lines of the platform's store that the run added or took away. */
      changes: [...before].filter((line) => !after.has(line)).concat([...after].filter((line) => !before.has(line))),
      target,
      verdicts,
      leftBehind,
      requests: session.requests(),
      exitCode: exitCodeOf(plan.planned, verdicts, { strict: false, emptyAllowed: which !== undefined }),
    }
  } finally {
    await session.close()
    await server.close()
  }
}

const calm: readonly string[] = ['pass', 'warn', 'observed', 'not-applicable', 'not-exercised']

/** Verdicts that a lawful target with a sufficient file must not get, one line each. */
export const alarmsIn = (verdicts: readonly Verdict[]): string[] =>
  verdicts
    .filter(({ is }) => !calm.includes(is))
    .map(
      ({ is, check, because, findings }) =>
        `${is} ${check}: ${because ?? findings.map(({ expected, actual }) => `expected ${expected}; got ${actual}`).join(' | ')}`,
    )
