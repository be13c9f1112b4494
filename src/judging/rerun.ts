/** Builds the one command that runs just one check again against the same target. */
export const rerunCommand =
  (target: string, seed: number) =>
  (check: string, seeded: boolean): string =>
    `npx fieldproof run --target ${quoted(target)} --only ${quoted(check)}${seeded ? ` --seed ${seed}` : ''}`

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)

/** The same for a check that judges a recording. */
export const rerunOffline =
  (file: string) =>
  (check: string): string =>
    `npx fieldproof verify ${quoted(file)} --only ${quoted(check)}`
