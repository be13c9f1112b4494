import type { Counts } from '../../src/verdict/stream.ts'
import type { RunView } from '../run-view.ts'
import { some } from '../wording.ts'
import type { Page } from './paint.ts'

/** The verdict of the run in words, with the exit code. */
export function lastLine({ view, paint }: Page): string {
  const line = `${sentence(view)} Exit code ${view.exitCode}.`
  return view.exitCode === 0 ? paint.green(line) : paint.red(line)
}

function sentence({ exitCode, troubles, total, end }: RunView): string {
  const { counts } = total
  const judged = total.checks.length - total.unjudged
  if (end?.interrupted)
    return `Interrupted: of ${some(total.checks.length, 'check')} ${counts.pass} passed, ${counts.fail} failed, ${counts.blocked} blocked.`
  const unfinished = !end
    ? ' The run did not finish.'
    : troubles.length > 0 && total.checks.length > 0
      ? ' Its report does not add up.'
      : ''
  if (exitCode === 0)
    return total.checks.length === 0
      ? 'Nothing to judge in this shard.'
      : `The target conforms: ${counts.pass} of ${some(judged, 'check')} passed${counts.warn > 0 ? `, ${some(counts.warn, 'warning')}` : ''}.`
  const open = [
    counts.blocked > 0 ? `${counts.blocked} blocked` : '',
    counts['kit-error'] > 0 ? some(counts['kit-error'], 'kit error') : '',
    total.unjudged > 0 ? `${total.unjudged} not judged` : '',
    total.checks.length === 0 ? 'no check' : '',
  ].filter(Boolean)
  if (exitCode === 1) return `${broken(counts)}: ${[...wrong(counts), ...open].join(', ')}.${unfinished}`
  return `The target could not be judged${open.length > 0 ? `: ${open.join(', ')}` : ''}.${unfinished}`
}

const broken = (counts: Counts): string =>
  counts.fail > 0 || counts.stale === 0 ? 'The target does not conform' : 'The baseline is out of date'

/** What makes it red; where no check failed and no entry is stale, it was a setup step. */
function wrong(counts: Counts): string[] {
  const texts = [
    counts.fail > 0 ? `${some(counts.fail, 'check')} failed` : '',
    counts.stale > 0 ? some(counts.stale, 'stale baseline entry', 'stale baseline entries') : '',
  ].filter(Boolean)
  return texts.length > 0 ? texts : ['a setup step broke a stated rule']
}
