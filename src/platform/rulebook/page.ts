export const largestPageSize = 2 ** 31 - 1

interface PageAsked {
  readonly page: string | undefined
  readonly size: string | undefined
  readonly searches: boolean
}

/** Paging of lists (A-PAR-04..07, 13, 15, 16). */
const page = {
  first: (): number => 1,
  /** The page size if none is given. */
  defaultSize: (_asked: PageAsked): number => 20,
  size: (size: number, _asked: PageAsked): number => size,
  largest: (): number => largestPageSize,
  /** The meaning of a pageSize that is not a number; a status refuses it. */
  unreadable: (_raw: string): { readonly status: number } | { readonly size: number } => ({ status: 400 }),
  /** The meaning of pageSize=0. */
  zero: (): 'refuse' | 'all' => 'refuse',
  number: (at: number): number => at,
  /** Index of the first record of a page and one past the last. */
  window: (at: number, size: number, _total: number): readonly [from: number, to: number] => [
    at * size,
    (at + 1) * size,
  ],
  /** A page after the last: a status refuses it. */
  beyond: (): 'empty' | { readonly status: number } => 'empty',
  /** Fields of a list response besides data. */
  envelope: (_told: {
    readonly size: number
    readonly at: number
    readonly total: number
  }): Readonly<Record<string, unknown>> => ({}),
}

export const pageRules = { page }
