import type { Cause, StreamRecord, Verdict } from '../src/verdict/stream.ts'
import type { PlaceOf } from './place.ts'
import { foldRun, type RunView } from './run-view.ts'
import { resultInWords } from './terminal/last-line.ts'
import { visible, visibleLine } from './visible.ts'
import { seenHere, some } from './wording.ts'

/** GitHub shows ten errors and ten warnings of a step and drops the others. */
const shownAtMost = 10

/** One line per cause, as a job on GitHub prints them to have them shown: workflow commands. */
export function renderAnnotations(records: readonly StreamRecord[], placeOf: PlaceOf = () => undefined): string {
  const view = foldRun(records)
  const isRed = ({ failed, blocked, warned }: Cause) =>
    [...failed, ...blocked, ...warned].some((id) => view.red.has(id))
  const notices = [
    ...view.troubles,
    ...view.notices.filter(({ kind }) => kind === 'unjudged' || kind === 'baseline').map(({ text }) => text),
    ...view.elsewhere.filter(({ check }) => view.red.has(check)).map(({ check }) => `${check}: ${seenHere}`),
  ]
  const red = [
    ...notices.map((text) => command('error', { title: 'Fieldproof: the run' }, text)),
    ...view.causes.filter(isRed).map((cause) => ofCause('error', cause, view, placeOf)),
  ]
  const yellow = view.causes.filter((cause) => !isRed(cause)).map((cause) => ofCause('warning', cause, view, placeOf))
  return [
    ...atMost('error', red),
    ...atMost('warning', yellow),
    command('notice', { title: 'Fieldproof' }, `${resultInWords(view)} Exit code ${view.exitCode}.`),
  ]
    .map((line) => `${line}\n`)
    .join('')
}

/** The last of those that are shown says how many are not. */
function atMost(kind: 'error' | 'warning', lines: readonly string[]): readonly string[] {
  const more = lines.length - shownAtMost
  if (more <= 0) return lines
  const told = `${some(more + 1, kind === 'error' ? 'further error' : 'further warning')}: see the report of this job`
  return [...lines.slice(0, shownAtMost - 1), command(kind, { title: 'Fieldproof' }, told)]
}

function ofCause(kind: 'error' | 'warning', cause: Cause, view: RunView, placeOf: PlaceOf): string {
  const found = view.checks.find(({ planned }) => planned.id === cause.check)
  const verdict: Verdict | undefined = found?.verdict
  const finding = verdict?.findings.find(({ fingerprint }) => fingerprint === cause.finding)
  const others = cause.failed.length + cause.blocked.length + cause.warned.length - 1
  const place = placeOf(found?.planned.interface ?? '')
  const text = [
    finding
      ? `${finding.rule} (${finding.statement}, level ${finding.level})\nExpected ${short(finding.expected)}\nGot ${short(finding.actual)}`
      : short(verdict?.because ?? cause.id),
    ...(others > 0 ? [`${some(others, 'other check comes', 'other checks come')} from this cause`] : []),
    ...(finding ? [`Rerun: ${finding.rerun}`] : []),
  ].join('\n')
  return command(kind, { ...(place ? { file: place.file, line: String(place.line) } : {}), title: cause.check }, text)
}

const short = (text: string): string => (text.length > 1500 ? `${text.slice(0, 1500)}...` : text)

/** As the runner reads them: what would end a value, or begin another command, is percent-encoded. */
function command(
  name: 'error' | 'warning' | 'notice',
  properties: Readonly<Record<string, string>>,
  text: string,
): string {
  const told = Object.entries(properties).map(
    ([key, value]) => `${key}=${encoded(visibleLine(value)).replaceAll(':', '%3A').replaceAll(',', '%2C')}`,
  )
  // The runner also looks for the marks of its older commands, anywhere in a line.
  return `::${name} ${told.join(',')}::${encoded(visible(text)).replaceAll('##[', '## [')}`
}

const encoded = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
