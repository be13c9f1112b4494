import type { Cause } from '../../src/verdict/stream.ts'
import type { RunView } from '../run-view.ts'
import { some } from '../wording.ts'
import { badge, linkTo } from './bits.ts'
import { joined, markup, type Markup } from './markup.ts'

/** Failures that the baseline knows, by cause: a fold for each, with its checks by the reason that their entries give. */
export function knownPart({ checks, known }: RunView): Markup {
  const reasons = new Map(
    checks.flatMap(({ planned, verdict }) => (verdict?.is === 'known' ? [[planned.id, verdict.because ?? '']] : [])),
  )
  if (reasons.size === 0) return markup``
  return markup`<section id="known"><h2>Known differences</h2>
<p class="dim">${some(reasons.size, 'check')} of ${some(known.length, 'cause')} failed as the baseline says, and turned nothing red.</p>
${known.map((cause, at) => fold(cause, `known-${at + 1}`, reasons))}</section>`
}

function fold({ id, check, finding, failed }: Cause, anchor: string, reasons: ReadonlyMap<string, string>): Markup {
  const byReason = new Map<string, string[]>()
  for (const one of failed) {
    const reason = reasons.get(one) ?? ''
    byReason.set(reason, [...(byReason.get(reason) ?? []), one])
  }
  const others = failed.length - 1
  return markup`<details class="known-cause" id="${anchor}"><summary>${badge('known')} ${some(failed.length, 'check')}: ${check}${others > 0 && ` and ${some(others, 'other')}`}${finding !== undefined && markup`: <span class="dim">${id}</span>`}</summary>
<ul>${[...byReason].map(([reason, ids]) => markup`<li>${reason !== '' && `${reason}: `}${joined(ids.map(linkTo), ', ')}</li>`)}</ul></details>
`
}
