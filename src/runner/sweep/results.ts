import type { OpenPoint } from './open-points.ts'
import type { Teller } from './told.ts'

/** What came of one mutant. */
export interface Judged {
  readonly id: string
  readonly told?: Teller
  /** The decision on it, if there is one. */
  readonly decision?: OpenPoint
  /** It made no exchange of any check another one. */
  readonly idle?: boolean
  /** How many checks try it at most: those that meet it, the likeliest first. */
  readonly checks: number
  /** The first of them, three at most. */
  readonly likeliest: readonly string[]
  /** Attempts that ended in an error of the kit. */
  readonly kitErrors: readonly string[]
}

export type MutantVerdict = 'told' | 'lawful' | 'same' | 'unreachable' | 'missed' | 'undecided' | 'false alarm'

/** What a decision calls lawful must be silent; what it calls the same or unreachable may be told all the same. */
export function verdictOn({ told, decision, idle }: Judged): MutantVerdict {
  if (idle && !told && (!decision || decision.is === 'gap')) return 'same'
  if (!decision) return told ? 'told' : 'undecided'
  if (decision.is === 'lawful') return told ? 'false alarm' : 'lawful'
  if (told) return 'told'
  return decision.is === 'gap' ? 'missed' : decision.is
}

export interface SweepTable {
  /** All that can be made of the base run; `made` of them were tried. */
  readonly generated: number
  readonly made: number
  readonly told: number
  readonly lawful: number
  readonly same: number
  readonly unreachable: number
  /** Forbidden by a statement, shown by exchanges, and told by no check. */
  readonly missed: number
  readonly undecided: number
  readonly falseAlarms: number
  readonly mutants: ReadonlyArray<{
    readonly id: string
    readonly is: MutantVerdict
    readonly by?: string
    readonly statement?: string
    readonly because?: string
  }>
}

export function sweepTable(judged: readonly Judged[], generated: number): SweepTable {
  const count = (verdict: MutantVerdict) => judged.filter((one) => verdictOn(one) === verdict).length
  return {
    generated,
    made: judged.length,
    told: count('told'),
    lawful: count('lawful'),
    same: count('same'),
    unreachable: count('unreachable'),
    missed: count('missed'),
    undecided: count('undecided'),
    falseAlarms: count('false alarm'),
    mutants: judged.map((one) => {
      const is = verdictOn(one)
      return {
        id: one.id,
        is,
        ...(one.told
          ? {
              by: one.told.by === 'check' ? one.told.check : `${one.told.by} in ${one.told.check}`,
              statement: one.told.statement,
            }
          : {}),
        ...(is === 'told' || !one.decision ? {} : { because: one.decision.because }),
      }
    }),
  }
}
