import { findingParts } from '../../reports/finding-parts.ts'
import { foldRun } from '../../reports/run-view.ts'
import type { PlannedCheck, StreamRecord, Verdict } from '../verdict/stream.ts'
import type { Report } from './report.ts'
import { runApart, type RunWishes } from './run.ts'

type Body = (context: { skip(note?: string): unknown }) => Promise<void>

/** The part of vitest's `test` that is used. */
export type TestFunction = (name: string, options: { timeout: number }, body: Body) => unknown

export interface VitestOptions extends Omit<RunWishes, 'onPlan' | 'onVerdict' | 'signal'> {
  /** Your own `test`: needed only where your vitest is another copy than the one that comes with fieldproof. */
  readonly test?: TestFunction
}

/** A run may take that long, in milliseconds: each test waits for its verdict. */
const patienceMs = 3_600_000
const bodyLimit = 2000

/**
 * Makes each check of a run a test of the vitest file that awaits it. A test fails by a finding: rule, statement, expected, actual, exchanges and
 * the command that runs it again. What is not applicable, blocked or known to the baseline is skipped with its reason; the last test fails
 * if the run as a whole is red, also for what could not be judged.
 */
export async function fieldproof({ test: given, ...options }: VitestOptions = {}): Promise<void> {
  const test = given ?? ((await import('vitest')).test as TestFunction)
  const verdicts = new Map<string, Verdict>()
  const waiting = new Map<string, () => void>()
  let done: Report | undefined
  let planned: readonly PlannedCheck[] = []
  let plan: () => void = () => undefined
  const hasPlan = new Promise<void>((resolve) => {
    plan = resolve
  })
  const ended = runApart({
    ...options,
    onPlan(checks) {
      planned = checks
      plan()
    },
    onVerdict(verdict) {
      verdicts.set(verdict.check, verdict)
      waiting.get(verdict.check)?.()
    },
  }).then((report) => {
    done = report
  })
  // Without a plan there is one test, and it says why.
  await Promise.race([hasPlan, ended.catch(() => undefined)])
  for (const { id } of planned)
    test(id, { timeout: patienceMs }, async ({ skip }) => {
      if (!verdicts.has(id)) await Promise.race([ended, new Promise<void>((resolve) => waiting.set(id, resolve))])
      const verdict = verdicts.get(id)
      if (!verdict) throw new Error('the run ended before this check was judged')
      if (skipped.includes(verdict.is)) skip(verdict.because ?? verdict.is)
      if (!red.includes(verdict.is)) return
      // The exchanges of a finding stand in the stream by the time of its verdict; those of the schemas at the end.
      if (verdict.findings.length > 0) await ended
      throw failure(verdict, done?.records ?? [])
    })
  test('fieldproof: the whole', { timeout: patienceMs }, async () => {
    await ended
    if (done && done.exitCode !== 0) throw bare(`exit code ${done.exitCode}: ${whyRed(done)}`)
  })
}

const skipped: readonly Verdict['is'][] = ['not-applicable', 'blocked', 'known', 'not-exercised']
const red: readonly Verdict['is'][] = ['fail', 'stale', 'kit-error']

function failure({ is, because, findings }: Verdict, records: readonly StreamRecord[]): Error {
  if (findings.length === 0) return bare(because ?? is)
  const view = foldRun(records)
  const texts = findings.map((finding) =>
    findingParts(finding, view, { bodyLimit, exchangeLimit: 3 })
      .map(({ label, text }) => `${label.padEnd(9)} ${text.replaceAll('\n', `\n${' '.repeat(10)}`)}`)
      .join('\n'),
  )
  return bare(texts.join('\n\n'))
}

/** Without a stack: it would lead to us, and the reader seeks the exchange. */
function bare(text: string): Error {
  const error = new Error(text)
  error.stack = `Error: ${text}`
  return error
}

function whyRed({ counts, records, out }: Report): string {
  const told = Object.entries(counts).filter(([, count]) => count > 0)
  const blocked = records.flatMap((record) =>
    'verdict' in record && record.verdict.is === 'blocked' ? (record.verdict.because ?? []) : [],
  )
  const reasons = [...new Set(blocked)].slice(0, 3).map((reason) => `\nblocked: ${reason}`)
  return `${told.map(([word, count]) => `${count} ${word}`).join(', ')}; ${out}/index.html tells all of it${reasons.join('')}`
}
