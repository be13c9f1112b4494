import { didYouMean } from '../errors/nearest.ts'
import { UserError } from '../errors/user-error.ts'

/** Throws UserError for an option that there is none of: passed over without a word, as JavaScript would, it would check something else than was meant. */
export function mustBeOptions(call: string, given: object, known: Readonly<Record<string, true>>): void {
  const names = Object.keys(known)
  const strange = Object.keys(given).find((name) => !Object.hasOwn(known, name))
  if (strange !== undefined)
    throw new UserError(`${call}: there is no option ${strange}`, {
      todo: didYouMean(strange, names) ?? `there are ${names.join(', ')}`,
    })
}

/** One or many, as whoever calls wrote it. */
export const listOf = (value: string | readonly string[] = []): readonly string[] =>
  typeof value === 'string' ? [value] : value
