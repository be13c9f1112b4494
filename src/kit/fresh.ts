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
  /** The smallest valid body for a record of the resource, from the target's template, with the given fields on top; `{fresh}` in its texts is new each time. */
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
      return { ...(filled(template) as Record<string, unknown>), ...more }
    },
  }
}
