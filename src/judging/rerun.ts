import { shellWord } from '../exchange/shell.ts'

interface RerunOptions {
  readonly seed: number
  readonly suites?: string | undefined
  readonly strict?: boolean
  /** Whether a check runs with --heavy alone. */
  readonly isHeavy?: (check: string) => boolean
}

/** The command that runs just one check again, against the same target and judged in the same way. */
export const rerunCommand =
  (target: string, { seed, suites, strict = false, isHeavy = () => false }: RerunOptions) =>
  (check: string, seeded: boolean, during?: string): string =>
    [
      `npx fieldproof run --target ${shellWord(target)}${suites === undefined ? '' : ` --suites ${shellWord(suites)}`} --only ${shellWord(check)}`,
      // A rule of the schemas or monitors is shown by the traffic of a check.
      ...(during === undefined ? [] : [`--only ${shellWord(during)}`]),
      ...(seeded ? [`--seed ${seed}`] : []),
      ...(isHeavy(check) || (during !== undefined && isHeavy(during)) ? ['--heavy'] : []),
      ...(strict ? ['--strict'] : []),
    ].join(' ')

interface OfflineOptions {
  readonly strict?: boolean
  /** Whose findings count; both unless said. */
  readonly side?: string | undefined
}

/** The same for a check that judges a recording. */
export const rerunOffline =
  (file: string, { strict = false, side = 'both' }: OfflineOptions) =>
  (check: string): string =>
    [
      `npx fieldproof verify ${shellWord(file)} --only ${shellWord(check)}`,
      ...(side === 'both' ? [] : [`--side ${side}`]),
      ...(strict ? ['--strict'] : []),
    ].join(' ')
