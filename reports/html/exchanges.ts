import type { ReportedExchange } from '../../src/verdict/stream.ts'
import type { RunView } from '../run-view.ts'
import { some } from '../wording.ts'
import { toCopy } from './bits.ts'
import { markup, type Markup } from './markup.ts'
import type { Ration } from './ration.ts'

/** What findings show of their exchanges: each once, and where it stands for whoever cites it again. */
export interface Shown {
  readonly view: RunView
  readonly ration: Ration
  /** Anchors of the exchanges that are on the page already. */
  readonly anchors: Map<string, string>
}

const bodyLimit = 20_000
const listedAtMost = 60
/** Tags around an exchange, about. */
const around = 900
const aroundLine = 120

/** The exchanges of a finding in their order, bodies to unfold; `open` unfolds the last of them. */
export function exchangesInOrder(ids: readonly string[], shown: Shown, open = false): Markup {
  if (ids.length === 0) return markup``
  const listed = ids.slice(-listedAtMost)
  const further = ids.length - listed.length
  const items = listed.map((id, at) => step(id, shown, open && at === listed.length - 1))
  const kept = items.filter((item) => item !== undefined)
  const left = further + items.length - kept.length
  return markup`<ol class="timeline">${left > 0 && markup`<li class="dim">${some(left, 'exchange')} more in report.jsonl</li>`}${kept}</ol>`
}

function step(id: string, { view, ration, anchors }: Shown, open: boolean): Markup | undefined {
  const exchange = view.exchanges.get(id)
  const before = anchors.get(id)
  if (before !== undefined)
    return ration.take(aroundLine) ? markup`<li><a href="#${before}">${id}</a>, shown above</li>` : undefined
  if (!exchange) return ration.take(aroundLine) ? markup`<li>${id} <span class="dim">(not kept)</span></li>` : undefined
  const line = lineOf(exchange)
  if (ration.take(costOf(exchange))) {
    const anchor = `exchange-${anchors.size + 1}`
    anchors.set(id, anchor)
    return markup`<li id="${anchor}"><details${open && markup` open`}><summary>${line}</summary>${wire(exchange)}</details></li>`
  }
  return ration.take(line.html.length + aroundLine)
    ? markup`<li>${line} <span class="dim">in full in report.jsonl, ${id}</span></li>`
    : undefined
}

const answerOf = ({ status, failure }: ReportedExchange): string =>
  status === undefined ? `no answer (${failure ?? 'unknown'})` : `status ${status}`

const lineOf = (exchange: ReportedExchange): Markup =>
  markup`<code>${exchange.method} ${shortly(exchange.url, 160)}</code> → ${answerOf(exchange)} <span class="dim">after ${exchange.ms} ms</span>`

const shortly = (text: string, limit: number): string => (text.length > limit ? `${text.slice(0, limit)}…` : text)

/** As many characters as it takes, escapes and tags included. */
const costOf = ({ url, requestHeaders, requestBody, responseHeaders, responseBody, curl }: ReportedExchange): number =>
  around +
  1.25 *
    [url, url, curl, requestBody, responseBody, ...[...requestHeaders, ...(responseHeaders ?? [])].flat()].reduce(
      (sum, text = '') => sum + Math.min(text.length, bodyLimit) + 2,
      0,
    )

function wire(exchange: ReportedExchange): Markup {
  const { requestHeaders, requestBody, responseHeaders = [], responseBody } = exchange
  return markup`<p class="dim">Request, trace id ${exchange.id}</p>
<pre tabindex="0">${exchange.method} ${exchange.url}
${message(requestHeaders, requestBody)}</pre>
<p class="dim">Answer</p>
<pre tabindex="0">${answerOf(exchange)}
${message(responseHeaders, responseBody)}</pre>
${toCopy('curl, with your own token in FIELDPROOF_TOKEN', exchange.curl)}`
}

const message = (headers: ReportedExchange['requestHeaders'], body = ''): string =>
  [
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body ? ['', body.slice(0, bodyLimit)] : []),
    ...(body.length > bodyLimit ? [`… (${some(body.length - bodyLimit, 'more character')} in report.jsonl)`] : []),
  ].join('\n')
