import type { House } from '../house.ts'
import { refusal } from './refusal.ts'
import type { Field, InlinedShape, Resource } from './resource.ts'
import type { Fields, Reply } from './step.ts'

/** The body of a write: the service's own fields are separate from those of the resource. */
export interface Sent {
  readonly id?: string
  /** Absent if it was not sent; null if it was removed. */
  readonly externalId?: string | null
  readonly lastChanged?: number
  readonly fields: Fields
}

const guid = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i
export const isGuid = (value: string): boolean => guid.test(value)

const wrong = (what: string): Reply => refusal(400, 'CA-400', what)

/** Parses a body: a JSON object whose known fields have the right types; unknown fields are ignored. */
export function readBody(bytes: Buffer, resource: Resource, house: House): Sent | Reply {
  const parsed = parse(bytes.toString('utf8'), house)
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    return refusal(house.rules.data.unreadable(), 'CA-400', 'the body is not a JSON object')
  const { id, externalId, lastChanged, ...rest } = parsed as Record<string, unknown>
  if (id !== undefined && id !== null && (typeof id !== 'string' || !isGuid(id))) return wrong('id is not a GUID')
  if (externalId !== undefined && externalId !== null && (typeof externalId !== 'string' || externalId === ''))
    return wrong('externalId is not a string')
  if (typeof externalId === 'string' && !house.rules.data.takesExternalId(externalId))
    return wrong('externalId has characters that are not allowed')
  if (
    lastChanged !== undefined &&
    lastChanged !== null &&
    !(typeof lastChanged === 'number' && Number.isFinite(lastChanged))
  )
    return wrong('lastChanged is not a number')
  const known = Object.entries(rest).filter(([name]) => Object.hasOwn(resource.fields, name))
  const mistyped = known.find(([name, value]) => value !== null && !fits(value, (resource.fields[name] as Field).kind))
  if (mistyped) return wrong(`${mistyped[0]} has the wrong type`)
  return {
    ...(typeof id === 'string' ? { id } : {}),
    ...(externalId === undefined ? {} : { externalId: externalId }),
    ...(typeof lastChanged === 'number' ? { lastChanged } : {}),
    fields: Object.fromEntries(known),
  }
}

function parse(text: string, house: House): unknown {
  try {
    return JSON.parse(text)
  } catch {
    /* Fall through: the rules say what becomes of it. */
  }
  if (!house.rules.data.readsUnreadable()) return undefined
  return Object.fromEntries(
    [...text.matchAll(/"(\w+)"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+|true|false|null)/g)].map(([, name, value]) => [
      name,
      JSON.parse(value as string),
    ]),
  )
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A reference is written as an id, or as an object with id or externalId. */
const isReference = (value: unknown): boolean =>
  typeof value === 'string' ||
  (isObject(value) && (typeof value['externalId'] === 'string' || typeof value['id'] === 'string'))

function fits(value: unknown, kind: Field['kind']): boolean {
  if (kind === 'any') return true
  if (kind === 'dateTime')
    return (
      typeof value === 'string' &&
      /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z$/.test(value) &&
      !Number.isNaN(Date.parse(value))
    )
  if (typeof kind === 'string') return typeof value === kind
  if ('reference' in kind) return isReference(value)
  if ('references' in kind) return Array.isArray(value) && value.every(isReference)
  if ('inlined' in kind) return fitsShape(value, kind.inlined)
  return Array.isArray(value) && value.every((element) => fitsShape(element, kind.inlinedList))
}

const fitsShape = (value: unknown, { fields }: InlinedShape): boolean =>
  isObject(value) &&
  Object.entries(value).every(([name, inner]) => {
    const kind = Object.hasOwn(fields, name) ? fields[name] : undefined
    return (
      inner === null ||
      kind === undefined ||
      kind === 'any' ||
      (kind === 'string' ? typeof inner === 'string' : isReference(inner))
    )
  })
