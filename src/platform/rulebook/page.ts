export const largestPageSize = 2 ** 31 - 1

interface PageAsked {
  readonly page: string | undefined
  readonly size: string | undefined
  readonly searches: boolean
}

/** Paging of lists (A-PAR-04..07, 13, 15, 16). */
const page = {
  first: (): number => 1,
  /** Records on a page whose size nobody said. */
  defaultSize: (_asked: PageAsked): number => 20,
  size: (size: number, _asked: PageAsked): number => size,
  largest: (): number => largestPageSize,
  /** What a pageSize that is no number means; a status refuses it. */
  unreadable: (_raw: string): { readonly status: number } | { readonly size: number } => ({ status: 400 }),
  /** What a pageSize of zero means. */
  zero: (): 'refuse' | 'all' => 'refuse',
  number: (at: number): number => at,
  /** First and one past the last record of a page. */
  window: (at: number, size: number, _total: number): readonly [from: number, to: number] => [
    at * size,
    (at + 1) * size,
  ],
  beyond: (): 'empty' | 'refuse' => 'empty',
  /** Fields of a list beside data. */
  envelope: (_told: {
    readonly size: number
    readonly at: number
    readonly total: number
  }): Readonly<Record<string, unknown>> => ({}),
}

export const pageRules = { page }
