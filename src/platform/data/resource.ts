import type { ValueKind } from '../rulebook/values.ts'

/** The type of a DTO field. */
export type Kind =
  | 'string'
  | 'number'
  | 'boolean'
  | 'dateTime'
  | 'any'
  | { readonly reference: string }
  | { readonly references: string }
  | { readonly inlined: InlinedShape }
  | { readonly inlinedList: InlinedShape }

/** An object inside a record that is written as a whole (A-REC-14). */
export interface InlinedShape {
  readonly fields: Readonly<Record<string, 'string' | 'any' | { readonly reference: string }>>
  /** Field that identifies an element of a list. */
  readonly key?: string
  /** `id` refers to a record of the resource that `type` names. */
  readonly pointer?: { readonly id: string; readonly type: string }
}

export interface Field {
  readonly kind: Kind
  readonly required?: true
  /** Default for a created or replaced record without a value; 'now' is the start of the transaction. */
  readonly fills?: unknown
  /** Accepted on writes, never returned. */
  readonly writeOnly?: true
}

/** A resource of the Data API, described by data. */
export interface Resource {
  readonly name: string
  readonly fields: Readonly<Record<string, Field>>
  /** DTO version -> version of the synchronisation base DTO it derives from. */
  readonly versions: Readonly<Record<number, number>>
  readonly newest: number
  /** False if PUT and PATCH are not supported (A-ATT-05). */
  readonly updatable: boolean
  /** Minimal body that creates a record. */
  readonly template: Readonly<Record<string, unknown>>
}

export const kindInWords = ({ kind }: Field): ValueKind =>
  typeof kind === 'object'
    ? 'reference' in kind
      ? 'reference'
      : 'references' in kind
        ? 'references'
        : 'inlined'
    : kind === 'string'
      ? 'text'
      : kind

export const textField: Field = { kind: 'string' }
export const number: Field = { kind: 'number' }
export const flag: Field = { kind: 'boolean', fills: false }
export const time: Field = { kind: 'dateTime' }
export const anything: Field = { kind: 'any' }
export const to = (reference: string): Field => ({ kind: { reference } })
export const toMany = (references: string): Field => ({ kind: { references } })
export const required = (field: Field): Field => ({ ...field, required: true })

export const udfValues: Field = {
  kind: { inlinedList: { fields: { meta: { reference: 'UdfMeta' }, value: 'any' }, key: 'meta' } },
}
export const objectReference: Field = {
  kind: {
    inlined: { fields: { objectId: 'string', objectType: 'string' }, pointer: { id: 'objectId', type: 'objectType' } },
  },
}

export function resource(
  name: string,
  {
    versions,
    fields,
    template,
    updatable = true,
  }: Pick<Resource, 'versions' | 'fields' | 'template'> & { readonly updatable?: boolean },
): Resource {
  const common = {
    syncStatus: { kind: 'string', fills: 'IN_CLOUD' },
    inactive: flag,
    createDateTime: { kind: 'dateTime', fills: 'now' },
    createPerson: to('Person'),
  } as const
  return {
    name,
    versions,
    template,
    updatable,
    fields: { ...common, ...fields },
    newest: Math.max(...Object.keys(versions).map(Number)),
  }
}
