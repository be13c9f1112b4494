import type { Finding } from '../src/verdict/finding.ts'
import type { ReportedExchange } from '../src/verdict/stream.ts'
import type { RunView } from './run-view.ts'
import { some } from './wording.ts'
import { visible, visibleLine } from './visible.ts'

/** One labelled part of a finding; reports differ only in how they lay parts out. */
export interface FindingPart {
  readonly label: string
  readonly text: string
  /** Meant to be copied into a shell: never wrapped. */
  readonly copied?: true
}

const shownExchanges = 3
const shownSteps = 30

/** The head of a finding: the broken rule, its source, expected and actual. */
export function findingHead(finding: Finding, view: RunView): FindingPart[] {
  const planned = view.requirements.get(finding.requirement)
  const others = (planned?.sources ?? []).filter((source) => source !== finding.statement)
  return [
    { label: 'rule', text: visibleLine(finding.rule) },
    {
      label: 'source',
      text: `${finding.statement}, level ${finding.level}${finding.side === 'client' ? ', binds callers' : ''}: ${visibleLine(finding.sentence)}`,
    },
    {
      label: 'rule id',
      text: `${finding.requirement}${others.length > 0 ? `, also from ${others.join(', ')}` : ''}`,
    },
    { label: 'expected', text: visible(finding.expected) },
    { label: 'actual', text: visible(finding.actual) },
    ...(finding.seenInTheWild
      ? [{ label: 'note', text: `real systems are known to differ here: ${visibleLine(finding.seenInTheWild)}` }]
      : []),
  ]
}

export function findingParts(finding: Finding, view: RunView, { bodyLimit }: { bodyLimit: number }): FindingPart[] {
  const further = finding.exchanges.length - shownExchanges
  return [
    ...findingHead(finding, view),
    ...finding.exchanges.slice(0, shownExchanges).flatMap((id) => exchangeParts(id, view.exchanges.get(id), bodyLimit)),
    ...(further > 0
      ? [
          {
            label: 'exchange',
            text: `and ${some(further, 'more exchange')}: ${finding.exchanges.slice(shownExchanges).join(', ')}`,
          },
        ]
      : []),
    ...(finding.trace === undefined ? [] : [{ label: 'trace', text: traceText(finding.trace) }]),
    ...findingFoot(finding),
  ]
}

export const findingFoot = (finding: Finding): FindingPart[] => [
  { label: 'rerun', text: visibleLine(finding.rerun), copied: true },
  { label: 'finding', text: finding.fingerprint },
]

function exchangeParts(id: string, exchange: ReportedExchange | undefined, bodyLimit: number): FindingPart[] {
  if (!exchange) return [{ label: 'exchange', text: `${id} (not kept in report.jsonl)` }]
  const answer =
    exchange.status === undefined ? `no answer (${exchange.failure ?? 'unknown'})` : `status ${exchange.status}`
  return [
    { label: 'exchange', text: `${exchange.method} ${visibleLine(exchange.url)}`, copied: true },
    { label: '', text: message('>', exchange.requestHeaders, exchange.requestBody, bodyLimit) },
    { label: '', text: `${answer} after ${exchange.ms} ms, trace id ${visibleLine(exchange.id)}` },
    { label: '', text: message('<', exchange.responseHeaders ?? [], exchange.responseBody, bodyLimit) },
    { label: 'curl', text: visible(exchange.curl), copied: true },
  ].filter(({ text }) => text !== '') as FindingPart[]
}

function message(
  sign: string,
  headers: ReportedExchange['requestHeaders'],
  body: string | undefined,
  bodyLimit: number,
): string {
  const lines = headers.map(([name, value]) => `${name}: ${visibleLine(value)}`)
  if (body) lines.push(...visible(cut(body, bodyLimit)).split('\n'))
  return lines.map((line) => `${sign} ${line}`).join('\n')
}

const cut = (text: string, limit: number): string =>
  text.length > limit ? `${text.slice(0, limit)}... (${text.length - limit} more characters in report.jsonl)` : text

/** A trace is a list of steps, or an object with named parts (seed, path, steps). */
function traceText(trace: unknown): string {
  if (Array.isArray(trace)) return stepsText(trace)
  if (typeof trace !== 'object' || trace === null) return visibleLine(String(trace))
  return Object.entries(trace)
    .map(([name, value]) => (Array.isArray(value) ? stepsText(value) : `${name}: ${oneLine(value)}`))
    .join('\n')
}

function stepsText(steps: readonly unknown[]): string {
  const further = steps.length - shownSteps
  const lines = steps.slice(0, shownSteps).map((step, index) => `${index + 1}. ${oneLine(step)}`)
  return [...lines, ...(further > 0 ? [`and ${further} more in report.jsonl`] : [])].join('\n')
}

const oneLine = (value: unknown): string =>
  visibleLine(typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing'))
