import type { Verdict, VerdictWord } from '../../src/verdict/stream.ts'
import { visible, visibleLine } from '../visible.ts'
import { some } from '../wording.ts'
import { briefly } from './failures.ts'
import { layOut } from './lay-out.ts'
import type { Page } from './paint.ts'

const shownReasons = 8

/** Warnings, and failures that the baseline knows: shorter than what is red. */
export function shortly(page: Page): string[][] {
  const { paint, view } = page
  const of = (word: VerdictWord) => view.checks.flatMap(({ verdict }) => (verdict?.is === word ? [verdict] : []))
  const because = (verdict: Verdict) =>
    verdict.because ? layOut([{ label: 'because', text: visible(verdict.because) }], page) : []
  const further = of('warn').length - page.maxFindings
  return [
    ...of('known').map((verdict) => [`${paint.dim('KNOWN')} ${verdict.check}`, ...because(verdict)]),
    ...(further > 0 ? [[`${some(further, 'further warning')} in the reports`]] : []),
    ...of('warn')
      .slice(0, page.maxFindings)
      .map((verdict) => [
        `${paint.yellow('WARN')} ${paint.bold(verdict.check)}`,
        ...because(verdict),
        ...verdict.findings.flatMap((finding) => briefly(finding, page)),
      ]),
  ]
}

/** Lines below the table: why checks were skipped, what could not be cleaned up, and so on. */
export function asides({ view, paint }: Page): string[] {
  const reasons = new Map<string, number>()
  for (const { verdict } of view.checks) {
    if (verdict?.is !== 'not-applicable' && verdict?.is !== 'not-exercised') continue
    const line = `${verdict.is === 'not-applicable' ? 'not applicable' : 'not exercised'}: ${visibleLine(verdict.because ?? 'no reason given')}`
    reasons.set(line, (reasons.get(line) ?? 0) + 1)
  }
  const further = reasons.size - shownReasons
  return [
    ...[...reasons]
      .slice(0, shownReasons)
      .map(([line, count]) => paint.dim(count > 1 ? `${line} (${count} checks)` : line)),
    ...(further > 0 ? [paint.dim(`and ${some(further, 'more reason')} in the reports`)] : []),
    ...view.notices.map(({ kind, text }) => `${paint.yellow(`${kind}:`)} ${visibleLine(text)}`),
    ...view.troubles.map((trouble) => `${paint.red('report:')} ${visibleLine(trouble)}`),
  ]
}
