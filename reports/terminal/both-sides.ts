import type { CountedSide } from '../../src/verdict/stream.ts'
import type { JudgedCheck, RunView } from '../run-view.ts'
import { some } from '../wording.ts'

/** Who of the two in a recording erred: "The server conforms, the client has 3 findings." `tally` counts all verdicts. */
export function bothSides({ checks }: Pick<RunView, 'checks'>, counted: CountedSide, tally: string): string {
  const of = (side: 'server' | 'client') => checks.filter(({ planned }) => (planned.side ?? 'server') === side)
  const text = `The ${standing('server', of('server'))}, the ${standing('client', of('client'))}: ${tally}.`
  return counted === 'both' ? text : `${text} Only what the ${counted} did counts (--side ${counted}).`
}

function standing(who: string, checks: readonly JudgedCheck[]): string {
  const verdicts = checks.flatMap(({ verdict }) => (verdict ? [verdict] : []))
  const having = (word: string) => verdicts.filter(({ is }) => is === word)
  const red = having('fail')
  const failed = red.reduce((sum, { findings }) => sum + findings.length, 0)
  // By checks, as the line of warnings and the table count them.
  const [warned, known] = [having('warn').length, having('known').length]
  const more = [warned > 0 ? some(warned, 'warning') : '', known > 0 ? `${known} known` : ''].filter(Boolean)
  const beside = more.length > 0 ? ` (${more.join(', ')})` : ''
  // One check may have several findings: the two numbers must not look like one that is wrong.
  const by = failed === red.length ? '' : ` of ${some(red.length, 'check')}`
  if (failed > 0) return `${who} has ${some(failed, 'finding')}${by}${beside}`
  if (verdicts.some(({ is }) => is === 'pass' || is === 'warn' || is === 'known')) return `${who} conforms${beside}`
  return `${who} could not be judged`
}
