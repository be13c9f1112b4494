import { plainId } from '../store/record.ts'
import { lookUp } from './lookup.ts'
import type { TreeField, TreeShape } from './shape.ts'
import { TreeRefused, type TreeCall } from './tree-call.ts'

type Fields = Readonly<Record<string, unknown>>
type Part = 'call' | 'activity' | 'material' | 'attachment' | 'requirement' | 'udf' | 'address'

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const refuseTree = (message: string): never => {
  throw new TreeRefused(400, message)
}

/** The known fields of a part, references as ids; throws TreeRefused if one is missing, mistyped or leads nowhere. */
export function readPart(body: Fields, shape: TreeShape, part: Part, tree: TreeCall): Fields {
  for (const name of tree.house.rules.service.requiresAlso(part))
    if ((body[name] ?? null) === null) refuseTree(`${name} of ${part} is required`)
  return readFields(body, shape, part, tree)
}

/** The same of the fields that are sent: what is left out stays, what is null has no value any more. */
export function readSent(body: Fields, shape: TreeShape, part: Part, tree: TreeCall): Fields {
  const sent = Object.fromEntries(Object.entries(shape).filter(([name]) => name in body))
  const unset = Object.entries(sent).flatMap(([name, { as = name, readOnly }]) =>
    body[name] === null && !readOnly ? [[as, null]] : [],
  )
  return { ...Object.fromEntries(unset), ...readFields(body, sent, part, tree) }
}

function readFields(body: Fields, shape: TreeShape, part: Part, tree: TreeCall): Fields {
  const { service } = tree.house.rules
  const found: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(shape)) {
    const value = body[name] ?? null
    if (field.readOnly && !service.takesReadOnly(name)) continue
    if (value === null) {
      if (field.required && service.requires(part, name)) refuseTree(`${name} of ${part} is required`)
      continue
    }
    found[field.as ?? name] = taken(name, value, field, tree)
  }
  return found
}

function taken(name: string, value: unknown, { kind }: TreeField, tree: TreeCall): unknown {
  if (kind === 'string') return typeof value === 'string' ? value : refuseTree(`${name} is not a string`)
  if (kind === 'integer') return Number.isSafeInteger(value) ? value : refuseTree(`${name} is not a whole number`)
  if (kind === 'boolean') return typeof value === 'boolean' ? value : refuseTree(`${name} is not a boolean`)
  if (kind === 'dateTime')
    return typeof value === 'string' && isMoment(value) ? storedMoment(value) : refuseTree(`${name} is not a date-time`)
  if ('to' in kind) return follow(name, value, kind.to, tree)
  return Array.isArray(value)
    ? value.map((one) => follow(name, one, kind.toMany, tree)).filter((id) => id !== '')
    : refuseTree(`${name} is not a list of references`)
}

/** A date-time of a day that there is: the engine takes 30 February for 2 March. */
function isMoment(value: string): boolean {
  const [, day] = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d/.exec(value) ?? []
  const midnight = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(midnight) || Number.isNaN(Date.parse(value))) return false
  return new Date(midnight).toISOString().startsWith(String(day))
}

/** Records hold date-times in UTC, as the Data API shows them (A-REC-10). */
const storedMoment = (sent: string): string =>
  /[+-]\d\d:?\d\d$/.test(sent) ? new Date(sent).toISOString().replace('.000Z', 'Z') : sent

function follow(name: string, value: unknown, table: string, tree: TreeCall): string {
  const { service } = tree.house.rules
  if (!isFields(value)) return refuseTree(`${name} is not a reference`)
  const found = lookUp(service.reads(value), table, tree.store, tree.house)
  if (found) return service.links(name, found.id)
  const unknown = service.onMissing(name, value)
  return unknown === undefined ? refuseTree(`${name} refers to no record`) : plainId(unknown)
}
