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
    ...(finding.differs
      ? [
          {
            label: 'differs',
            text: finding.differs
              .map(({ at, expected, actual }) => visibleLine(`${at} ${expected} -> ${actual}`))
              .join('\n'),
          },
        ]
      : []),
    ...(finding.seenInTheWild
      ? [{ label: 'note', text: `real systems are known to differ here: ${visibleLine(finding.seenInTheWild)}` }]
      : []),
  ]
}

/** `bodyLimit` in characters of each body; the exchanges read last are those that show the difference. */
export function findingParts(
  finding: Finding,
  view: RunView,
  { bodyLimit, exchangeLimit }: { bodyLimit: number; exchangeLimit: number },
): FindingPart[] {
  const kept = finding.exchanges.filter((id) => view.exchanges.has(id))
  const lost = finding.exchanges.filter((id) => !view.exchanges.has(id))
  const further = kept.length - exchangeLimit
  const at = finding.differs?.[0]?.at
  const sought = at === undefined || at === 'status' ? undefined : lastName(at)
  return [
    ...findingHead(finding, view),
    ...(further > 0
      ? [
          {
            label: 'exchange',
            text: `${some(further, 'more exchange')} in report.jsonl: ${named(kept.slice(0, further))}`,
          },
        ]
      : []),
    ...(lost.length > 0 ? [{ label: 'exchange', text: `${named(lost)} (not kept in report.jsonl)` }] : []),
    ...kept
      .slice(-exchangeLimit)
      .flatMap((id) => exchangeParts(view.exchanges.get(id), (body) => cut(body, bodyLimit, sought))),
    ...(finding.trace === undefined ? [] : [{ label: 'trace', text: traceText(finding.trace) }]),
    ...findingFoot(finding),
  ]
}

export const findingFoot = (finding: Finding): FindingPart[] => [
  { label: 'rerun', text: visibleLine(finding.rerun), copied: true },
  { label: 'finding', text: finding.fingerprint },
]

type Cut = (body: string) => string

function exchangeParts(exchange: ReportedExchange | undefined, cutBody: Cut): FindingPart[] {
  if (!exchange) return []
  const answer =
    exchange.status === undefined
      ? `no answer (${visibleLine(exchange.failure ?? 'unknown')})`
      : `status ${exchange.status}`
  return [
    { label: 'exchange', text: visibleLine(`${exchange.method} ${exchange.url}`), copied: true },
    { label: '', text: message('>', exchange.requestHeaders, exchange.requestBody, cutBody) },
    { label: '', text: `${answer} after ${exchange.ms} ms, trace id ${visibleLine(exchange.id)}` },
    { label: '', text: message('<', exchange.responseHeaders ?? [], exchange.responseBody, cutBody) },
    { label: 'curl', text: visible(exchange.curl), copied: true },
  ].filter(({ text }) => text !== '') as FindingPart[]
}

function message(
  sign: string,
  headers: ReportedExchange['requestHeaders'],
  body: string | undefined,
  cutBody: Cut,
): string {
  const lines = headers.map((pair) => visibleLine(pair.join(': ')))
  if (body) lines.push(...visible(cutBody(body)).split('\n'))
  return lines.map((line) => `${sign} ${line}`).join('\n')
}

const named = (ids: readonly string[]): string =>
  `${ids.slice(0, 4).join(', ')}${ids.length > 4 ? `, and ${ids.length - 4} more` : ''}`

/** The name that a path ends with, such as `remarks` of `data[0].serviceCall.remarks`; undefined for words. */
const lastName = (path: string): string | undefined => /^[\w.[\]]*?(\w+)(?:\[\d+\])*$/.exec(path)?.[1]

/** The part of a body around a field that differs; its beginning where none is named. */
function cut(text: string, limit: number, field: string | undefined): string {
  if (text.length <= limit) return text
  const at = field === undefined ? -1 : text.indexOf(`"${field}"`)
  const from = Math.max(0, at - Math.floor(limit / 2))
  // Not within a word or a JSON value: half a name looks like another one.
  const shown = text.slice(from, from + limit).replace(/(?<=[\s,;])[^\s,;]{1,60}$/, '')
  const more = text.length - shown.length
  return `${from > 0 ? '...' : ''}${shown}... (${some(more, 'more character')} in report.jsonl)`
}

/** A trace is a list of steps, or an object with named parts (seed, path, steps). */
export function traceText(trace: unknown): string {
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
