import { Blocked } from '../target/blocked.ts'
import type { Ownership } from '../target/ownership.ts'
import type { Target } from '../target/target.ts'

/** Names that belong to one attempt: no other data on the target can have them. */
export interface Fresh {
  readonly tag: string
  /** A new GUID: 32 upper-case hex digits. */
  id(): string
  /** An external id with the attempt's tag in front; of letters and digits only, where the target lacks others. */
  externalId(suffix?: string): string
  /** A text no other attempt uses. */
  text(): string
  /** The smallest valid body for a record of the resource, from the target's template, with the given fields on top. `{fresh}` in its texts is new each time, but stays with an external id: a code may be unique, and kept by its record (A-DAT-18). */
  body(resource: string, more?: Readonly<Record<string, unknown>>): Record<string, unknown>
}

const randomId = (): string => crypto.randomUUID().replaceAll('-', '').toUpperCase()

export function fresh(tag: string, target: Target, ownership: Ownership, newId: () => string = randomId): Fresh {
  let count = 0
  /** A copy of what a template holds, with `{fresh}` in texts replaced. */
  const filled = (value: unknown): unknown =>
    typeof value === 'string'
      ? value.replaceAll('{fresh}', () => `${tag}${++marks}`)
      : Array.isArray(value)
        ? value.map(filled)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filled(one)]))
          : value
  let marks = 0
  /** What templates became for the record of an external id. Another id with that external id is another record. */
  const known = new Map<string, { readonly id: unknown; readonly base: Readonly<Record<string, unknown>> }>()
  return {
    tag,
    id() {
      const id = newId()
      ownership.own(id)
      return id
    },
    externalId: (suffix = String(++count)) => `${tag}${'external-id-characters' in target.lacks ? '' : '-'}${suffix}`,
    text: () => `${tag} ${++count}`,
    body(resource, more = {}) {
      const template = target.templates[resource]
      if (!template)
        throw new Blocked(`it needs a template of ${resource}: set templates.${resource} in the target file`)
      const { id, externalId } = more
      const name = `${resource} ${String(externalId)}`
      const before = known.get(name)
      const isSame = before !== undefined && (id === undefined || id === before.id)
      const marked = marks
      const base = isSame ? structuredClone(before.base) : (filled(template) as Record<string, unknown>)
      // A template without `{fresh}` becomes the same each time.
      if (typeof externalId === 'string' && !before && marks > marked)
        known.set(name, { id, base: structuredClone(base) })
      return { ...base, ...more }
    },
  }
}
