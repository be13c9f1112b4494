import type { Cause, StreamRecord, Verdict } from '../src/verdict/stream.ts'
import { findingFoot, findingParts } from './finding-parts.ts'
import { code, fenced, inline } from './markdown/inert.ts'
import { foldRun, type InterfaceView, type RunView } from './run-view.ts'
import { resultInWords } from './terminal/last-line.ts'
import { isBlank, isOffline, seedInWords, spentInWords } from './spent.ts'
import { undrawnLines } from './undrawn.ts'
import { visible } from './visible.ts'
import { day, some, spoken, verdictOrder } from './wording.ts'

/** A job page takes 1 MiB from one step: findings beyond this many bytes get a line each. */
const room = 600_000
const namedAtMost = 20
const linesAtMost = 100

/** The result of a run for the page of a CI job, in GitHub's flavour of Markdown. What a target sent stands in fences and spans of code alone. */
export function renderMarkdown(records: readonly StreamRecord[]): string {
  const view = foldRun(records)
  const { plan, end } = view
  const spent = end ? ` ${spentInWords(end)}.` : ''
  const parts = [
    `## Fieldproof: ${inline(resultInWords(view))}`,
    plan
      ? `Target ${code(plan.target)}, ${day(plan.started)} UTC, Fieldproof ${inline(plan.kit)}${isOffline(end) ? '' : `, ${seedInWords(plan)}`}${plan.shard ? `, shard ${plan.shard}` : ''}${plan.strict ? ', strict' : ''}${plan.set ? `, judged by set ${inline(plan.set)}` : ''}.${spent} Exit code ${view.exitCode}.`
      : `This stream has no plan. Exit code ${view.exitCode}.`,
    table(view),
    ...causeParts(view),
    ...since(view),
    ...leftOut(view),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function table({ interfaces, total, end }: RunView): string {
  if (interfaces.length === 0 || isBlank(end)) return ''
  const words = verdictOrder.filter((word) => total.counts[word] > 0)
  const heads = [...words.map((word) => spoken[word]), ...(total.unjudged > 0 ? ['not judged'] : [])]
  const row = (one: InterfaceView, name: string): string =>
    `| ${[name, ...words.map((word) => one.counts[word]), ...(total.unjudged > 0 ? [one.unjudged] : [])].join(' | ')} |`
  return [
    `| checks of | ${heads.join(' | ')} |`,
    `| --- |${heads.map(() => ' ---: |').join('')}`,
    ...interfaces.map((one) => row(one, inline(one.name))),
    ...(interfaces.length > 1 ? [row(total, '**total**')] : []),
  ].join('\n')
}

/** The red causes first, then the warnings, in full while there is room. */
function causeParts(view: RunView): string[] {
  const isRed = ({ failed, blocked }: Cause) => failed.length + blocked.length > 0
  const ordered = [...view.causes.filter(isRed), ...view.causes.filter((cause) => !isRed(cause))]
  const parts: string[] = []
  let left = room
  let full = 0
  for (const [at, cause] of ordered.entries()) {
    const text = causeInFull(cause, at + 1, view)
    left -= Buffer.byteLength(text)
    if (left < 0) break
    parts.push(text)
    full += 1
  }
  const rest = ordered.slice(full)
  const more = rest.length - linesAtMost
  if (rest.length > 0)
    parts.push(
      `### ${some(rest.length, 'further cause')}\n\n${rest
        .slice(0, linesAtMost)
        .map((cause) => `- ${code(cause.check)}: ${tally(cause)}`)
        .join('\n')}${more > 0 ? `\n- and ${more} more in the report` : ''}`,
    )
  return parts
}

function causeInFull(cause: Cause, number: number, view: RunView): string {
  const verdict = view.checks.find(({ planned }) => planned.id === cause.check)?.verdict
  const finding = verdict?.findings.find(({ fingerprint }) => fingerprint === cause.finding)
  const others = [...cause.failed, ...cause.blocked, ...cause.warned].filter((id) => id !== cause.check)
  const wire = finding ? findingParts(finding, view, { bodyLimit: 1500, exchangeLimit: 1 }) : []
  const foot = finding ? findingFoot(finding).length : 0
  const from = wire.findIndex(({ label }) => label === 'exchange')
  return [
    `### ${number}. ${word(cause, verdict)}: ${code(cause.check)}`,
    tally(cause),
    verdict?.because ? fenced(visible(verdict.because).split('\n').slice(0, 12).join('\n')) : '',
    finding
      ? `**Rule** ${inline(finding.rule)} (${code(finding.requirement)})  \n**Source** ${code(finding.statement)}, level ${finding.level}${finding.side === 'client' ? ', binds callers' : ''}: ${inline(finding.sentence)}`
      : '',
    finding ? fenced(`expected  ${short(finding.expected)}\nactual    ${short(finding.actual)}`) : '',
    finding?.seenInTheWild ? `Real systems are known to differ here: ${inline(finding.seenInTheWild)}` : '',
    from >= 0 ? folded('Exchange', wire.slice(from, wire.length - foot)) : '',
    finding ? fenced(short(finding.rerun), 'sh') : '',
    others.length > 0
      ? `Also from this cause: ${others.slice(0, namedAtMost).map(code).join(', ')}${others.length > namedAtMost ? ` and ${others.length - namedAtMost} more` : ''}`
      : '',
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

const short = (text: string): string => {
  const shown = visible(text)
  return shown.length > 3000
    ? `${shown.slice(0, 3000)}... (${shown.length - 3000} more characters in report.jsonl)`
    : shown
}

const folded = (summary: string, parts: ReturnType<typeof findingParts>): string =>
  `<details><summary>${summary}</summary>\n\n${fenced(parts.map(({ label, text }) => (label === '' ? text : `${label}: ${text}`)).join('\n'))}\n\n</details>`

const word = ({ failed, blocked }: Cause, verdict: Verdict | undefined): string =>
  failed.length + blocked.length === 0
    ? 'Warning'
    : verdict?.is === 'stale'
      ? 'Stale'
      : failed.length > 0
        ? 'Failed'
        : 'Blocked'

const tally = ({ failed, blocked, warned }: Cause): string =>
  [
    failed.length > 0 ? `${failed.length} failed` : '',
    blocked.length > 0 ? `${blocked.length} blocked` : '',
    warned.length > 0 ? `${warned.length} warned` : '',
  ]
    .filter(Boolean)
    .join(', ')

/** What is different from earlier runs. */
function since({ drift }: RunView): string[] {
  if (!drift) return []
  const lines: ReadonlyArray<readonly [string, readonly string[]]> = [
    ['new', drift.news.map(code)],
    ['failing, judged for the first time', (drift.first ?? []).map(code)],
    ['fixed', drift.fixed.map(code)],
    ['still failing', drift.still.map(({ check, since: at }) => `${code(check)} since ${day(at)}`)],
    ['failing by turns', drift.flaky.map(({ check, failed, of }) => `${code(check)} in ${failed} of ${of}`)],
    ['observed otherwise', drift.changed.map(({ check }) => code(check))],
  ]
  const told = lines.filter(([, items]) => items.length > 0)
  return [
    `### Since ${some(drift.runs, 'earlier run')}, the last on ${day(drift.last)}`,
    told.length === 0 ? 'Nothing changed.' : told.map(([label, items]) => `- ${label}: ${listed(items)}`).join('\n'),
  ]
}

function leftOut(view: RunView): string[] {
  const { checks, notices, troubles, elsewhere } = view
  const reasons = new Map<string, string[]>()
  for (const { planned, verdict } of isBlank(view.end) ? [] : checks) {
    if (verdict?.is !== 'not-applicable' && verdict?.is !== 'not-exercised') continue
    const reason = visible(verdict.because ?? spoken[verdict.is]).split('\n')[0] ?? ''
    reasons.set(reason, [...(reasons.get(reason) ?? []), planned.id])
  }
  const lines = [
    ...troubles.map((text) => `- **report**: ${code(text)}`),
    ...elsewhere.map(({ check, is }) => `- **seen here**: ${code(check)}, which another shard judges, is ${is}`),
    ...notices.map(({ kind, text }) => `- **${kind}**: ${code(text)}`),
    ...undrawnLines(view).map((text) => `- ${text}`),
    ...[...reasons].map(([reason, ids]) => `- ${some(ids.length, 'check')} not looked at: ${code(reason)}`),
  ]
  const more = lines.length - linesAtMost
  return lines.length === 0
    ? []
    : [
        '### Also to know',
        [...lines.slice(0, linesAtMost), ...(more > 0 ? [`- and ${more} more in the report`] : [])].join('\n'),
      ]
}

const listed = (items: readonly string[]): string =>
  `${items.slice(0, namedAtMost).join(', ')}${items.length > namedAtMost ? ` and ${items.length - namedAtMost} more` : ''}`
