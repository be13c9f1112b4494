import type { PlaceMemory } from './memory.ts'
import { misreadings } from './text.ts'

/** A change to a value that is written as text: a parameter, a header, a form field, a segment of the path. */
interface WrittenOperator {
  readonly name: string
  /** Applies where a value of this trait was sent; `absent` where there was none, `absent-flag` if others are true or false. */
  readonly trait: string
  /** undefined drops it. */
  change(value: string | undefined, memory: PlaceMemory): string | undefined
}

const text = (change: (value: string) => string) => (value: string | undefined) =>
  value === undefined ? undefined : change(value)

export const writtenOperators: readonly WrittenOperator[] = [
  { name: 'overlooked', trait: 'written', change: () => undefined },
  {
    name: 'made-up-where-absent',
    trait: 'absent',
    change: (value, { first }) => value ?? (first as string | undefined),
  },
  { name: 'absent-as-true', trait: 'absent-flag', change: (value) => value ?? 'true' },
  { name: 'absent-as-false', trait: 'absent-flag', change: (value) => value ?? 'false' },
  {
    name: 'not-looked-at',
    trait: 'written',
    change: (value, { first }) => (value === undefined ? undefined : ((first as string | undefined) ?? value)),
  },
  ...misreadings.map(([name, trait, change]) => ({ name, trait, change: text(change) })),
  {
    name: 'next',
    trait: 'integer',
    change: text((value) => (/^\d+$/.test(value) ? String(Number(value) + 1) : value)),
  },
  {
    name: 'seconds-only',
    trait: 'moment',
    change: text((value) => value.replace(/\b(\d{10})\d{3}\b/g, '$1000')),
  },
  { name: 'false-for-true', trait: 'true', change: text((value) => (value === 'true' ? 'false' : value)) },
  { name: 'list-reversed', trait: 'list', change: text((value) => relisted(value, (all) => [...all].reverse())) },
  { name: 'list-first-only', trait: 'list', change: text((value) => relisted(value, (all) => all.slice(0, 1))) },
  { name: 'list-last-lost', trait: 'list', change: text((value) => relisted(value, (all) => all.slice(0, -1))) },
]

function relisted(value: string, change: (elements: readonly string[]) => readonly string[]): string {
  const separator = value.includes(';') ? ';' : ','
  const elements = value.split(separator)
  return elements.length > 1 ? change(elements).join(separator) : value
}
