import { isOfSide } from '../src/verdict/of-side.ts'
import type { JudgedCheck, RunView } from './run-view.ts'

const looksRed: ReadonlySet<string> = new Set(['fail', 'stale', 'blocked', 'kit-error'])

/** Why a check that did not come out well does not make this run red; undefined where it does, and of any other. */
export function pardonOf({ planned, verdict }: JudgedCheck, { red, end, plan }: RunView): string | undefined {
  if (!verdict || !looksRed.has(verdict.is) || red.has(planned.id)) return undefined
  if (planned.outside) return `it is newer than the set ${plan?.set ?? ''} and cannot make this run red`
  if (!isOfSide(end?.side, planned)) return `only findings of the ${end?.side} count in this run`
  if (verdict.is === 'blocked' && planned.level !== 'must' && planned.level !== 'implied')
    return `at level ${planned.level} it cannot make a run red`
  if (verdict.is === 'blocked' && verdict.findings.length === 0) return '--fail-on fail lets it pass'
  return `--max-findings ${end?.gate?.maxFindings ?? 0} lets it pass`
}
