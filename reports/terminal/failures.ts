import type { Finding } from '../../src/verdict/finding.ts'
import type { Verdict } from '../../src/verdict/stream.ts'
import { findingFoot, findingHead, findingParts } from '../finding-parts.ts'
import { some, spoken } from '../wording.ts'
import { visible, visibleLine } from '../visible.ts'
import { layOut } from './lay-out.ts'
import type { Page } from './paint.ts'

const bodyLimit = 1200
const stackLines = 12
const blockedNames = 10

/** The red part, one section per check: kit errors, blocked checks, stale entries, failures in full. */
export function failures(page: Page): string[][] {
  const of = (word: Verdict['is']) => page.view.checks.flatMap(({ verdict }) => (verdict?.is === word ? [verdict] : []))
  const failed = of('fail')
  const inFull = failed.slice(0, page.maxFindings)
  const further = failed.slice(page.maxFindings)
  return [
    ...of('kit-error').map((verdict) => [
      title(page, verdict),
      ...layOut([{ label: 'because', text: firstLines(verdict.because ?? '') }], page),
    ]),
    ...blocked(of('blocked'), page),
    ...of('stale').map((verdict) => [
      title(page, verdict),
      ...layOut([{ label: 'because', text: visible(verdict.because ?? '') }], page),
    ]),
    ...(further.length > 0
      ? [
          [
            `${some(further.length, 'further failure')}, in full in the reports:`,
            ...further.map((verdict) => `  ${verdict.check}: ${visibleLine(verdict.findings[0]?.actual ?? '')}`),
          ],
        ]
      : []),
    ...inFull.map((verdict) => failure(verdict, page)),
  ]
}

function failure(verdict: Verdict, page: Page): string[] {
  const because = verdict.because ? layOut([{ label: 'because', text: visible(verdict.because) }], page) : []
  return [
    title(page, verdict),
    ...because,
    ...verdict.findings.flatMap((finding, index) => [
      ...(index > 0 ? [''] : []),
      ...layOut(findingParts(finding, page.view, { bodyLimit }), page),
    ]),
  ]
}

/** Checks blocked for the same reason share one section; a setup step's finding is shown once, in full, with every check that it blocked. */
function blocked(verdicts: readonly Verdict[], page: Page): string[][] {
  return [...grouped(verdicts, reasonOf).values()].map((group) => {
    const first = group[0]
    const finding = first?.findings[0]
    const parts = finding ? findingParts(finding, page.view, { bodyLimit }) : []
    const further = group.length - blockedNames
    const names = [
      ...group.slice(0, blockedNames).map(({ check }) => check),
      ...(further > 0 ? [`and ${further} more`] : []),
    ]
    return [
      `${page.paint.red('BLOCKED')} ${some(group.length, 'check')}`,
      ...layOut(
        [
          { label: 'because', text: visible(first?.because ?? '') },
          { label: 'checks', text: names.join('\n') },
          ...parts,
        ],
        page,
      ),
    ]
  })
}

const reasonOf = ({ because = '', findings }: Verdict): string =>
  findings[0] ? `${findings[0].requirement} ${findings[0].expected}` : because

function grouped<T>(values: readonly T[], key: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const value of values) groups.set(key(value), [...(groups.get(key(value)) ?? []), value])
  return groups
}

const title = ({ paint }: Page, { is, check }: Verdict): string =>
  `${paint.red(is === 'fail' ? 'FAIL' : spoken[is].toUpperCase())} ${paint.bold(check)}`

const firstLines = (text: string): string => visible(text).split('\n').slice(0, stackLines).join('\n')

/** A warning without its exchanges: rule, difference, rerun line. */
export const briefly = (finding: Finding, page: Page): string[] =>
  layOut([...findingHead(finding, page.view), ...findingFoot(finding)], page)
