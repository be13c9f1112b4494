import { gone } from '../json-places.ts'
import type { PlaceMemory } from './memory.ts'
import { misreadings } from './text.ts'

/** A change to a value in a JSON body that is answered. */
interface ShownOperator {
  readonly name: string
  readonly traits: readonly string[]
  change(value: unknown, memory: PlaceMemory): unknown
}

const something = ['true', 'false', 'number', 'text', 'array', 'object']
const scalar = ['true', 'false', 'number', 'text']
const list = (change: (all: readonly unknown[]) => unknown) => (value: unknown) =>
  Array.isArray(value) && value.length > 0 ? change(value) : value

export const shownOperators: readonly ShownOperator[] = [
  { name: 'dropped', traits: something, change: () => gone },
  { name: 'null', traits: something, change: () => null },
  { name: 'of-another-type', traits: something, change: otherType },
  { name: 'constant', traits: scalar, change: (value, { first }) => first ?? value },
  { name: 'of-another', traits: scalar, change: (value, { another }) => another ?? value },
  { name: 'stale', traits: scalar, change: (value, { stale }) => stale ?? value },
  { name: 'altered', traits: ['text'], change: (value) => (typeof value === 'string' ? altered(value) : value) },
  ...misreadings
    .filter(([name]) => name !== 'plus-as-blank')
    .map(([name, trait, change]) => ({
      name,
      traits: [trait],
      change: (value: unknown) => (typeof value === 'string' ? change(value) : value),
    })),
  { name: 'next', traits: ['integer'], change: (value) => (Number.isInteger(value) ? (value as number) + 1 : value) },
  {
    name: 'seconds-only',
    traits: ['moment'],
    change: (value) => (typeof value === 'number' && value > 1e12 ? Math.floor(value / 1000) * 1000 : value),
  },
  { name: 'negated', traits: ['true', 'false'], change: (value) => (typeof value === 'boolean' ? !value : value) },
  { name: 'list-emptied', traits: ['one', 'many'], change: list(() => []) },
  { name: 'list-first-lost', traits: ['one', 'many'], change: list((all) => all.slice(1)) },
  { name: 'list-last-lost', traits: ['many'], change: list((all) => (all.length > 1 ? all.slice(0, -1) : all)) },
  {
    name: 'list-middle-lost',
    traits: ['many'],
    change: list((all) => (all.length > 2 ? all.filter((_, at) => at !== Math.floor(all.length / 2)) : all)),
  },
  { name: 'list-last-doubled', traits: ['one', 'many'], change: list((all) => [...all, all.at(-1)]) },
  { name: 'list-reversed', traits: ['many'], change: list((all) => [...all].reverse()) },
  {
    name: 'with-another-host',
    traits: ['address'],
    change: (value) =>
      typeof value === 'string' ? value.replace(/^(https?:\/\/)[^/?]+/, '$1elsewhere.fieldproof.invalid') : value,
  },
]

/** One character of a text is another one, of the same class: what has a form keeps it. */
const altered = (value: string): string =>
  value.replace(/[0-9A-Za-z](?=[^0-9A-Za-z]*$)/, (last) =>
    /\d/.test(last)
      ? String((Number(last) + 1) % 10)
      : /[Aa]/.test(last)
        ? last === 'a'
          ? 'b'
          : 'B'
        : /[a-z]/.test(last)
          ? 'a'
          : 'A',
  )

function otherType(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return { value }
  return Array.isArray(value) ? { element: value[0] ?? null } : [value]
}
