import type { Cause, Verdict } from '../../src/verdict/stream.ts'
import { some } from '../wording.ts'
import { badge, linkTo, links, toCopy } from './bits.ts'
import type { Shown } from './exchanges.ts'
import { findingInFull } from './finding.ts'
import { markup, type Markup } from './markup.ts'

const inFullAtMost = 100
const namedAtMost = 40

const isRed = ({ failed, blocked }: Cause): boolean => failed.length + blocked.length > 0

/** What is red, by cause, the largest first; then the warnings. */
export function causesPart(shown: Shown): Markup {
  const { causes } = shown.view
  const [red, yellow] = [causes.filter(isRed), causes.filter((cause) => !isRed(cause))]
  return markup`${
    red.length > 0 &&
    markup`<section id="causes"><h2>${some(red.length, 'cause')}</h2>
<p class="dim">What looks alike in answers of one operation, or breaks one rule there, stands together; the clearest finding stands for all.</p>
${told(red, 'cause', shown)}</section>`
  }
${yellow.length > 0 && markup`<section id="warnings"><h2>Warnings</h2>${told(yellow, 'warning', shown)}</section>`}`
}

const told = (causes: readonly Cause[], name: string, shown: Shown): Markup =>
  markup`${causes.slice(0, inFullAtMost).map((cause, at) => article(cause, `${name}-${at + 1}`, at + 1, shown))}
${causes.length > inFullAtMost && markup`<h3>${some(causes.length - inFullAtMost, 'further cause')}</h3><ul>${causes.slice(inFullAtMost).map((cause) => markup`<li>${linkTo(cause.check)}: ${cause.id} (${tallyOf(cause)})</li>`)}</ul>`}`

function article(cause: Cause, anchor: string, number: number, shown: Shown): Markup {
  const verdict = shown.view.checks.find(({ planned }) => planned.id === cause.check)?.verdict
  const finding = verdict?.findings.find(({ fingerprint }) => fingerprint === cause.finding)
  return markup`<article class="cause" id="${anchor}" aria-labelledby="${anchor}-name"><h3 id="${anchor}-name">${badge(wordOf(cause, verdict))} ${number}. ${linkTo(cause.check)}</h3>
<p class="dim">${tallyOf(cause)}: ${cause.id}</p>
${verdict?.because !== undefined && markup`<p><strong>Because</strong> ${verdict.because.split('\n').slice(0, 12).join('\n')}</p>`}
${finding && findingInFull(finding, cause, shown)}
${cause.lacks && toCopy('If the target does not have it, say so in the target file, under lacks', `${cause.lacks.need}: ${cause.lacks.because}`)}
${others('Also failed', cause.failed, cause)}${others('Blocked by it', cause.blocked, cause)}${others('Also warned', cause.warned, cause)}</article>
`
}

/** The word of the check that shows it; a cause that is no finding goes by why it could not be judged. */
const wordOf = ({ failed, blocked }: Cause, verdict: Verdict | undefined): Verdict['is'] =>
  failed.length > 0
    ? verdict?.is === 'stale'
      ? 'stale'
      : 'fail'
    : blocked.length > 0
      ? verdict?.is === 'kit-error'
        ? 'kit-error'
        : 'blocked'
      : 'warn'

const tallyOf = ({ failed, blocked, warned }: Cause): string =>
  [
    failed.length > 0 ? `${failed.length} failed` : '',
    blocked.length > 0 ? `${blocked.length} blocked` : '',
    warned.length > 0 ? `${warned.length} warned` : '',
  ]
    .filter(Boolean)
    .join(', ')

function others(label: string, ids: readonly string[], { check }: Cause): Markup {
  const rest = ids.filter((id) => id !== check)
  return rest.length === 0
    ? markup``
    : markup`<details><summary>${label}: ${some(rest.length, 'check')}</summary><p>${links(rest, namedAtMost)}</p></details>`
}
