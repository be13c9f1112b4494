import type { Rulebook } from '../rulebook/rulebook.ts'
import { plainId } from '../store/record.ts'
import type { Store } from '../store/store.ts'
import { isGuid } from './body.ts'
import { catalogue, resourceOfType } from './catalogue.ts'
import type { InlinedShape, Resource } from './resource.ts'
import type { Cause, Fields, Step } from './step.ts'

export interface Resolved {
  /** The fields with every reference resolved to an id and every inlined object complete. */
  readonly fields: Fields
  readonly troubles: ReadonlyArray<{ readonly cause: Cause; readonly message: string }>
}

interface Resolving {
  readonly resource: Resource
  readonly store: Store
  readonly rules: Rulebook
  readonly step: Step
  readonly stored: Fields | undefined
}

/** Resolves references and completes inlined objects in a write body (A-DAT-17, 27, 34, A-REC-14). */
export function resolve(sent: Fields, { resource, store, rules, step, stored }: Resolving): Resolved {
  const troubles: Array<{ cause: Cause; message: string }> = []
  const missing = (name: string) => void troubles.push({ cause: 'reference', message: `${name} refers to no record` })

  const follow = (value: unknown, to: string, kind: 'single' | 'list' | 'inlined', name: string): unknown => {
    const { id, externalId } = partsOf(value)
    const table = store.table(to)
    if (id !== undefined) {
      const found = table.byId(id)
      // External systems also use GUIDs as keys.
      const byKey =
        found || typeof value !== 'string' || !rules.references.acceptsExternalId(step)
          ? undefined
          : rules.references.named(value, to, store)
      if (byKey) return rules.references.resolves() ? byKey.id : value
      const was = {
        deleted: () => table.deletions.some(({ record }) => plainId(record.id) === plainId(id)),
        elsewhere: () => store.resources().some((one) => one !== to && store.table(one).byId(id)),
      }
      if (!found && catalogue.has(to) && rules.references.checks(kind, step, was)) missing(name)
      return found?.id ?? id
    }
    if (!rules.references.acceptsExternalId(step)) {
      missing(name)
      return value
    }
    const found = rules.references.named(externalId ?? '', to, store)
    if (!found) {
      missing(name)
      return value
    }
    return rules.references.resolves() ? found.id : value
  }

  const whole = (value: unknown, former: unknown, shape: InlinedShape, name: string): unknown => {
    const object = value as Record<string, unknown>
    const lacking = Object.keys(shape.fields).filter((field) => !(field in object))
    const outcome = lacking.length === 0 ? undefined : rules.record.onPartialInlined()
    if (outcome === 'refuse')
      troubles.push({
        cause: 'inlined',
        message: `${name} lacks ${lacking.join(', ')}: inlined objects are sent whole`,
      })
    const filled = {
      ...Object.fromEntries(
        lacking.map((field) => [field, outcome === 'keep' ? ((former as Fields | undefined)?.[field] ?? null) : null]),
      ),
      ...object,
    }
    if (shape.pointer) {
      const to = resourceOfType(filled[shape.pointer.type])
      const id = filled[shape.pointer.id]
      if (to && typeof id === 'string') return { ...filled, [shape.pointer.id]: follow(id, to, 'inlined', name) }
    }
    return Object.fromEntries(
      Object.entries(filled).map(([field, inner]) => {
        const kind = shape.fields[field]
        return [
          field,
          typeof kind === 'object' && inner !== null
            ? follow(inner, kind.reference, 'inlined', `${name}.${field}`)
            : inner,
        ]
      }),
    )
  }

  const fields = Object.fromEntries(
    Object.entries(sent).map(([name, value]) => {
      const kind = resource.fields[name]?.kind
      if (value === null || typeof kind !== 'object') return [name, value]
      if ('reference' in kind) return [name, follow(value, kind.reference, 'single', name)]
      if ('references' in kind)
        return [name, (value as unknown[]).map((one) => follow(one, kind.references, 'list', name))]
      if ('inlined' in kind) return [name, whole(value, stored?.[name], kind.inlined, name)]
      const { key } = kind.inlinedList
      const former = Array.isArray(stored?.[name]) ? (stored[name] as Fields[]) : []
      return [
        name,
        (value as Fields[]).map((one) =>
          whole(
            one,
            former.find((other) => key !== undefined && other[key] === one[key]),
            kind.inlinedList,
            name,
          ),
        ),
      ]
    }),
  )
  return { fields, troubles }
}

/** A string that is not a GUID is an external id. */
function partsOf(value: unknown): { id?: string; externalId?: string } {
  if (typeof value === 'string') return isGuid(value) ? { id: value } : { externalId: value }
  const { id, externalId } = value as { id?: unknown; externalId?: unknown }
  return typeof id === 'string' ? { id } : { externalId: String(externalId) }
}
