export type Direction = 'asc' | 'desc'
/** `linked`: the field belongs to a referenced record. */
export interface Key {
  readonly field: string
  readonly direction: Direction
  readonly linked: boolean
}
type Value = string | number | boolean

/** Date-times arrive as instants, in ms since 1970. */
export const strictCompare = (one: Value, other: Value): number => (one < other ? -1 : one > other ? 1 : 0)

/** Sorting of lists (A-PAR-08..10). */
const order = {
  asked: (orderBy: string | undefined): string | undefined => orderBy,
  direction: (word: Direction | undefined, _linked: boolean): Direction => word ?? 'asc',
  keys: (keys: readonly Key[]): readonly Key[] => keys,
  /** The status that refuses this many keys; undefined accepts them. */
  refuses: (_keys: readonly Key[]): number | undefined => undefined,
  /** Whether `asc` or `desc` may appear without a field. */
  bare: (): boolean => true,
  compare: strictCompare,
  unset: (_linked: boolean, _direction: Direction): 'last' | 'first' | 'away' => 'last',
  /** The sort value for a field of a referenced record. */
  linked: (): 'field' | 'id' | 'nothing' => 'field',
  /** Order of lists without orderBy: creation order. */
  unordered: <T>(records: readonly T[]): readonly T[] => records,
  afterPaging: (): boolean => false,
}

export const orderRules = { order }
