import type { MatrixCell, SeenInCell, StateMatrix } from '../../src/verdict/state-matrix.ts'
import { some } from '../wording.ts'
import { linkTo } from './bits.ts'
import { joined, markup, type Markup } from './markup.ts'

const words: Readonly<Record<MatrixCell['is'], string>> = {
  moves: 'carried out',
  refused: 'refused',
  idle: 'changes nothing',
  open: 'left open',
}
const signs: Readonly<Record<MatrixCell['is'], string>> = { moves: '→', refused: '✗', idle: '=', open: 'o' }
const seenAtMost = 3

/** `known` are the checks and statements that have a place on the page. State machines, one table per role: what the documents say of each action in each state, and what the target did. */
export const matrixPart = (matrices: readonly StateMatrix[], known: ReadonlySet<string>): Markup =>
  matrices.length === 0
    ? markup``
    : markup`<section id="matrix"><h2>Actions and states</h2>
<p class="dim">What the documents say of an action in a state, and below it what this target answered and whether the stored status changed.</p>
<p>${joined(
        (Object.keys(words) as MatrixCell['is'][]).map(
          (is) => markup`<span class="rule-${is}">${signs[is]} ${words[is]}</span>`,
        ),
        ' · ',
      )}</p>
${matrices.map((matrix) => machine(matrix, known))}</section>`

function machine({ interface: name, states, actions, roles, cells }: StateMatrix, known: ReadonlySet<string>): Markup {
  const at = new Map(cells.map((cell) => [`${cell.role} ${cell.state} ${cell.action}`, cell]))
  const visited = cells.filter(({ seen }) => seen.length > 0).length
  const reasons = [...new Set(cells.flatMap(({ seen, because }) => (seen.length === 0 && because ? [because] : [])))]
  return markup`<h3>${name}: ${visited} of ${some(cells.length, 'cell')} seen</h3>
${roles.map(
  (
    role,
  ) => markup`<div class="wide" tabindex="0" role="region" aria-label="${name}, by ${role}"><table class="matrix"><caption>by ${role}</caption>
<thead><tr><th scope="col">State</th>${actions.map((action) => markup`<th scope="col">${action}</th>`)}</tr></thead>
<tbody>${states.map((state) => markup`<tr><th scope="row">${state}</th>${actions.map((action) => box(at.get(`${role} ${state} ${action}`), reasons, known))}</tr>`)}</tbody></table></div>`,
)}${reasons.length > 0 && markup`<p class="dim">Not seen: ${reasons.map((reason, number) => `(${number + 1}) ${reason} `)}</p>`}`
}

function box(cell: MatrixCell | undefined, reasons: readonly string[], known: ReadonlySet<string>): Markup {
  if (!cell) return markup`<td></td>`
  const { is, statement, seen, because } = cell
  return markup`<td class="${seen.length === 0 && 'unseen'}"><span class="rule-${is}"><span aria-hidden="true">${signs[is]}</span> ${words[is]}</span> ${known.has(statement) ? linkTo(statement) : statement}
${seen.slice(0, seenAtMost).map((one) => markup`<div class="saw">${told(one, known)}</div>`)}${seen.length > seenAtMost && markup`<div class="saw">and ${seen.length - seenAtMost} more</div>`}${seen.length === 0 && markup`<div class="saw">not seen${because !== undefined && ` (${reasons.indexOf(because) + 1})`}</div>`}</td>`
}

const stored = (status: string | null): string => status ?? 'empty'

const told = ({ status, before, after, times, check }: SeenInCell, known: ReadonlySet<string>): Markup =>
  markup`${known.has(check) ? markup`<a href="#${encodeURI(check)}" aria-label="${status} in ${check}">${status}</a>` : status}${after !== undefined && (after === before ? ', unchanged' : `, ${stored(before)} → ${stored(after)}`)}${times > 1 && ` (${times}×)`}`
