import type { Step } from '../data/step.ts'

export interface Reads {
  readonly operation: 'get' | 'list'
  readonly by: Step['by']
  readonly searches: boolean
}

/** Projection by `fields` (A-PAR-11). */
const fields = {
  asked: (names: readonly string[] | undefined, _reads: Reads): readonly string[] | undefined => names,
  refuses: (_reads: Reads): boolean => false,
  /** Whether a name that is no field of the resource is refused. */
  refusesUnknown: (): boolean => true,
  kept: (name: string, names: readonly string[]): boolean => names.includes(name),
  value: (value: unknown): unknown => value,
  /** Whether a record stays in a list although one of the named fields has no value. */
  keepsUnset: (): boolean => true,
}

/** External ids of referenced records (A-PAR-12). */
const externalIds = {
  applies: (asked: boolean, _reads: Reads): boolean => asked,
  refuses: (_asked: boolean): boolean => false,
  one: (id: unknown, externalId: string | null, _own: string | null): unknown => ({ id, externalId }),
  inLists: (): boolean => true,
  /** Whether the references of expanded records carry them, too: not said. */
  withinExpanded: (applies: boolean): boolean => applies,
  /** A separate field for the external id; the reference then stays as it is. */
  beside: (): string | undefined => undefined,
}

export interface Wanted {
  readonly kind: 'one' | 'many' | 'count' | 'object'
  readonly field: string
}

/** Expansion of related records (A-EXP). */
const expand = {
  asked: <T extends Wanted>(wanted: readonly T[], _reads: Reads): readonly T[] => wanted,
  refuses: (_wanted: readonly Wanted[]): boolean => false,
  needsDto: (_reads: Reads): number | 'nothing' => 400,
  reads: (permitted: boolean, _wanted: Wanted & { readonly names?: readonly string[] }, _reads: Reads): boolean =>
    permitted,
  /** The status for an expansion that the caller may not read; undefined adds nothing. */
  forbidden: (): number | undefined => undefined,
  one: <T>(found: T, _all: readonly T[]): T => found,
  many: <T>(found: readonly T[], _all: readonly T[]): readonly T[] => found,
  count: (found: readonly unknown[], _all: readonly unknown[]): number | 'records' => found.length,
  shape: (names: readonly string[] | undefined): readonly string[] | undefined => names,
  /** Whether an object reference of a type is expanded as the requested resource. */
  matches: (pointsTo: string | undefined, wanted: string): boolean => pointsTo === wanted,
  objectKey: (field: string, _resource: string, type: string): string => `${field}(${type})`,
  counted: (count: number): unknown => count,
  countKey: (field: string): string => `count(${field})`,
  /** The field under which expanded records are gathered; undefined replaces each reference in place. */
  gathered: (): string | undefined => undefined,
  wrap: (record: unknown): unknown => record,
  dropsUnlinked: (): boolean => false,
  /** Whether a search with an expansion is filtered. */
  filters: (): boolean => true,
}

export const shapeRules = { fields, externalIds, expand }
