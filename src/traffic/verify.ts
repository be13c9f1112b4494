import { inspect } from '../contract/index.ts'
import { readEntries, type Cut } from '../har/read.ts'
import { createMonitors } from '../monitors/index.ts'
import { reportExchange } from '../redact/report-exchange.ts'
import { createRedactor } from '../redact/redactor.ts'
import type { SeenFinding, Sight } from '../runner/attempt.ts'
import { loadCatalogue } from '../runner/catalogue.ts'
import { derivedFold } from '../runner/derived-fold.ts'
import { derivedChecks } from '../runner/derived.ts'
import { cut } from '../runner/finding-of.ts'
import { matchesGlob } from '../runner/glob.ts'
import { rerunOffline } from '../runner/rerun.ts'
import { streamWriter } from '../runner/stream-writer.ts'
import { UsageError } from '../runner/usage-error.ts'
import { version } from '../runner/version.ts'
import type { BaselineEntry } from '../verdict/baseline.ts'
import type { Exchange } from '../verdict/exchange.ts'
import { exitCodeOf } from '../verdict/exit-code.ts'
import { judge } from '../verdict/judge.ts'
import { verdictWords, type Counts, type PlannedCheck, type StreamRecord, type Verdict } from '../verdict/stream.ts'
import { exchangeOf } from './exchange-of.ts'
import { recordedFacts } from './facts.ts'
import { addressKind, notJudged } from './not-judged.ts'

export interface VerifyOptions {
  readonly file: string
  readonly out: string
  readonly interfaces?: readonly string[]
  readonly only?: readonly string[]
  readonly strict: boolean
  readonly baseline: readonly BaselineEntry[]
  readonly onProgress?: (bytes: number) => void
}

export interface Verified {
  readonly records: readonly StreamRecord[]
  readonly exitCode: 0 | 1 | 3
}

/** Judges a recording: each exchange by the contract, requests and answers, and the sequence by the monitors. Memory does not grow with it. */
export async function verify(options: VerifyOptions): Promise<Verified> {
  const started = Date.now()
  const { file } = options
  const { requirements } = await loadCatalogue()
  const checks = derivedChecks(requirements).filter(({ id, requirement }) => isChosen(id, requirement.interface, options))
  const known = new Set(requirements.map((requirement) => requirement.interface))
  for (const name of options.interfaces ?? []) if (!known.has(name)) throw new UsageError(`--interface ${name}: there is no such interface; known are ${[...known].join(', ')}`)
  const planned = checks.map(({ id, requirement }): PlannedCheck => ({ id, interface: requirement.interface, requirement: requirement.id, level: requirement.level, says: requirement.says, sources: requirement.sources }))
  const fold = derivedFold(checks, rerunOffline(file))
  const passedOver = notJudged()
  const monitors = createMonitors(recordedFacts)
  const inspected = inspector(fold.add)
  let entries = 0
  let cut: Cut | undefined
  for await (const entry of readEntries(file, { onCut: (seen) => { cut = seen }, ...(options.onProgress ? { onProgress: options.onProgress } : {}) })) {
    entries += 1
    const exchange = exchangeOf(entry.read(), `#${entry.number}`)
    if (typeof exchange === 'string') { passedOver.add(exchange, entry.number); continue }
    const watched = monitors.see(exchange)
    const isKnown = inspected(exchange)
    if (!isKnown) passedOver.add(addressKind(exchange), entry.number)
    for (const { reading, moment } of watched.parts) inspected({ ...reading.exchange, id: moment.ref })
    if (watched.asserted.length > 0) fold.add(sightOf('traffic', exchange, watched.asserted, watched.findings))
  }
  const late = monitors.end()
  if (late.length > 0) fold.add({ by: 'traffic', exchange: '', line: '', asserted: late.map(({ statement }) => statement), findings: late })

  const stream = streamWriter(options.out)
  stream.write({ plan: { kit: version(), target: file, seed: 0, started: new Date(started).toISOString(), checks: planned } })
  const verdicts = planned.map((check, at): Verdict => judge(check, fold.outcome(checks[at] as (typeof checks)[number]), 0, { strict: options.strict, baseline: options.baseline, now: started }))
  for (const exchange of await shownIn(file, verdicts)) stream.write({ exchange })
  for (const verdict of verdicts) {
    stream.write({ verdict })
    if (verdict.is === 'observed') for (const saw of verdict.saw ?? []) stream.write({ observation: { statement: '', check: verdict.check, saw } })
  }
  const notice = (text: string) => stream.write({ notice: { kind: 'recording', text } })
  if (cut) notice(`${file} ends in the middle of an entry: ${cut.bytes} bytes after entry ${cut.after} were left out`)
  passedOver.lines().forEach(notice)
  const judged = entries - passedOver.total()
  if (judged === 0) notice(`none of its ${entries} exchanges could be judged`)
  const counts = Object.fromEntries(verdictWords.map((word) => [word, verdicts.filter(({ is }) => is === word).length])) as Counts
  const exitCode = judged === 0 ? 3 : exitCodeOf(planned, verdicts, { strict: options.strict, emptyAllowed: false })
  stream.write({ end: { planned: planned.length, judged: verdicts.length, counts, exitCode, requests: judged, waitedMs: 0, ms: Date.now() - started } })
  stream.close()
  return { records: stream.records, exitCode }
}

const isChosen = (id: string, name: string, { interfaces, only }: VerifyOptions): boolean =>
  (!interfaces || interfaces.includes(name)) && (!only || only.some((glob) => matchesGlob(glob, id)))

/** Judges one exchange by the contract; tells whether its interface is known. Only what is news or found is told in words. */
function inspector(add: (sight: Sight) => void): (exchange: Exchange) => boolean {
  const news = newsDesk()
  return (exchange) => {
    const seen = inspect(exchange, recordedFacts)
    if (seen.operation === undefined) return false
    if (seen.findings.length > 0 || news(seen.asserted)) add(sightOf('contract', exchange, seen.asserted, seen.findings))
    return true
  }
}

/** Foreign recordings hold their secrets: what a report says is cleared of them. */
const redactor = createRedactor()

const sightOf = (by: Sight['by'], exchange: Exchange, asserted: readonly string[], findings: readonly SeenFinding[]): Sight => ({
  by, exchange: exchange.id, line: lineOf(exchange), asserted, findings: findings.map((finding) => ({ ...finding, expected: cut(redactor.text(finding.expected)), actual: cut(redactor.text(finding.actual)) })),
})

const lineOf = ({ id, request, response, failure }: Exchange): string => `${request.method} ${new URL(request.url).pathname} -> ${response?.status ?? failure ?? 'no answer'} (entry ${id})`

/** Three examples of each statement are enough. */
function newsDesk(): (asserted: readonly string[]) => boolean {
  const seen = new Map<string, number>()
  return (asserted) => {
    let isNews = false
    for (const statement of asserted) {
      const count = seen.get(statement) ?? 0
      if (count < 3) { seen.set(statement, count + 1); isNews = true }
    }
    return isNews
  }
}

const wholeNumber = /^#(\d+)/

/** The exchanges that findings show, read a second time: a recording may be larger than memory. */
async function shownIn(file: string, verdicts: readonly Verdict[]) {
  const wanted = new Map<number, { readonly check: string; readonly refs: Set<string> }>()
  for (const { check, findings } of verdicts) {
    for (const ref of findings.flatMap(({ exchanges }) => exchanges.slice(0, 3))) {
      const number = Number(wholeNumber.exec(ref)?.[1])
      const known = wanted.get(number) ?? { check, refs: new Set<string>() }
      known.refs.add(ref)
      wanted.set(number, known)
    }
  }
  const shown = []
  const last = Math.max(0, ...wanted.keys())
  for await (const entry of last > 0 ? readEntries(file) : []) {
    if (entry.number > last) break
    const { check, refs } = wanted.get(entry.number) ?? {}
    if (check === undefined || refs === undefined) continue
    for (const ref of refs) {
      const exchange = exchangeOf(entry.read(), ref)
      if (typeof exchange !== 'string') shown.push(reportExchange(exchange, check, redactor))
    }
  }
  return shown
}
