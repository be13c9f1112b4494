import { shellWord } from '../exchange/shell.ts'
/** The command that runs just one check again, against the same target. */
export const rerunCommand =
  (target: string, seed: number, suites?: string) =>
  (check: string, seeded: boolean, during?: string): string =>
    [
      `npx fieldproof run --target ${shellWord(target)}${suites === undefined ? '' : ` --suites ${shellWord(suites)}`} --only ${shellWord(check)}`,
      // A rule of the schemas or monitors is shown by the traffic of a check.
      ...(during === undefined ? [] : [`--only ${shellWord(during)}`]),
      ...(seeded ? [`--seed ${seed}`] : []),
    ].join(' ')

/** The same for a check that judges a recording. */
export const rerunOffline =
  (file: string) =>
  (check: string): string =>
    `npx fieldproof verify ${shellWord(file)} --only ${shellWord(check)}`
