import type { Cause, Verdict } from '../../src/verdict/stream.ts'
import { findingFoot, findingHead, findingParts, type FindingPart } from '../finding-parts.ts'
import { visible, visibleLine } from '../visible.ts'
import { some } from '../wording.ts'
import { layOut } from './lay-out.ts'
import type { Page } from './paint.ts'

const bodyLimit = 600
const exchangeLimit = 2
const stackLines = 12
const namedAtMost = 6
const knownAtMost = 8

/** The red part: how many causes there are, and a section for each with its clearest finding and what else comes from it. */
export function causes(page: Page): string[][] {
  const { paint, view } = page
  const red = view.causes.filter(({ failed, blocked }) => failed.length + blocked.length > 0)
  if (red.length === 0) return []
  const further = red.slice(page.maxFindings)
  return [
    [paint.bold(causesLine(page))],
    ...red.slice(0, page.maxFindings).map((cause, index) => section(cause, index + 1, page)),
    ...(further.length > 0
      ? [
          [
            `${some(further.length, 'further cause')}, in full in the reports:`,
            ...further.map((cause) => `  ${visibleLine(cause.id)} (${tally(cause)}), ${cause.check}`),
          ],
        ]
      : []),
  ]
}

/** Such as "5 causes: 27 failed, 25 blocked". */
function causesLine({ view }: Pick<Page, 'view'>): string {
  const red = view.causes.filter(({ failed, blocked }) => failed.length + blocked.length > 0)
  const { fail, stale, blocked } = view.total.counts
  const error = view.total.counts['kit-error']
  const words = [
    fail > 0 ? `${fail} failed` : '',
    stale > 0 ? `${stale} stale` : '',
    blocked > 0 ? `${blocked} blocked` : '',
    error > 0 ? some(error, 'kit error') : '',
  ].filter(Boolean)
  return `${some(red.length, 'cause')}: ${words.join(', ')}`
}

/** Warnings that no red cause explains, by cause, without their exchanges. */
export function warned(page: Page): string[][] {
  const { paint, view } = page
  const yellow = view.causes.filter(({ failed, blocked }) => failed.length + blocked.length === 0)
  const further = yellow.length - page.maxFindings
  return [
    ...(further > 0 ? [[`${some(further, 'further cause')} of warnings in the reports`]] : []),
    ...yellow.slice(0, page.maxFindings).map((cause) => {
      const verdict = verdictOf(cause, page)
      const finding = findingOf(cause, verdict)
      return [
        `${paint.yellow('WARN')} ${paint.bold(cause.check)}`,
        ...layOut(
          [
            ...becauseOf(verdict),
            ...(finding ? findingHead(finding, view) : []),
            ...entriesOf(finding),
            ...othersOf(cause),
            ...(finding ? findingFoot(finding) : []),
          ],
          page,
        ),
      ]
    }),
  ]
}

/** What the baseline knows, shorter than what is red: a gate on old faults is read every night for what is new. */
export function known({ paint, view, width }: Page): string[][] {
  const further = view.known.slice(knownAtMost)
  const checks = further.reduce((sum, { failed }) => sum + failed.length, 0)
  return [
    ...view.known
      .slice(0, knownAtMost)
      .map((cause) => [
        `${paint.dim('KNOWN')} ${cause.check}`,
        ...layOut([...becauseOf(verdictOf(cause, { view })), ...othersOf(cause, 'known')], { paint, width }),
      ]),
    ...(further.length > 0
      ? [[paint.dim(`and ${some(checks, 'more known check')} of ${some(further.length, 'cause')} in the reports`)]]
      : []),
  ]
}

function section(cause: Cause, number: number, page: Page): string[] {
  const { paint, view } = page
  const verdict = verdictOf(cause, page)
  const finding = findingOf(cause, verdict)
  const word =
    cause.failed.length > 0
      ? verdict?.is === 'stale'
        ? 'STALE'
        : 'FAIL'
      : verdict?.is === 'kit-error'
        ? 'KIT ERROR'
        : 'BLOCKED'
  const parts = finding ? findingParts(finding, view, { bodyLimit, exchangeLimit }) : []
  const foot = parts.findIndex(({ label }) => label === 'rerun')
  return [
    `${paint.red(word)} ${number}. ${paint.bold(cause.check)}`,
    ...layOut(
      [
        ...becauseOf(verdict),
        ...parts.slice(0, Math.max(foot, 0)),
        ...othersOf(cause),
        ...lacksOf(cause),
        ...parts.slice(Math.max(foot, 0)),
        ...(finding ? [{ label: 'cause', text: visibleLine(cause.id) }] : []),
      ],
      page,
    ),
  ]
}

const verdictOf = ({ check }: Cause, { view }: Pick<Page, 'view'>): Verdict | undefined =>
  view.checks.find(({ planned }) => planned.id === check)?.verdict

const findingOf = ({ finding }: Cause, verdict: Verdict | undefined): Verdict['findings'][number] | undefined =>
  verdict?.findings.find(({ fingerprint }) => fingerprint === finding)

/** The entries of a recording that show a finding. */
const entriesOf = (finding: Verdict['findings'][number] | undefined): FindingPart[] => {
  const entries = finding?.exchanges.filter((ref) => ref.startsWith('#')) ?? []
  return entries.length === 0 ? [] : [{ label: 'entries', text: visibleLine(entries.join(', ')) }]
}

const becauseOf = (verdict: Verdict | undefined): FindingPart[] =>
  verdict?.because
    ? [{ label: 'because', text: visible(verdict.because).split('\n').slice(0, stackLines).join('\n') }]
    : []

/** What else comes from the cause, beside the check that shows it. */
function othersOf({ check, failed, blocked, warned: yellow }: Cause, word = 'failed'): FindingPart[] {
  const line = (label: string, is: string, ids: readonly string[]): FindingPart[] => {
    const others = ids.filter((id) => id !== check)
    if (others.length === 0) return []
    const more = others.length - namedAtMost
    const names = [...others.slice(0, namedAtMost), ...(more > 0 ? [`and ${more} more`] : [])]
    return [{ label, text: `${others.length} ${is}: ${names.join(', ')}` }]
  }
  return [...line('others', word, failed), ...line('', 'blocked', blocked), ...line('', 'warned', yellow)].map(
    (part, index) => ({ ...part, label: index === 0 ? 'others' : '' }),
  )
}

const lacksOf = ({ lacks, address }: Cause): FindingPart[] =>
  address
    ? [{ label: 'absent?', text: `Nothing is found there: is ${address} of the target file right?` }]
    : lacks
      ? [
          {
            label: 'absent?',
            text: `If the target does not have it, say so in the target file, under lacks:\n${lacks.need}: ${lacks.because}`,
          },
        ]
      : []

const tally = ({ failed, blocked }: Cause): string =>
  [failed.length > 0 ? `${failed.length} failed` : '', blocked.length > 0 ? `${blocked.length} blocked` : '']
    .filter(Boolean)
    .join(', ')
