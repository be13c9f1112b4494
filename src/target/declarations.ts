import { didYouMean } from '../errors/nearest.ts'
import { atWrongHome } from './elsewhere.ts'
import { capabilities, needs, type Need } from './needs.ts'
import type { Target } from './target.ts'

export interface Misdeclared {
  /** Its path in the target file. */
  readonly path: readonly [string, string | number]
  readonly what: string
  readonly todo: string
}

/** An unknown name in `has` or `lacks`, a contradiction between them, or an identity in the wrong place; undefined if there is none. */
export function misdeclared(told: Partial<Target>): Misdeclared | undefined {
  const { has = [], lacks = {} } = told
  for (const [position, name] of has.entries())
    if (!capabilities.includes(name as Need))
      return {
        path: ['has', position],
        what: `has: there is no capability ${name}`,
        todo: didYouMean(name, capabilities) ?? `the capabilities are ${capabilities.join(', ')}`,
      }
  const known = Object.keys(needs)
  for (const name of Object.keys(lacks)) {
    if (!known.includes(name))
      return {
        path: ['lacks', name],
        what: `lacks: no check needs ${name}`,
        todo: didYouMean(name, known) ?? `what checks may need is ${known.join(', ')}`,
      }
    if (has.includes(name))
      return { path: ['lacks', name], what: `has and lacks both name ${name}`, todo: 'keep one of them' }
  }
  return atWrongHome(told)
}
