import type { ValueKind } from './values.ts'

/** How records are shown (A-REC-01..11). Each gets the stored value, never null. */
export const shown = {
  id: (id: string): unknown => id,
  idField: (): string => 'id',
  lastChanged: (milliseconds: number): unknown => milliseconds,
  lastChangedBy: (id: string): unknown => id,
  externalId: (externalId: string): unknown => externalId,
  boolean: (value: boolean): unknown => value,
  text: (value: string, _isList: boolean): unknown => value,
  dateTime: (value: string): unknown => value,
  reference: (id: unknown): unknown => id,
  references: (ids: readonly unknown[]): unknown => ids,
  unset: (_kind: ValueKind | undefined): 'null' | 'omitted' | 'empty list' => 'null',
  /** Fields of a record that its DTO does not name. */
  more: (): Readonly<Record<string, unknown>> => ({}),
  key: (resource: string): string => resource.charAt(0).toLowerCase() + resource.slice(1),
  element: (key: string, dto: unknown): unknown => ({ [key]: dto }),
  envelope: (elements: readonly unknown[], _isList: boolean): unknown => ({ data: elements }),
}

/** The dtos parameter (A-PAR-01..03). */
export const dtos = {
  required: (_isRead: boolean, _operation: string): boolean => true,
  missingStatus: (): number => 400,
  version: (requested: number, _newest: number): number => requested,
  /** Which of the versions that there are the service offers, and how any other is refused. */
  serves: (_version: number, _newest: number): boolean => true,
  unknownStatus: (): number => 400,
  carriesExternalId: (syncBase: number): boolean => syncBase >= 9,
  carriesLastChangedBy: (syncBase: number): boolean => syncBase >= 10,
}
