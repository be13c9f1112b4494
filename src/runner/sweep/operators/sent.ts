import { gone } from '../json-places.ts'
import type { PlaceMemory } from './memory.ts'
import { misreadings } from './text.ts'

/** A change to a value in a JSON body that was sent. */
interface SentOperator {
  readonly name: string
  /** Applies to values with one of these traits. */
  readonly traits: readonly string[]
  change(value: unknown, memory: PlaceMemory): unknown
}

const any = ['null', 'true', 'false', 'number', 'text', 'array', 'object']
const list = (change: (all: readonly unknown[]) => unknown) => (value: unknown) =>
  Array.isArray(value) && value.length > 0 ? change(value) : value

export const sentOperators: readonly SentOperator[] = [
  { name: 'overlooked', traits: any, change: () => gone },
  { name: 'echoed-but-not-kept', traits: ['true', 'number', 'text', 'array', 'object'], change: () => gone },
  { name: 'null-taken-for-absent', traits: ['null'], change: (value) => (value === null ? gone : value) },
  { name: 'empty-taken-for-null', traits: ['empty', 'none'], change: (value) => (isEmpty(value) ? null : value) },
  {
    name: 'first-value-kept',
    traits: ['true', 'false', 'number', 'text', 'array', 'object'],
    change: (value, { first }) => first ?? value,
  },
  ...misreadings.map(([name, trait, change]) => ({
    name,
    traits: [trait],
    change: (value: unknown) => (typeof value === 'string' ? change(value) : value),
  })),
  { name: 'next', traits: ['integer'], change: (value) => (Number.isInteger(value) ? (value as number) + 1 : value) },
  { name: 'rounded', traits: ['decimal'], change: (value) => (typeof value === 'number' ? Math.round(value) : value) },
  { name: 'false-for-true', traits: ['true'], change: (value) => (value === true ? false : value) },
  { name: 'true-for-false', traits: ['false'], change: (value) => (value === false ? true : value) },
  { name: 'list-reversed', traits: ['many'], change: list((all) => [...all].reverse()) },
  { name: 'list-first-lost', traits: ['one', 'many'], change: list((all) => all.slice(1)) },
  { name: 'list-last-lost', traits: ['one', 'many'], change: list((all) => all.slice(0, -1)) },
]

const isEmpty = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.length === 0)
