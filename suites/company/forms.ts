import type { Answer } from '../../src/clients/answer.ts'
import { objectOf } from '../../src/kit/object-of.ts'

/** The lines of the text form. */
export const textLines = (answer: Answer): string[] => answer.text.split(/\r?\n/).filter((line) => line.trim() !== '')

/** Whether an answer lists companies of these names in the JSON form, or in the text form: a line for each, and neither JSON nor markup. */
export function isListOf(answer: Answer, names: readonly string[]): boolean {
  if (answer.status >= 300) return false
  if (Array.isArray(objectOf(answer)['companies'])) return true
  const lines = textLines(answer)
  return (
    names.length > 0 &&
    lines.length === names.length &&
    names.every((name) => lines.some((line) => line.includes(name))) &&
    typeof answer.json !== 'object' &&
    !/^\s*</.test(answer.text)
  )
}
