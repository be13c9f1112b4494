import { momentOf } from '../../../src/exchange/moment.ts'
import { plainId } from '../../../src/kit/index.ts'
import type { Satisfies } from './ask.ts'
import type { SeededRow } from './table.ts'

/** What is certain of a row by hand: true, false, or undefined where the documents can be read in several ways. */
export const valueOf = (row: SeededRow, field: string): unknown => row.dto[field] ?? undefined

/** A row without a value satisfies no comparison (certain), and what its negation does with it is open. */
const where =
  (field: string, holds: (value: unknown) => boolean | undefined): Satisfies =>
  (row) => {
    const value = valueOf(row, field)
    return value === undefined ? false : holds(value)
  }

/** Equality by value; whether it minds letter case is open. */
export const is = (field: string, wanted: unknown): Satisfies => where(field, (value) => same(value, wanted))

function same(value: unknown, wanted: unknown): boolean | undefined {
  if (value === wanted) return true
  if (typeof value !== 'string' || typeof wanted !== 'string') return false
  return value.toLowerCase() === wanted.toLowerCase() ? undefined : false
}

export const refersTo = (field: string, id: unknown): Satisfies =>
  where(field, (value) => plainId(String(value)) === plainId(String(id)))
export const refersToOneOf = (field: string, ids: readonly unknown[]): Satisfies =>
  or(...ids.map((id) => refersTo(field, id)))
export const isOneOf = (field: string, wanted: readonly unknown[]): Satisfies =>
  or(...wanted.map((one) => is(field, one)))
export const matches = (field: string, pattern: RegExp): Satisfies =>
  where(field, (value) => pattern.test(String(value)))
export const isNull =
  (field: string): Satisfies =>
  (row) =>
    valueOf(row, field) === undefined

/** Dates by the moment, numbers by value. */
export const compares = (field: string, holds: (order: number) => boolean, wanted: unknown): Satisfies =>
  where(field, (value) => holds(moment(value) - moment(wanted)))
/** What of two values each order holds for. */
export const ordersOfValues = {
  '<': (order: number) => order < 0,
  '<=': (order: number) => order <= 0,
  '>': (order: number) => order > 0,
  '>=': (order: number) => order >= 0,
} as const

const moment = (value: unknown): number => (typeof value === 'number' ? value : momentOf(value))

/** Negation: certain for rows that have a value in every field named. */
export const not =
  (satisfies: Satisfies, ...fields: readonly string[]): Satisfies =>
  (row) => {
    if (fields.some((field) => valueOf(row, field) === undefined)) return undefined
    const holds = satisfies(row)
    return holds === undefined ? undefined : !holds
  }

export const and =
  (...all: readonly Satisfies[]): Satisfies =>
  (row) => {
    const held = all.map((one) => one(row))
    return held.includes(false) ? false : held.includes(undefined) ? undefined : true
  }

export const or =
  (...all: readonly Satisfies[]): Satisfies =>
  (row) => {
    const held = all.map((one) => one(row))
    return held.includes(true) ? true : held.includes(undefined) ? undefined : false
  }

/** Distinct values of a field among the rows, in order. */
export const valuesOf = (rows: readonly SeededRow[], field: string): unknown[] =>
  [...new Set(rows.map((row) => valueOf(row, field)).filter((value) => value !== undefined))].sort(
    (one, other) => moment(one) - moment(other),
  )
