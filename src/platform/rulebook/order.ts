export type Direction = 'asc' | 'desc'
/** `linked`: the field belongs to a record that is referred to. */
export interface Key {
  readonly field: string
  readonly direction: Direction
  readonly linked: boolean
}
type Value = string | number | boolean

/** Dates compare as their texts do: all are ISO 8601 in UTC. */
export const strictCompare = (one: Value, other: Value): number => (one < other ? -1 : one > other ? 1 : 0)

/** Sorting of lists (A-PAR-08..10). */
const order = {
  asked: (orderBy: string | undefined): string | undefined => orderBy,
  direction: (word: Direction | undefined, _linked: boolean): Direction => word ?? 'asc',
  keys: (keys: readonly Key[]): readonly Key[] => keys,
  /** The status that answers so many keys; undefined where they are taken. */
  refuses: (_keys: readonly Key[]): number | undefined => undefined,
  /** Whether `asc` or `desc` may stand alone. */
  bare: (): boolean => true,
  compare: strictCompare,
  unset: (_linked: boolean): 'last' | 'first' | 'away' => 'last',
  /** What a field of a referenced record stands for in sorting. */
  linked: (): 'field' | 'id' | 'nothing' => 'field',
  /** Lists without orderBy; they come in the order of creation. */
  unordered: <T>(records: readonly T[]): readonly T[] => records,
  afterPaging: (): boolean => false,
}

export const orderRules = { order }
