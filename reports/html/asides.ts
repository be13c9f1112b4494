import type { StreamRecord } from '../../src/verdict/stream.ts'
import type { JudgedCheck, RunView } from '../run-view.ts'
import { day, some } from '../wording.ts'
import { bars } from './bars.ts'
import { badge, linkTo, links } from './bits.ts'
import { undrawnLines } from '../undrawn.ts'
import { standingOf } from './statements.ts'
import { markup, type Markup } from './markup.ts'

const namedAtMost = 30
const noticesAtMost = 200

/** What is different from earlier runs; nothing where none are kept. */
export function historyPart({ drift }: RunView): Markup {
  if (!drift) return markup``
  const rows: ReadonlyArray<readonly [label: string, lines: readonly Markup[]]> = [
    ['New', drift.news.map(linkTo)],
    ['Failing, judged for the first time', (drift.first ?? []).map(linkTo)],
    ['Fixed', drift.fixed.map(linkTo)],
    ['Still failing', drift.still.map(({ check, since }) => markup`${linkTo(check)} since ${day(since)}`)],
    ['Flaky', drift.flaky.map(({ check, failed, of }) => markup`${linkTo(check)} failed in ${failed} of ${of}`)],
    ['Observed for the first time', drift.observed.map(linkTo)],
    ['Observed otherwise', drift.changed.map(({ check, before, now }) => markup`${linkTo(check)}: ${before} → ${now}`)],
  ]
  return markup`<section id="history"><h2>Since ${some(drift.runs, 'earlier run')}, the last on ${day(drift.last)}</h2>${rows.every(([, lines]) => lines.length === 0) && markup`<p>Nothing changed.</p>`}${trendOf(drift)}
${rows.map(([label, lines]) => lines.length > 0 && markup`<h3>${label}</h3><ul>${lines.map((line) => markup`<li>${line}</li>`)}</ul>`)}</section>`
}

/** Failures of the last runs, as a picture and as a table. */
function trendOf({ trend = [] }: NonNullable<RunView['drift']>): Markup {
  if (trend.length < 2) return markup``
  if (trend.every(({ failed }) => failed === 0))
    return markup`<p>No check failed in any of the last ${trend.length} runs.</p>`
  return markup`<h3>Failures, run by run</h3>${bars(
    trend.map(({ at, failed, exitCode }) => ({
      value: failed,
      title: `${day(at)}: ${failed} failed, exit code ${exitCode}`,
      is: 'bad',
    })),
    `failed checks of the last ${trend.length} runs; the table below has the figures`,
  )}<details><summary>The same in figures</summary><table><thead><tr><th scope="col">Run</th><th scope="col" class="number">passed</th><th scope="col" class="number">failed</th><th scope="col" class="number">warned</th><th scope="col" class="number">blocked</th><th scope="col" class="number">exit code</th></tr></thead><tbody>${trend.map(({ at, passed, failed, warned, blocked, exitCode }) => markup`<tr><th scope="row">${day(at)}</th>${[passed, failed, warned, blocked, exitCode].map((count) => markup`<td class="number">${count}</td>`)}</tr>`)}</tbody></table></details>`
}

type Observation = Extract<StreamRecord, { observation: unknown }>['observation']

/** What the target does where the documents leave it open. */
export const observationsPart = (observations: readonly Observation[]): Markup =>
  observations.length === 0
    ? markup``
    : markup`<section id="observations"><h2>Observations</h2><p class="dim">What this target does where the documents leave it open. None of it is judged.</p>
<div class="wide" tabindex="0" role="region" aria-label="observations"><table><thead><tr><th scope="col">Statement</th><th scope="col">Check</th><th scope="col">Seen</th></tr></thead><tbody>
${observations.map(
  ({
    statement,
    check,
    saw,
  }) => markup`<tr><td>${linkTo(statement)}</td><td>${check !== '' && linkTo(check)}</td><td>${saw.slice(0, 600)}</td></tr>
`,
)}</tbody></table></div></section>`

const silent = new Set(['blocked', 'kit-error', 'not-applicable', 'not-exercised', 'not-judged'])

/** What was not looked at, by reason, and what else must be read. */
export function leftOutPart(view: RunView): Markup {
  const { checks, notices, elsewhere, troubles } = view
  const reasons = new Map<string, JudgedCheck[]>()
  for (const check of checks) {
    if (!silent.has(standingOf(check))) continue
    const reason = `${standingOf(check)} ${(check.verdict?.because ?? '').split('\n')[0] ?? ''}`
    reasons.set(reason, [...(reasons.get(reason) ?? []), check])
  }
  return markup`<section id="left-out"><h2>Not looked at, and why</h2>${reasons.size === 0 && markup`<p>Every check of this run was judged.</p>`}${undrawnLines(view).map((line) => markup`<p>${line}.</p>`)}
<ul>${[...reasons.values()].map(
    (own) =>
      markup`<li>${own[0] && badge(standingOf(own[0]))} ${own[0]?.verdict?.because?.split('\n')[0] ?? 'the run ended before'}: ${some(own.length, 'check')} <span class="dim">${links(
        own.map(({ planned }) => planned.id),
        namedAtMost,
      )}</span></li>`,
  )}</ul>
${notices.length + elsewhere.length + troubles.length > 0 && markup`<h3>Also to know</h3><ul>${troubles.map((text) => markup`<li><strong>report</strong> ${text}</li>`)}${elsewhere.map(({ check, is, findings: [first] }) => markup`<li><strong>seen here</strong> ${check}, which another shard judges, ${is === 'fail' ? 'fails' : `is ${is}`}: expected ${first?.expected}; got ${first?.actual}</li>`)}${notices.slice(0, noticesAtMost).map(({ kind, text }) => markup`<li><strong>${kind}</strong> ${text}</li>`)}${notices.length > noticesAtMost && markup`<li>and ${notices.length - noticesAtMost} more in report.jsonl</li>`}</ul>`}</section>`
}
