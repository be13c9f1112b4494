import type { Deletion } from '../store/record.ts'

interface Entry {
  readonly id: string
  readonly externalId: string | null
}

/** The deleted listing (A-DEL). */
const deleted = {
  accepts: (dtos: string | undefined): dtos is 'DeletedObjects.1' | 'DeletedObjects.2' =>
    dtos === 'DeletedObjects.1' || dtos === 'DeletedObjects.2',
  /** A bound that is missing or not a number: a status refuses it. */
  bound: (_name: 'from' | 'to'): { readonly status: number } | { readonly time: number } => ({ status: 400 }),
  time: (at: number, _route?: Deletion['route']): number => at,
  includes: (at: number, from: number, to: number): boolean => at >= from && at < to,
  lists: (_deletion: Deletion, _asker: string): boolean => true,
  liveToo: (): boolean => false,
  notesRefused: (): boolean => false,
  /** Whether the deletion of a batch is listed even if the batch is rolled back. */
  notesUndone: (): boolean => false,
  everyResource: (): boolean => false,
  order: <T>(entries: readonly T[]): readonly T[] => entries,
  entry: ({ id, externalId }: Entry): unknown => ({ id, ...(externalId === null ? {} : { externalId }) }),
  second: (entries: readonly unknown[]): unknown => ({ deletedIds: entries }),
  first: (entries: readonly Entry[]): unknown => ({ deletedIds: entries.map(({ id }) => id) }),
}

export const deletedRules = { deleted }
