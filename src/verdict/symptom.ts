import { replacePlaceholders } from '../redact/placeholder.ts'
import type { DifferingPart } from './differing-part.ts'

const longest = 140

/** A text without what differs from run to run or record to record: ids, times, hosts, numbers, quoted values, bodies. */
function plain(text: string, tag: string | undefined): string {
  const untagged = tag ? text.replaceAll(tag, '') : text
  const short = replacePlaceholders(untagged, '…')
    .replace(/;? ?(?:with )?[{[].*$/s, ' …')
    .replace(/"(?:[^"\\]|\\.)*"/g, '…')
    .replace(/\b[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}\b/gi, '…')
    .replace(/https?:\/\/\S+/g, '…')
    .replace(/\d{4}-\d{2}-\d{2}T[\d:.]+Z?/g, '…')
    .replace(/\b\w*\d[\w.-]*\b/g, '#')
    .replace(/(#|…)(?:[\s,;]+(?:#|…))+/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
  return short.length > longest ? `${short.slice(0, longest)}…` : short
}

/** What kind of value the text of one is: two findings about other values of the same kind are alike. */
const kindOf = (text: string): string =>
  text.startsWith('"')
    ? 'text'
    : /^-?\d/.test(text)
      ? 'number'
      : text.startsWith('[')
        ? 'list'
        : text.startsWith('{')
          ? 'object'
          : text

function differing({ at, expected, actual }: DifferingPart, tag: string | undefined): string {
  if (at.startsWith('status')) return `${at} ${expected} -> ${actual}`
  const [before, after] = [kindOf(expected), kindOf(actual)]
  return `${plain(at.replace(/\[\d+\]/g, '()'), tag).replaceAll('()', '[]')} ${before} -> ${before === after ? `another ${after}` : after}`
}

/** Answers that say that nothing is there, or not for this caller: they are alike whatever was asked of the interface. */
const closed = [
  /^status(?: of a part)? (?:2xx|2\d\d).* -> ((?:401|403)\b.*)/,
  /^status(?: of a part)? (?!.*404.* ->).* -> ((?:404|405|501|502|503|504)\b.*)/,
]

/**
 * What a finding looks like from outside: where it showed and how the answer differs, free of ids, times, counts, seeds and values. Findings
 * with one symptom have one cause; a baseline names causes by it. Such as `data/patch: status 201 -> 200` or `query: status 404`.
 */
export function symptomOf(found: {
  /** The operation whose answer shows it, such as data/create. */
  readonly operation?: string | undefined
  readonly requirement: string
  readonly expected: string
  readonly actual: string
  readonly differs?: readonly DifferingPart[] | undefined
  readonly tag?: string | undefined
}): string {
  const { operation = found.requirement, tag } = found
  const first = found.differs?.[0]
  const how = first
    ? differing(first, tag)
    : `${plain(found.expected, tag)} -> ${plain(found.actual, tag)}`.replaceAll(' …', '…')
  const answer = closed.map((form) => form.exec(how)?.[1]).find((one) => one !== undefined)
  return answer === undefined ? `${operation}: ${how}` : `${operation.split('/')[0]}: status ${answer}`
}
