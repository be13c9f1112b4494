import { some } from '../wording.ts'
import { markup, type Markup } from './markup.ts'
import { page } from './page.ts'
import type { StatementNote } from './statements.ts'

/** A deviation of the platform and what was said of it. */
interface Tried {
  readonly id: string
  /** In one sentence, what is different. */
  readonly says: string
  /** Those that a fault breaks, or that leave a variant its freedom. */
  readonly statements: readonly string[]
  /** Checks that failed or warned. */
  readonly by: readonly string[]
}

/** A proof with what it was about. */
export interface ShownProof {
  /** When it was made, as in a report. */
  readonly made: string
  readonly trials: number
  readonly requests: number
  readonly ms: number
  readonly checks: ReadonlyArray<{ readonly id: string; readonly sources: readonly string[] }>
  readonly faults: readonly Tried[]
  readonly variants: readonly Tried[]
  /** What does not hold, a line each. */
  readonly wrong: readonly string[]
  /** Whether it was the proof of everything. */
  readonly whole: boolean
  readonly notes: readonly StatementNote[]
}

interface Row {
  readonly note: StatementNote
  readonly checks: readonly string[]
  readonly faults: readonly Tried[]
  readonly variants: readonly Tried[]
}

type Standing = 'proven' | 'wrong' | 'observed' | 'untested'

const looks: Readonly<Record<Standing, readonly [badge: string, words: string]>> = {
  proven: ['pass', 'proven'],
  wrong: ['fail', 'not proven'],
  observed: ['observed', 'not judged'],
  untested: ['untested', 'not testable'],
}

/** The page of a proof: from each statement to its checks, the faults that they caught, and the lawful servers that they left alone. */
export function renderProof(proof: ShownProof): string {
  const { notes, checks, faults, variants, wrong, whole } = proof
  const rows = notes
    .map((note): Row => {
      const about = ({ statements }: Tried) => statements.includes(note.statement)
      return {
        note,
        checks: checks.filter(({ sources }) => sources.includes(note.statement)).map(({ id }) => id),
        faults: faults.filter(about),
        variants: variants.filter(about),
      }
    })
    .filter((row) => whole || row.checks.length > 0 || row.faults.length > 0)
  const flagged = variants.filter(({ by }) => by.length > 0)
  const survived = faults.filter(({ by }) => by.length === 0)
  const result =
    wrong.length === 0 ? 'Every check is proven' : `${some(wrong.length, 'problem')}: not every check is proven`
  const parts = [
    markup`<section id="verdict"><div class="verdict${wrong.length === 0 && ' good'}"><h1>${result}</h1>
<p>${faults.length - survived.length} of ${some(faults.length, 'fault')} caught, ${flagged.length} of ${some(variants.length, 'lawful variant')} flagged; ${some(checks.length, 'check')}, ${some(proof.trials, 'trial')}, ${some(proof.requests, 'request')} in ${(proof.ms / 1000).toFixed(1)} s, on ${proof.made} UTC${!whole && '. A part of the checks was chosen'}.</p></div>
<p class="dim">A fault is a wrong server: the embedded platform with one rule broken; a check that names it must fail on it. A variant is a lawful server that reads the documents otherwise; no check may fail on it.</p></section>`,
    wrong.length > 0 &&
      markup`<section id="problems"><h2>Problems</h2><ul>${wrong.map((line) => markup`<li>${line}</li>`)}</ul></section>`,
    chaptersPart(rows),
    variantsPart(variants),
  ].filter((part) => part !== false)
  return page({
    title: `Proof: ${result}`,
    parts,
    footer: 'Written by fieldproof prove --html; prove --json has the same as data.',
  })
}

function standingOf({ note, checks, faults }: Row): Standing {
  if (note.untested !== undefined) return 'untested'
  if (faults.some(({ by }) => by.length === 0)) return 'wrong'
  return checks.length > 0 && faults.length > 0 ? 'proven' : 'observed'
}

function chaptersPart(rows: readonly Row[]): Markup {
  const chapters = new Map<string, Row[]>()
  for (const row of rows) {
    const name = row.note.chapter ?? ''
    chapters.set(name, [...(chapters.get(name) ?? []), row])
  }
  const hasMutants = rows.some(({ note }) => note.mutants !== undefined)
  return markup`<section id="statements"><h2>Statements</h2>
<div class="tools" role="search" aria-label="Statements" hidden><label>Search <input id="words" type="search" placeholder="statement, check, fault, words (press /)"></label>
<label>Standing <select id="is"><option value="">all</option>${Object.entries(looks).map(([standing, [, words]]) => markup`<option value="${standing}">${words}</option>`)}</select></label>
<label>Level <select id="level"><option value="">all</option>${[...new Set(rows.map(({ note }) => note.level))].map((level) => markup`<option>${level}</option>`)}</select></label>
<output id="told"></output></div>
${[...chapters].map(([name, own]) => chapter(name, own, hasMutants))}</section>`
}

const chapter = (name: string, rows: readonly Row[], hasMutants: boolean): Markup =>
  markup`<div class="interface"><h3 id="chapter-${name}">${name}</h3>
<div class="grid" aria-hidden="true">${rows.map((row) => markup`<a class="${looks[standingOf(row)][0]}" tabindex="-1" href="#${row.note.statement}" title="${row.note.statement} ${looks[standingOf(row)][1]}"></a>`)}</div>
<details class="trace"><summary>${some(rows.length, 'statement')}, ${some(new Set(rows.flatMap(({ checks }) => checks)).size, 'check')}, ${some(new Set(rows.flatMap(({ faults }) => faults)).size, 'fault')}</summary><div class="wide" tabindex="0" role="region" aria-label="statements of ${name}"><table><thead><tr><th scope="col">Statement</th><th scope="col">Level</th><th scope="col">Standing</th><th scope="col">In our words</th><th scope="col">Checks</th><th scope="col">Faults, and what caught them</th><th scope="col">Lawful servers left alone</th>${hasMutants && markup`<th scope="col">Mutants told</th>`}</tr></thead><tbody>
${rows.map((row) => statementRow(row, hasMutants))}</tbody></table></div></details></div>
`

function statementRow(row: Row, hasMutants: boolean): Markup {
  const { note, checks, faults, variants } = row
  const standing = standingOf(row)
  const [badge, words] = looks[standing]
  return markup`<tr class="statement" id="${note.statement}" data-is="${standing}" data-level="${note.level}"><th scope="row"><a href="#${note.statement}">${note.statement}</a></th><td>${note.level}</td><td><span class="badge ${badge}">${words}</span></td><td>${note.says}</td><td>${note.untested ?? unfolded(checks.map((id) => markup`${id}`))}</td><td>${unfolded(faults.map(tried))}</td><td>${unfolded(variants.map(tried))}</td>${hasMutants && markup`<td>${unfolded((note.mutants ?? []).map((id) => markup`${id}`))}</td>`}</tr>
`
}

/** The number, and what it counts when unfolded. */
const unfolded = (items: readonly Markup[]): Markup | false =>
  items.length > 0 &&
  markup`<details><summary>${items.length}</summary><ul>${items.map((item) => markup`<li>${item}</li>`)}</ul></details>`

const tried = ({ id, says, by }: Tried): Markup =>
  markup`${id}: ${says}${by.length > 0 && markup` <span class="dim">${by.slice(0, 3).join(', ')}${by.length > 3 && `, and ${by.length - 3} more`}</span>`}`

const variantsPart = (variants: readonly Tried[]): Markup =>
  markup`<section id="variants"><h2>Lawful servers</h2><details><summary>${some(variants.length, 'variant')} of the platform</summary><div class="wide" tabindex="0" role="region" aria-label="variants"><table><thead><tr><th scope="col">Variant</th><th scope="col">What it does otherwise</th><th scope="col">What leaves it open</th><th scope="col">Flagged by</th></tr></thead><tbody>
${variants.map(({ id, says, statements, by }) => markup`<tr><th scope="row">${id}</th><td>${says}</td><td>${statements.join(', ')}</td><td>${by.length > 0 ? by.join(', ') : 'nothing'}</td></tr>\n`)}</tbody></table></div></details></section>`
