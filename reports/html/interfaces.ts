import { verdictOrder, some, spoken } from '../wording.ts'
import type { InterfaceView, JudgedCheck } from '../run-view.ts'
import { badge, linkTo, standingWords, type CameTo } from './bits.ts'
import type { Shown } from './exchanges.ts'
import { findingInShort } from './finding.ts'
import { joined, markup, type Markup } from './markup.ts'
import { standingOf, tracedByInterface, worstOf, type StatementNote, type TracedStatement } from './statements.ts'

const signs: Readonly<Partial<Record<CameTo, string>>> = {
  pass: '✓',
  fail: '✗',
  stale: '✗',
  'kit-error': '✗',
  blocked: '?',
  warn: '!',
  known: '~',
  observed: 'o',
}
const loud: readonly CameTo[] = ['fail', 'stale', 'kit-error', 'blocked', 'not-judged']
const levels = ['must', 'implied', 'variant', 'unshown', 'advice'] as const

/** A table of all interfaces, then for each its coverage, its statements and its checks. */
export function interfacesPart(notes: readonly StatementNote[], shown: Shown): Markup {
  const { view } = shown
  if (view.interfaces.length === 0) return markup``
  const statements = tracedByInterface(view, notes)
  const elsewhere = statements.get('') ?? []
  return markup`<section id="interfaces"><h2>Interfaces</h2>${table(view.interfaces, view.total)}
<div class="tools" role="search" aria-label="Checks and statements" hidden><label>Search <input id="words" type="search" placeholder="check, statement, words (press /)"></label>
<label>Verdict <select id="is"><option value="">all</option><option value="fail stale blocked kit-error not-judged">red</option>${verdictOrder.map((word) => markup`<option value="${word}">${spoken[word]}</option>`)}</select></label>
<label>Level <select id="level"><option value="">all</option>${levels.map((level) => markup`<option>${level}</option>`)}</select></label>
<output id="told"></output></div>
${view.interfaces.map((one) => section(one, statements.get(one.name) ?? [], shown))}
${elsewhere.length > 0 && markup`<div class="interface"><h3 id="elsewhere">Statements that no interface of this run is about</h3>${coverage(elsewhere)}${traceability(elsewhere)}</div>`}</section>`
}

function table(interfaces: readonly InterfaceView[], total: InterfaceView): Markup {
  const words = verdictOrder.filter((word) => total.counts[word] > 0)
  const line = (one: InterfaceView, name: Markup) =>
    markup`<tr><th scope="row">${name}</th>${words.map((word) => markup`<td class="number${loud.includes(word) && one.counts[word] > 0 && ' loud'}">${one.counts[word]}</td>`)}${total.unjudged > 0 && markup`<td class="number">${one.unjudged}</td>`}</tr>`
  return markup`<div class="wide"><table><thead><tr><th scope="col">Checks of</th>${words.map((word) => markup`<th scope="col" class="number">${spoken[word]}</th>`)}${total.unjudged > 0 && markup`<th scope="col" class="number">not judged</th>`}</tr></thead>
<tbody>${interfaces.map((one) => line(one, markup`<a href="#interface-${one.name}">${one.name}</a>`))}${interfaces.length > 1 && line(total, markup`total`)}</tbody></table></div>`
}

function section({ name, checks }: InterfaceView, statements: readonly TracedStatement[], shown: Shown): Markup {
  const rules = new Map<string, JudgedCheck[]>()
  for (const check of checks)
    rules.set(check.planned.requirement, [...(rules.get(check.planned.requirement) ?? []), check])
  return markup`<div class="interface"><h3 id="interface-${name}">${name}</h3>${coverage(statements)}${traceability(statements)}
<details class="checks"><summary>${some(checks.length, 'check')} of ${some(rules.size, 'requirement')}</summary>${[...rules].map(([id, own]) => rule(id, own, shown))}</details></div>
`
}

/** The picture: a square for each statement, by level; the same in numbers for whoever does not see it. */
function coverage(statements: readonly TracedStatement[]): Markup {
  if (statements.length === 0) return markup``
  const rows = levels.map((level) => ({ level, own: statements.filter((one) => one.level === level) }))
  return markup`${rows
    .filter(({ own }) => own.length > 0)
    .map(
      ({ level, own }) =>
        markup`<p>${some(own.length, 'statement')} of level ${level}: ${tally(own)}</p><div class="grid" aria-hidden="true">${own.map(({ statement, standing }) => markup`<a class="${standing}" tabindex="-1" href="#${statement}" title="${statement} ${standingWords[standing]}">${signs[standing] ?? ''}</a>`)}</div>`,
    )}`
}

function tally(statements: readonly TracedStatement[]): string {
  const counts = new Map<CameTo, number>()
  for (const { standing } of statements) counts.set(standing, (counts.get(standing) ?? 0) + 1)
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([standing, count]) => `${count} ${standingWords[standing]}`)
    .join(', ')
}

/** From each statement to its requirements and what their checks came to. */
function traceability(statements: readonly TracedStatement[]): Markup {
  if (statements.length === 0) return markup``
  const isProven = statements.some(({ faults }) => faults !== undefined)
  const isSwept = statements.some(({ mutants }) => mutants !== undefined)
  return markup`<details class="trace"><summary>${some(statements.length, 'statement')}, with requirements and checks</summary><div class="wide" tabindex="0" role="region" aria-label="statements"><table><thead><tr><th scope="col">Statement</th><th scope="col">Level</th><th scope="col">Verdict</th><th scope="col">In our words</th><th scope="col">Requirements and checks</th>${isProven && markup`<th scope="col">Faults caught</th>`}${isSwept && markup`<th scope="col">Mutants told</th>`}</tr></thead><tbody>
${statements.map((one) => statementRow(one, isProven, isSwept))}</tbody></table></div></details>`
}

const statementRow = (
  { statement, level, says, standing, checks, requirements, untested, faults, mutants }: TracedStatement,
  isProven: boolean,
  isSwept: boolean,
): Markup =>
  markup`<tr class="statement" id="${statement}" data-is="${standing}" data-level="${level}"><th scope="row">${linkTo(statement)}</th><td>${level}</td><td>${badge(standing)}</td><td>${says}</td><td>${checks.size > 0 ? joined([...checks].map(requirementTally), '; ') : (untested ?? requirements?.join(', '))}</td>${isProven && markup`<td>${faults && faults.length > 0 && markup`<details><summary>${faults.length}</summary>${faults.join(', ')}</details>`}</td>`}${isSwept && markup`<td class="number">${mutants && mutants.length > 0 && mutants.length}</td>`}</tr>
`

/** A requirement and what its checks came to; what is red by name. */
function requirementTally([id, checks]: readonly [string, readonly JudgedCheck[]]): Markup {
  const counts = new Map<CameTo, JudgedCheck[]>()
  for (const check of checks) counts.set(standingOf(check), [...(counts.get(standingOf(check)) ?? []), check])
  const said = [...counts].map(([standing, own]) =>
    loud.includes(standing)
      ? markup`${own.length} ${standingWords[standing]} (${linkTo(own[0]?.planned.id ?? '')}${own.length > 1 && ', ...'})`
      : markup`${own.length} ${standingWords[standing]}`,
  )
  return markup`${linkTo(id)}: ${joined(said, ', ')}`
}

function rule(id: string, checks: readonly JudgedCheck[], shown: Shown): Markup {
  const first = checks[0]?.planned
  const standing = worstOf(checks.map(standingOf))
  return markup`<details class="rule" id="${id}"><summary>${standing && badge(standing)} <strong>${id}</strong> ${some(checks.length, 'check')}, ${first?.level}${first?.side === 'client' && ', binds callers'}: ${first?.says} <span class="dim">${(first?.sources ?? []).join(' ')}</span></summary><ul>${checks.map((check) => row(check, shown))}</ul></details>
`
}

const sawAtMost = 3
const sawLimit = 200

function row(check: JudgedCheck, shown: Shown): Markup {
  const { planned, verdict } = check
  const standing = standingOf(check)
  const saw = verdict?.saw ?? []
  const findings = (verdict?.findings ?? []).map((finding) => findingInShort(finding, shown))
  const told = findings.filter((one) => one !== undefined)
  const left = findings.length - told.length
  return markup`<li class="check" id="${planned.id}" data-is="${standing}" data-level="${planned.level}">${badge(standing)} ${linkTo(planned.id)}${planned.outside && ' (newer than the set)'}
${verdict?.because !== undefined && markup`<p>${verdict.because.slice(0, 600)}</p>`}${
    saw.length > 0 &&
    markup`<p class="saw">${joined(
      saw.slice(0, sawAtMost).map((line) => markup`${line.slice(0, sawLimit)}`),
      '; ',
    )}${saw.length > sawAtMost && `; and ${saw.length - sawAtMost} more`}</p>`
  }${told.length > 0 && markup`<details><summary>${some(told.length, 'finding')}</summary>${told}</details>`}${left > 0 && markup`<p class="dim">${some(left, 'finding')} in report.jsonl</p>`}</li>`
}
