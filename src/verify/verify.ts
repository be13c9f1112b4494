import { readEntries, type Cut } from '../har/read.ts'
import { reportExchange } from '../redact/report-exchange.ts'
import { createRedactor, type Redactor } from '../redact/redactor.ts'
import { loadCatalogue } from '../judging/catalogue.ts'
import type { ContractCheck } from '../judging/derived-checks.ts'
import { derivedChecks } from '../judging/derived.ts'
import { matchesGlob } from '../verdict/glob.ts'
import { plannedCheck } from '../judging/plan.ts'
import { rerunOffline } from '../judging/rerun.ts'
import { streamWriter } from '../judging/stream-writer.ts'
import { UserError } from '../errors/user-error.ts'
import { mustBeInterfaces } from '../judging/interfaces.ts'
import { unusedEntries } from '../judging/unused-entries.ts'
import { version } from '../target/version.ts'
import type { BaselineEntry } from '../verdict/baseline.ts'
import { causesOf, knownCausesOf } from '../verdict/causes.ts'
import { exitCodeOf } from '../verdict/exit-code.ts'
import { isOfSide } from '../verdict/of-side.ts'
import { judge } from '../verdict/judge.ts'
import {
  verdictWords,
  type CountedSide,
  type Counts,
  type PlannedCheck,
  type ReportedExchange,
  type StreamRecord,
  type Verdict,
} from '../verdict/stream.ts'
import { exchangeOf } from '../har/exchange-of.ts'
import { createTrafficJudge } from './judge-traffic.ts'
import { noteSecrets } from './note-secrets.ts'
import { lean } from '../exchange/lean.ts'

export interface VerifyOptions {
  readonly file: string
  readonly out: string
  readonly interfaces?: readonly string[]
  readonly only?: readonly string[]
  readonly strict: boolean
  readonly baseline: readonly BaselineEntry[]
  /** Whose findings count for the exit code; both unless said. */
  readonly side?: CountedSide
  /** Called with the bytes read and the findings so far. */
  readonly onProgress?: (bytes: number, findings: number) => void
}

export interface Verified {
  readonly records: readonly StreamRecord[]
  readonly exitCode: 0 | 1 | 3
}

/** Judges a recording, whoever wrote it, and writes the report stream as a run does. */
export async function verify(options: VerifyOptions): Promise<Verified> {
  const started = Date.now()
  const { file } = options
  const checks = await chosenChecks(options)
  const planned = checks.map(plannedCheck)
  // One for findings and exchanges, so that equal secrets are equal in the whole report.
  const redactor = createRedactor()
  const traffic = createTrafficJudge(checks, rerunOffline(file, options), redactor)
  let cut: Cut | undefined
  const collect = lean(215 * 1024 * 1024)
  const onProgress = (bytes: number): void => {
    collect(bytes)
    options.onProgress?.(bytes, traffic.fold.found())
  }
  for await (const entry of readEntries(file, {
    onCut: (seen) => {
      cut = seen
    },
    onProgress,
  }))
    traffic.see(entry.read(), entry.number)
  traffic.end()

  const verdicts = checks.map((check, at): Verdict =>
    judge(planned[at] as PlannedCheck, traffic.fold.outcome(check), 0, {
      strict: options.strict,
      baseline: options.baseline,
      now: started,
    }),
  )
  const shown = await shownIn(file, verdicts, redactor)
  const stream = streamWriter(options.out)
  stream.write({
    plan: {
      kit: version(),
      target: file,
      file,
      seed: 0,
      started: new Date(started).toISOString(),
      ...(options.strict ? { strict: true as const } : {}),
      checks: planned,
    },
  })
  for (const exchange of shown) stream.write({ exchange })
  for (const verdict of verdicts) {
    stream.write({ verdict })
    if (verdict.is !== 'observed') continue
    const source = planned.find(({ id }) => id === verdict.check)?.sources[0] ?? ''
    for (const saw of verdict.saw ?? verdict.findings.map(({ actual }) => actual))
      stream.write({ observation: { statement: source, check: verdict.check, saw } })
  }
  const notice = (text: string) => stream.write({ notice: { kind: 'recording', text } })
  if (cut) notice(`${file} ends in the middle of an entry: ${cut.bytes} bytes after entry ${cut.after} were ignored`)
  traffic.passedOver.lines().forEach(notice)
  traffic.notices().forEach(notice)
  const judged = traffic.entries() - traffic.passedOver.total()
  const side = options.side ?? 'both'
  const counted = planned.filter((check) => isOfSide(side, check))
  const ids = new Set(counted.map(({ id }) => id))
  const ofSide = verdicts.filter(({ check }) => ids.has(check))
  const nothing = judged === 0 || ofSide.every(({ is }) => is === 'not-exercised')
  if (judged === 0) notice(`none of the ${traffic.entries()} exchanges in ${file} could be judged`)
  else if (nothing)
    notice(`nothing in ${file} could be judged by the checks ${side === 'both' ? 'selected' : `of the ${side}`}`)
  const counts = Object.fromEntries(
    verdictWords.map((word) => [word, verdicts.filter(({ is }) => is === word).length]),
  ) as Counts
  const isWhole = options.only === undefined && options.interfaces === undefined
  const unsent = (await loadCatalogue()).checks.map(({ id }) => id)
  const unused = isWhole ? unusedEntries(options.baseline, verdicts, started, unsent) : []
  for (const text of unused) stream.write({ notice: { kind: 'baseline', text } })
  const judgedCode = exitCodeOf(counted, ofSide, {
    strict: options.strict,
    emptyAllowed: false,
    unusedEntries: unused.length,
  })
  const exitCode = nothing && judgedCode === 0 ? 3 : judgedCode
  for (const cause of causesOf(planned, verdicts)) stream.write({ cause })
  for (const known of knownCausesOf(planned, verdicts)) stream.write({ known })
  stream.write({
    end: {
      planned: planned.length,
      judged: verdicts.length,
      counts,
      exitCode,
      requests: judged,
      waitedMs: 0,
      ms: Date.now() - started,
      side,
    },
  })
  stream.close()
  return { records: stream.records, exitCode }
}

/** The checks that apply to recordings. */
export async function chosenChecks({
  interfaces,
  only,
}: Pick<VerifyOptions, 'interfaces' | 'only'>): Promise<readonly ContractCheck[]> {
  const { requirements } = await loadCatalogue()
  mustBeInterfaces(interfaces, { requirements })
  const checks = derivedChecks(requirements).filter(
    ({ id, requirement }) =>
      (!interfaces || interfaces.includes(requirement.interface)) &&
      (!only || only.some((glob) => matchesGlob(glob, id))),
  )
  if (checks.length === 0)
    throw new UserError('no check that can judge a recording matches', {
      todo: '"fieldproof list checks" shows them: their names end with /contract or /traffic',
    })
  return checks
}

/** The exchanges cited by findings, read a second time: a recording may be larger than memory. */
async function shownIn(file: string, verdicts: readonly Verdict[], redactor: Redactor): Promise<ReportedExchange[]> {
  const wanted = new Map<number, { readonly check: string; readonly refs: Set<string> }>()
  for (const { check, findings } of verdicts) {
    for (const ref of findings.flatMap(({ exchanges }) => exchanges.slice(0, 3))) {
      const number = Number(/^#(\d+)/.exec(ref)?.[1])
      const known = wanted.get(number) ?? { check, refs: new Set<string>() }
      known.refs.add(ref)
      wanted.set(number, known)
    }
  }
  const shown: ReportedExchange[] = []
  const last = Math.max(0, ...wanted.keys())
  for await (const entry of last > 0 ? readEntries(file) : []) {
    if (entry.number > last) break
    const { check, refs } = wanted.get(entry.number) ?? {}
    for (const ref of refs ?? []) {
      const recorded = exchangeOf(entry.read(), ref)
      if (check === undefined || !recorded) continue
      noteSecrets(recorded.exchange, redactor, 'bodies')
      shown.push(reportExchange(recorded.exchange, check, redactor))
    }
  }
  return shown
}
