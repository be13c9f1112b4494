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
  if (end?.interrupted) return `Interrupted: of ${some(total.checks.length, 'check')} ${counts.pass} passed, ${counts.fail} failed, ${counts.blocked} blocked.`
  const unfinished = !end ? ' The run did not finish.' : troubles.length > 0 && total.checks.length > 0 ? ' Its report does not add up.' : ''
  if (exitCode === 0) return total.checks.length === 0 ? 'Nothing to judge in this shard.' : `The target conforms: ${counts.pass} of ${some(judged, 'check')} passed${counts.warn > 0 ? `, ${some(counts.warn, 'warning')}` : ''}.`
  if (exitCode === 1) return `${broken(counts.fail, counts.stale)}${unfinished}`
  const open = [counts.blocked > 0 ? `${counts.blocked} blocked` : '', counts['kit-error'] > 0 ? some(counts['kit-error'], 'kit error') : '', total.unjudged > 0 ? `${total.unjudged} not judged` : '', total.checks.length === 0 ? 'no check' : ''].filter(Boolean)
  return `The target could not be judged${open.length > 0 ? `: ${open.join(', ')}` : ''}.${unfinished}`
}

function broken(failed: number, stale: number): string {
  if (failed > 0) return `The target does not conform: ${some(failed, 'check')} failed${stale > 0 ? `, ${some(stale, 'baseline entry', 'baseline entries')} stale` : ''}.`
  if (stale > 0) return `The baseline is out of date: ${some(stale, 'entry', 'entries')} stale.`
  return 'The target does not conform: a setup step broke a stated rule.'
}
