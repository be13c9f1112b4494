import type { Finding } from '../../src/verdict/finding.ts'
import type { Cause } from '../../src/verdict/stream.ts'
import { traceText } from '../finding-parts.ts'
import { linkTo, toCopy } from './bits.ts'
import { exchangesInOrder, type Shown } from './exchanges.ts'
import { joined, markup, type Markup } from './markup.ts'

const textLimit = 4000
const expiresAfter = 90 * 86_400_000

/** Everything about a finding: the rule, what differs, the exchanges, and what to copy. */
export function findingInFull(finding: Finding, cause: Cause, shown: Shown): Markup {
  const { seenInTheWild, trace } = finding
  return markup`${ruleOf(finding, shown)}
${versus(finding)}
${seenInTheWild !== undefined && markup`<p>Real systems are known to differ here: ${seenInTheWild}</p>`}
${finding.exchanges.length > 0 && markup`<h4>Exchanges</h4>${exchangesInOrder(finding.exchanges, shown, true)}`}
${trace !== undefined && markup`<h4>Trace</h4><pre tabindex="0">${traceText(trace)}</pre>`}
<h4>To copy</h4>
${toCopy('run this check again', finding.rerun)}
${toCopy('for the baseline, if it is known: say why, who sees to it, and until when', baselineEntries(cause, shown))}`
}

/** A finding beneath its check, whose rule stands above it. */
export function findingInShort(finding: Finding, shown: Shown): Markup | undefined {
  const text = markup`${versus(finding, 700)}${joinedNotes(finding)}`
  if (!shown.ration.take(text.html.length + finding.rerun.length + 200)) return undefined
  return markup`${text}${exchangesInOrder(finding.exchanges, shown)}${toCopy('run this check again', finding.rerun)}`
}

const joinedNotes = ({ statement, fingerprint, seenInTheWild }: Finding): Markup =>
  markup`<p class="dim">${linkTo(statement)}, finding ${fingerprint}${seenInTheWild !== undefined && `; real systems are known to differ here: ${seenInTheWild}`}</p>`

function ruleOf(finding: Finding, { view }: Shown): Markup {
  const others = (view.requirements.get(finding.requirement)?.sources ?? []).filter((id) => id !== finding.statement)
  return markup`<dl>
<dt>Rule</dt><dd>${finding.rule} <span class="dim">(${linkTo(finding.requirement)})</span></dd>
<dt>Source</dt><dd>${linkTo(finding.statement)}, level ${finding.level}${finding.side === 'client' && ', binds callers'}: ${finding.sentence}${others.length > 0 && markup` Also from ${joined(others.map(linkTo), ', ')}.`}</dd>
<dt>Finding</dt><dd>${finding.fingerprint}</dd>
</dl>`
}

function versus({ expected, actual, differs }: Finding, limit = textLimit): Markup {
  const [one, other] = marked(cut(expected, limit), cut(actual, limit))
  return markup`<div class="versus"><div><h4>Expected</h4><p>${one}</p></div><div><h4>Actual</h4><p>${other}</p></div></div>
${differs && markup`<table><thead><tr><th scope="col">Differs at</th><th scope="col">Expected</th><th scope="col">Actual</th></tr></thead><tbody>${differs.map((part) => markup`<tr><th scope="row">${part.at}</th><td><mark>${part.expected}</mark></td><td><mark>${part.actual}</mark></td></tr>`)}</tbody></table>`}`
}

const cut = (text: string, limit: number): string =>
  text.length > limit ? `${text.slice(0, limit)}… (${text.length - limit} more characters in report.jsonl)` : text

/** Both texts with what lies between their common beginning and end marked, word by word; nothing is marked where all differs. */
export function marked(expected: string, actual: string): readonly [Markup, Markup] {
  const [asked, came] = [statusAtFirst(expected), statusAtFirst(actual)]
  if (asked !== undefined && came !== undefined && asked !== came)
    return [statusMarked(asked, expected), statusMarked(came, actual)]
  const [one, other] = [wordsOf(expected), wordsOf(actual)]
  const shorter = Math.min(one.length, other.length)
  let head = 0
  while (head < shorter && one[head] === other[head]) head += 1
  let tail = 0
  while (tail < shorter - head && one.at(-1 - tail) === other.at(-1 - tail)) tail += 1
  const said = (words: readonly string[]) => words.join('')
  const parts = (words: readonly string[]): Markup => {
    const middle = said(words.slice(head, words.length - tail))
    return markup`${said(words.slice(0, head))}${middle !== '' && markup`<mark>${middle}</mark>`}${said(words.slice(words.length - tail))}`
  }
  return head + tail === 0 ? [markup`${expected}`, markup`${actual}`] : [parts(one), parts(other)]
}

const statusAtFirst = (text: string): string | undefined => /^status (\d{3})\b/.exec(text)?.[1]

/** What stands behind a status that is another one is of another kind: marking it would hide the status. */
const statusMarked = (status: string, text: string): Markup =>
  markup`status <mark>${status}</mark>${text.slice('status '.length + status.length)}`

const wordsOf = (text: string): readonly string[] => text.match(/\s+|[^\s,;:{}[\]"]+|[,;:{}[\]"]/g) ?? []

/**
 * What covers all of a cause: its check, or its symptoms where it has several. What the schemas find goes by its fingerprint, as with
 * `--write-baseline`: its symptom tells of the record that was seen first. A text in quotes is the same in YAML and JSON.
 */
function baselineEntries({ failed, blocked, warned, symptoms }: Cause, { view: { plan, checks } }: Shown): string {
  const expires = new Date(Date.parse(plan?.started ?? '') + expiresAfter)
  const ids = new Set([...failed, ...blocked, ...warned])
  const heads = checks.flatMap(({ planned: { id }, verdict }) =>
    !verdict || !ids.has(id)
      ? []
      : verdict.findings
          .filter(({ symptom }) => symptoms.includes(symptom))
          .map(({ symptom, fingerprint }) =>
            id.endsWith('/contract')
              ? `- check: ${id}\n  finding: ${fingerprint}`
              : `- ${ids.size > 1 ? '' : `check: ${id}\n  `}cause: ${JSON.stringify(symptom)}`,
          ),
  )
  const rest = `
  reason: not looked at yet
  owner: nobody yet
  expires: ${Number.isNaN(expires.getTime()) ? 'YYYY-MM-DD' : expires.toISOString().slice(0, 10)}`
  return [...new Set(heads)].map((head) => head + rest).join('\n')
}
