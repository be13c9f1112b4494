import junit from 'junit-report-builder'
import type { Builder, TestCase, TestSuite } from 'junit-report-builder'
import type { StreamRecord, Verdict } from '../src/verdict/stream.ts'
import { findingParts, type FindingPart } from './finding-parts.ts'
import { pardonOf } from './pardon.ts'
import { foldRun, type JudgedCheck, type RunView } from './run-view.ts'
import { visible, visibleLine } from './visible.ts'
import { namesOnce } from './wording.ts'

// The package is CommonJS: its export is the builder, although its types declare an ES module.
const builder = junit as unknown as Builder

/** One suite per interface, one test case per planned check: failures are findings, errors mean that a check could not be judged; what does not make this run red is neither. */
export function renderJUnit(records: readonly StreamRecord[]): string {
  const view = foldRun(records)
  const report = builder.newBuilder().name('fieldproof')
  for (const { name, checks } of view.interfaces) {
    const suite = opened(report.testSuite().name(name), view).time(
      seconds(checks.reduce((sum, { verdict }) => sum + (verdict?.ms ?? 0), 0)),
    )
    for (const check of checks) addCase(suite, check, view)
  }
  if (view.troubles.length + view.notices.length + view.elsewhere.length > 0)
    addRun(opened(report.testSuite().name('run'), view), view)
  return report.build()
}

const opened = (suite: TestSuite, { plan }: RunView): TestSuite =>
  plan
    ? suite
        .timestamp(plan.started.slice(0, 19))
        .property('kit', plan.kit)
        .property('target', visibleLine(plan.target))
        .property('seed', (plan.seeds ?? [plan.seed]).join(' '))
    : suite

/** What belongs to no check: notices become properties, an inconsistent stream an error. */
function addRun(suite: TestSuite, view: RunView): void {
  const { notices, troubles, elsewhere } = view
  const nameOf = namesOnce()
  const caseOf = (name: string): TestCase => suite.testCase().className('run').name(nameOf(name))
  for (const verdict of elsewhere.filter(({ check }) => view.red.has(check)))
    fail(caseOf(`run/seen-here/${verdict.check}`), verdict, view)
  for (const notice of notices) suite.property(notice.kind, visibleLine(notice.text))
  for (const notice of notices.filter(({ kind }) => kind === 'unjudged'))
    caseOf('run/judged').error(visibleLine(notice.text), 'unjudged')
  for (const notice of notices.filter(({ kind }) => kind === 'baseline'))
    caseOf('run/baseline').failure(visibleLine(notice.text), 'stale')
  for (const trouble of troubles) caseOf('run/finished').error(visibleLine(trouble), 'unfinished')
}

function addCase(suite: TestSuite, check: JudgedCheck, view: RunView): void {
  const { planned, verdict } = check
  const entry = suite
    .testCase()
    .className(planned.interface)
    .name(planned.id)
    .property('requirement', planned.requirement)
    .property('level', planned.level)
    .property('sources', planned.sources.join(' '))
  if (!verdict) {
    entry.error('the run ended before this check was judged', 'not-judged')
    return
  }
  entry.time(seconds(verdict.ms)).property('verdict', verdict.is)
  if (verdict.because) entry.property('reason', visibleLine(verdict.because))
  const pardon = pardonOf(check, view)
  if (pardon !== undefined) skipFor([pardon, verdict.because].filter(Boolean).join('; '), entry, verdict, view)
  // Under --fail-on warn.
  else if (verdict.is === 'warn' && view.red.has(planned.id)) fail(entry, verdict, view)
  else settle[verdict.is](entry, verdict, view)
}

type Settle = (entry: TestCase, verdict: Verdict, view: RunView) => void

const skip: Settle = (entry, verdict, view) => {
  const seen = verdict.saw?.join('; ') ?? verdict.findings.map((finding) => finding.actual).join('; ')
  const reason = visibleLine(verdict.because ?? seen)
  if (!verdict.because && reason) entry.property('reason', reason)
  skipFor(reason, entry, verdict, view)
}
function skipFor(reason: string, entry: TestCase, verdict: Verdict, view: RunView): void {
  skipBecause(entry, visibleLine(reason))
  if (verdict.findings.length > 0) entry.standardOutput(text(verdict, view))
}
const fail: Settle = (entry, verdict, view) => {
  const first = verdict.findings[0]
  const message = first
    ? `${first.rule} Expected ${first.expected}; got ${first.actual}`
    : (verdict.because ?? verdict.is)
  entry
    .failure(visibleLine(message), first?.statement ?? verdict.is)
    .stacktrace(text(verdict, view) || cdata(visible(message)))
}
const err: Settle = (entry, verdict, view) =>
  void entry.error(
    visibleLine(verdict.because ?? verdict.is),
    verdict.is,
    [cdata(visible(verdict.because ?? '')), text(verdict, view)].filter(Boolean).join('\n\n'),
  )
const pass: Settle = (entry, verdict) => {
  if (verdict.saw?.length) entry.standardOutput(cdata(visible(verdict.saw.join('\n'))))
}
const warn: Settle = (entry, verdict, view) => void entry.standardOutput(text(verdict, view))

const settle: Readonly<Record<Verdict['is'], Settle>> = {
  pass,
  fail,
  warn,
  stale: fail,
  blocked: err,
  'kit-error': err,
  observed: skip,
  known: skip,
  'not-applicable': skip,
  'not-exercised': skip,
}

function text(verdict: Verdict, view: RunView): string {
  const parts = verdict.findings.map((finding) =>
    findingParts(finding, view, { bodyLimit: Infinity, exchangeLimit: 3 }),
  )
  return cdata(parts.map((each) => each.map(plain).join('\n')).join('\n\n'))
}

/** The library escapes only the first end-of-CDATA mark in a text: a second one would break the file. */
const cdata = (body: string): string => body.replaceAll(']]>', ']]\\u003e')

const plain = ({ label, text: body }: FindingPart): string => (label ? `${label}: ${body}` : body)

/** The library's `skipped()` takes no message, although CI servers show one: it is set on the element when it is built. */
function skipBecause(entry: TestCase, reason: string): void {
  entry.skipped()
  const build = entry.build.bind(entry)
  entry.build = (parent) => {
    const element = build(parent)
    const children = (element as unknown as { children: { name?: string; att(name: string, value: string): void }[] })
      .children
    if (reason) children.find(({ name }) => name === 'skipped')?.att('message', reason)
    return element
  }
}

const seconds = (ms: number): number => Math.round(ms) / 1000
