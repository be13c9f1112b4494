import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

/** Mutants that are the same platform: {file, line, from, why}, `line` the trimmed line of the source. */
const known = parse(readFileSync(new URL('known.yaml', import.meta.url), 'utf8')).flatMap(({ why, mutants }) =>
  mutants.map((one) => ({ ...one, why })),
)

const isOf = (one, { file, from }, line) => one.file === file && one.line === line && one.from === from

/** The reason why a mutant is the same platform; undefined if none is known. */
export const reasonFor = (mutant, line) => known.find((one) => isOf(one, mutant, line))?.why

/** Entries that are about no mutant, because the source has changed: a list of `mutants` as they are drawn, `lineOf` their lines. */
export const stale = (mutants, lineOf) =>
  known.filter((one) => !mutants.some((mutant) => isOf(one, mutant, lineOf(mutant))))
