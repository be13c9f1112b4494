import type { Proof } from '../../judging/proof-file.ts'

/** Result of prove: which check kills which fault, which check flags which variant, and what is not proven. */
export interface Matrix extends Proof {
  /** Checks that do not pass on the plain platform, with the reason. */
  readonly notClean: ReadonlyArray<{ readonly check: string; readonly because: string }>
  /** Checks that no fault kills. */
  readonly unproven: readonly string[]
  /** Checks that pass against an impostor. */
  readonly fooled: ReadonlyArray<{ readonly check: string; readonly by: string }>
  readonly checks: number
  readonly trials: number
  /** Of them, those that an earlier proof made: nothing that they rest on has changed since. */
  readonly reused: number
  readonly requests: number
  readonly ms: number
}

/** Why prove exits with 1: each line is one thing to fix. */
export function shortcomings(matrix: Matrix): string[] {
  return [
    ...matrix.notClean.map(({ check, because }) => `${check} does not pass on the platform: ${because}`),
    ...matrix.faults
      .filter(({ killedBy }) => killedBy.length === 0)
      .map(({ id, statements }) => `fault ${id} (${statements.join(', ')}) survived`),
    ...matrix.faults.flatMap(({ id, survivedBy }) =>
      survivedBy.map((check) => `${check} names fault ${id} but does not catch it`),
    ),
    ...matrix.unproven.map((check) => `${check} is not proven: no fault makes it fail`),
    ...matrix.variants.flatMap(({ id, flaggedBy }) =>
      flaggedBy.map((check) => `${check} flags the lawful variant ${id}`),
    ),
    ...matrix.fooled.map(({ check, by }) => `${check} passes against ${by}`),
  ]
}
