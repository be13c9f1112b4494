import { plainJson } from '../errors/visible.ts'
import { join } from 'node:path'
import { htmlPage } from './html-page.ts'
import { inertInGitHub } from './inert-in-github.ts'
import { writePrivate } from '../errors/private-file.ts'
import { renderJUnit } from '../../reports/junit.ts'
import { foldSummary } from '../../reports/summary.ts'
import { renderTerminal } from '../../reports/terminal.ts'
import type { StreamRecord } from '../verdict/stream.ts'

/** All reports of a finished stream; each file appears whole or not at all. */
export function writeReports(
  records: readonly StreamRecord[],
  folder: string,
  { terminal, report }: { terminal: NodeJS.WriteStream; report: string },
): void {
  const junit = join(folder, 'junit.xml')
  const summary = join(folder, 'summary.json')
  const page = join(folder, 'index.html')
  writePrivate(junit, renderJUnit(records))
  writePrivate(summary, `${plainJson(foldSummary(records), 2)}\n`)
  writePrivate(page, htmlPage(records))
  terminal.write(
    inertInGitHub(
      renderTerminal(records, {
        color: wantsColor(terminal),
        width: terminal.columns || 120,
        reports: [report, junit, summary, page],
      }),
    ),
  )
}

/** Colors on a terminal that can show them, unless NO_COLOR is set (https://no-color.org). */
const wantsColor = ({ isTTY }: NodeJS.WriteStream): boolean =>
  isTTY && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb'
