import type { Answer } from '../../src/clients/answer.ts'
import type { Reply } from '../../src/kit/index.ts'
import { namesOf } from '../../src/kit/names.ts'
import { objectOf } from '../../src/kit/object-of.ts'
import { must } from '../../src/kit/must.ts'
import { rely } from '../../src/kit/rely.ts'
import { Unexercised } from '../../src/kit/unexercised.ts'
import { company } from './requirements.ts'

/**
 * The companies that a JSON form names. A login may have none (A-COM-04, A-COM-08), and a client's own may be of no user: then there is nothing to
 * compare with the other form.
 */
export function someNames(answer: Answer): readonly string[] {
  const names = namesOf(objectOf(answer)['companies'])
  if (names.length === 0) throw new Unexercised('the login has no company')
  return names
}

/** How a text form writes these is not shown (A-COM-07): it may quote or escape them. */
export const mayBeQuoted = (name: string): boolean => /["\\]/.test(name)

/**
 * The names that no line has for itself: a line of Acme North is not one of Acme, too. What is written beside a name may hold another one, so a
 * line that one name took is left to another if there is one more for the first.
 */
export function unnamed(names: readonly string[], lines: readonly string[]): readonly string[] {
  const holders = new Map<number, string>()
  const finds = (name: string, seen: Set<number>): boolean =>
    lines.some((line, at) => {
      if (seen.has(at) || !line.includes(name)) return false
      seen.add(at)
      const holder = holders.get(at)
      if (holder !== undefined && !finds(holder, seen)) return false
      holders.set(at, name)
      return true
    })
  return names
    .toSorted((one, other) => other.length - one.length)
    .filter((name) => !mayBeQuoted(name) && !finds(name, new Set()))
}

/** The lines of the text form. */
export const textLines = (answer: Pick<Reply, 'text'>): string[] =>
  answer.text.split(/\r?\n/).filter((line) => line.trim() !== '')

/** Whether an answer lists companies of these names in the JSON form, or in the text form: a line for each, and neither JSON nor markup. */
export function isListOf(answer: Answer, names: readonly string[]): boolean {
  if (answer.status >= 300) return false
  const { companies } = objectOf(answer)
  if (Array.isArray(companies)) return namesOf(companies).join('\n') === names.toSorted().join('\n')
  const lines = textLines(answer)
  return (
    names.length > 0 &&
    lines.length === names.length &&
    unnamed(names, lines).length === 0 &&
    typeof answer.json !== 'object' &&
    !/^\s*</.test(answer.text)
  )
}

/** The text form has a line for each company; where each line names one, and the JSON form more, the forms disagree, and either may be wrong. */
export async function mustHaveALineEach(answer: Pick<Reply, 'text'>, names: readonly string[]): Promise<void> {
  const lines = textLines(answer)
  const others = unnamed(names, lines)
  if (lines.length > 0 && lines.length === names.length - others.length)
    await rely(company['forms-agree'], async () =>
      must.equal('companies of the JSON form that no line names', others, []),
    )
  must.equal('number of lines (one for each company)', lines.length, names.length)
}
