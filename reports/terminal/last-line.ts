import type { Counts } from '../../src/verdict/stream.ts'
import type { End, RunView } from '../run-view.ts'
import { isBlank } from '../spent.ts'
import { some, spoken, verdictOrder } from '../wording.ts'
import type { Page } from './paint.ts'
import { bothSides } from './both-sides.ts'

/** The result of the run in one sentence, with the exit code. */
export function lastLine({ view, paint }: Page): string {
  const line = `${resultInWords(view)} Exit code ${view.exitCode}.`
  return view.exitCode === 0 ? paint.green(line) : paint.red(line)
}

/** The result of a run in one sentence, without the exit code. */
export function resultInWords(view: RunView): string {
  const { exitCode, troubles, total, end, notices, causes, elsewhere, plan } = view
  const { counts } = total
  if (end?.interrupted) {
    const leftOut = total.checks.filter(({ verdict }) => verdict?.leftOut).length
    const judged = total.checks.length - total.unjudged - leftOut
    const of = [tally({ ...counts, blocked: counts.blocked - leftOut }), leftOut > 0 ? `${leftOut} left out` : '']
    return `Interrupted after ${judged} of ${some(total.checks.length, 'check')}: ${of.filter(Boolean).join(', ')}.`
  }
  const unused = notices.filter(({ kind }) => kind === 'baseline').length
  if (end?.side && troubles.length === 0 && counts.stale + unused + counts['kit-error'] === 0)
    return isBlank(end) ? 'Nothing in this recording could be judged.' : bothSides(view, end.side, tally(counts))
  const unfinished = !end
    ? ' The run did not finish.'
    : troubles.length > 0 && total.checks.length > 0
      ? ' Its report is inconsistent.'
      : ''
  if (
    exitCode === 0 &&
    end?.gate &&
    options(end.gate) !== '' &&
    counts.fail + counts.stale + counts.blocked + unused > 0
  )
    return `Within what ${options(end.gate)} allows: ${tally(counts)}.`
  if (exitCode === 0)
    return total.checks.length === 0
      ? 'Nothing to judge in this shard.'
      : `${counts.known > 0 ? 'Nothing new' : 'Conformant'}${[plan?.writes === false ? ' as far as reading can judge' : '', hardlyExercised(view)].filter(Boolean).join(' and')}${counts.warn > 0 ? ` with ${some(counts.warn, 'warning')}` : ''}: ${tally(counts)}.`
  const open = [
    counts.blocked > 0 ? `${counts.blocked} blocked` : '',
    counts['kit-error'] > 0 ? some(counts['kit-error'], 'kit error') : '',
    total.unjudged > 0 ? `${total.unjudged} not judged` : '',
    total.checks.length === 0 ? 'no check' : '',
  ].filter(Boolean)
  const reds = causes.filter(({ failed, blocked }) => failed.length + blocked.length > 0).length
  const from = reds > 0 ? ` (${some(reds, 'cause')})` : ''
  if (exitCode === 1) {
    const failing = elsewhere.filter(({ is }) => is === 'fail').length
    const alsoWarned =
      end?.gate?.failOn === 'warn' && counts.warn > 0 ? [`${some(counts.warn, 'warning')} (--fail-on warn)`] : []
    return `${broken(counts, unused)}: ${[...wrong(counts, unused, [...alsoWarned, ...(failing > 0 ? [`${some(failing, 'check')} of another shard failed by what this one saw`] : [])]), ...open].join(', ')}${from}.${unfinished}`
  }
  return `Could not judge the target${open.length > 0 ? `: ${open.join(', ')}${from}` : ''}.${unfinished}`
}

/** Interfaces of which most checks came to nothing: a green run must not be read as their conformance. */
function hardlyExercised({ interfaces }: RunView): string {
  const thin = interfaces.flatMap(({ name, checks, counts }) => {
    const none = counts['not-exercised']
    const of = checks.length - counts['not-applicable']
    return none * 2 > of ? [`${none} of ${some(of, 'check')} of ${name}`] : []
  })
  return thin.length > 0 ? ` as far as it was exercised (not: ${thin.join(', ')})` : ''
}

const options = ({ failOn, maxFindings }: NonNullable<End['gate']>): string =>
  [failOn === 'fail' ? '--fail-on fail' : '', maxFindings > 0 ? `--max-findings ${maxFindings}` : '']
    .filter(Boolean)
    .join(' and ')

/** Every verdict that occurred, such as "533 passed, 55 observed". */
const tally = (counts: Counts): string =>
  verdictOrder
    .filter((word) => counts[word] > 0)
    .map((word) => `${counts[word]} ${spoken[word]}`)
    .join(', ')

const broken = (counts: Counts, unused: number): string =>
  counts.fail > 0 || counts.stale + unused === 0 ? 'Not conformant' : 'The baseline is out of date'

/** What makes the run red; if no check failed and no entry is stale, it was a setup step. */
function wrong(counts: Counts, unused: number, others: readonly string[]): string[] {
  const texts = [
    counts.fail > 0 ? `${some(counts.fail, 'check')} failed` : '',
    counts.stale + unused > 0 ? some(counts.stale + unused, 'stale baseline entry', 'stale baseline entries') : '',
    ...others,
  ].filter(Boolean)
  return texts.length > 0 ? texts : ['a setup step broke a stated rule']
}
