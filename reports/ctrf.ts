import type { StreamRecord, Verdict } from '../src/verdict/stream.ts'
import { findingParts } from './finding-parts.ts'
import { plainJson } from './visible.ts'
import { pardonOf } from './pardon.ts'
import { foldRun, type JudgedCheck, type RunView } from './run-view.ts'
import { visible, visibleLine } from './visible.ts'
import { namesOnce, seenHere } from './wording.ts'

type Status = 'passed' | 'failed' | 'skipped'

/** What its readers count as red is what makes a run red: a check that could not be judged, too. */
const statuses: Readonly<Record<Verdict['is'], Status>> = {
  pass: 'passed',
  warn: 'passed',
  fail: 'failed',
  stale: 'failed',
  blocked: 'failed',
  'kit-error': 'failed',
  observed: 'skipped',
  known: 'skipped',
  'not-applicable': 'skipped',
  'not-exercised': 'skipped',
}

interface CtrfTest {
  readonly name: string
  readonly status: Status
  readonly duration: number
  readonly suite: readonly string[]
  readonly rawStatus: string
  readonly flaky?: boolean
  readonly message?: string
  readonly trace?: string
  readonly tags?: readonly string[]
  readonly labels?: Readonly<Record<string, string | readonly string[]>>
  readonly extra?: Readonly<Record<string, unknown>>
}

/** The run in the Common Test Report Format, version 0.0 of its schema: https://ctrf.io */
export function renderCtrf(records: readonly StreamRecord[]): string {
  const view = foldRun(records)
  const { plan, end } = view
  const tests = [...view.checks.map((check) => testOf(check, view)), ...runTests(view)]
  const count = (status: Status): number => tests.filter((test) => test.status === status).length
  const start = Date.parse(plan?.started ?? '') || 0
  return `${plainJson(
    {
      reportFormat: 'CTRF',
      specVersion: '0.0.0',
      generatedBy: 'fieldproof',
      results: {
        tool: { name: 'fieldproof', ...(plan ? { version: plan.kit } : {}) },
        summary: {
          tests: tests.length,
          passed: count('passed'),
          failed: count('failed'),
          skipped: count('skipped'),
          pending: 0,
          other: 0,
          flaky: tests.filter(({ flaky }) => flaky).length,
          suites: view.interfaces.length,
          start,
          stop: start + Math.round(end?.ms ?? 0),
          duration: Math.round(end?.ms ?? 0),
          extra: { exitCode: view.exitCode, verdicts: view.total.counts },
        },
        tests,
        environment: {
          appName: plan ? visibleLine(plan.target) : 'unknown',
          ...(plan
            ? {
                extra: {
                  seed: plan.seed,
                  ...(plan.seeds ? { seeds: plan.seeds } : {}),
                  ...(plan.shard ? { shard: plan.shard } : {}),
                },
              }
            : {}),
        },
      },
    },
    2,
  )}\n`
}

function testOf(check: JudgedCheck, view: RunView): CtrfTest {
  const { planned, verdict } = check
  const head = {
    name: planned.id,
    suite: [planned.interface, planned.requirement],
    tags: [planned.level, ...(planned.side ? [planned.side] : [])],
    labels: { level: planned.level, sources: planned.sources },
  }
  if (!verdict)
    return {
      ...head,
      status: 'failed',
      duration: 0,
      rawStatus: 'not-judged',
      message: 'the run ended before this check was judged',
    }
  const { is, ms, findings, because, saw, tries } = verdict
  const [first] = findings
  const pardon = pardonOf(check, view)
  const said =
    because ?? (first ? `${first.rule} Expected ${first.expected}; got ${first.actual}` : (saw ?? []).join('; '))
  const message = [pardon, said].filter(Boolean).join('; ')
  const trace = findings
    .map((finding) =>
      findingParts(finding, view, { bodyLimit: 4000, exchangeLimit: 3 })
        .map(({ label, text }) => (label ? `${label}: ${text}` : text))
        .join('\n'),
    )
    .join('\n\n')
  return {
    ...head,
    status: pardon === undefined ? (view.red.has(planned.id) ? 'failed' : statuses[is]) : 'skipped',
    duration: Math.round(ms),
    rawStatus: is,
    ...(tries && tries.failed < tries.of ? { flaky: true } : {}),
    ...(message === '' || is === 'pass' ? {} : { message: visible(message) }),
    ...(trace === '' ? {} : { trace }),
    ...(first
      ? {
          extra: {
            statements: [...new Set(findings.map(({ statement }) => statement))],
            findings: findings.map(({ fingerprint }) => fingerprint),
            rerun: visibleLine(first.rerun),
          },
        }
      : {}),
  }
}

/** What belongs to no check and makes the run red all the same. */
function runTests({ troubles, notices, elsewhere, red }: RunView): CtrfTest[] {
  const told = (name: string, message: string, rawStatus: string): CtrfTest => ({
    name,
    status: 'failed',
    duration: 0,
    suite: ['run'],
    rawStatus,
    message: visibleLine(message),
  })
  return numbered([
    ...troubles.map((text) => told('run/finished', text, 'unfinished')),
    ...notices.filter(({ kind }) => kind === 'unjudged').map(({ text }) => told('run/judged', text, 'unjudged')),
    ...notices.filter(({ kind }) => kind === 'baseline').map(({ text }) => told('run/baseline', text, 'stale')),
    ...elsewhere
      .filter(({ check }) => red.has(check))
      .map(({ check }) => told(`run/seen-here/${check}`, seenHere, 'fail')),
  ])
}

/** Readers keep one test of a name. */
function numbered(tests: readonly CtrfTest[]): CtrfTest[] {
  const nameOf = namesOnce()
  return tests.map((one) => ({ ...one, name: nameOf(one.name) }))
}
