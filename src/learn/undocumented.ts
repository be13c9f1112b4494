import { refusalInWords } from './drift.ts'
import type { ObservedCalls, Overlay } from './overlay.ts'
import type { SeenJson } from './places.ts'
import type { ObservedSchema } from './schema-of.ts'

export interface Undocumented {
  /** Operation, or name of the records or bodies. */
  readonly in: string
  readonly kind: 'field' | 'status' | 'error' | 'parameter'
  readonly name: string
  readonly says: string
  readonly seen: SeenJson
  /** Objects that a field could have been in. */
  readonly of?: number
}

/** What an overlay holds that the interface documents do not show. */
export const undocumented = (overlay: Overlay): readonly Undocumented[] => [
  ...Object.entries(overlay.$defs).flatMap(([name, schema]) =>
    fields(schema, '').map((field) => ({ in: name, ...field })),
  ),
  ...Object.entries(overlay['x-operations']).flatMap(([id, calls]) =>
    ofCalls(calls).map((fact) => ({ in: id, ...fact })),
  ),
]

type Fact = Omit<Undocumented, 'in'>

/** Fields inside an undocumented field are not listed. */
function fields(schema: ObservedSchema, path: string): Fact[] {
  const inner = [
    ...Object.entries(schema.properties ?? {}),
    ...(schema.additionalProperties ? [['*', schema.additionalProperties] as const] : []),
  ]
  return [
    ...inner.flatMap(([name, field]) => {
      const { documented, of, ...seen } = field['x-observed']
      const full = path === '' ? name : `${path}.${name}`
      return documented === false
        ? [
            {
              kind: 'field' as const,
              name: full,
              says: inWords(field),
              seen: placesOf(seen),
              ...(of === undefined || name === '*' ? {} : { of }),
            },
          ]
        : fields(field, full)
    }),
    ...(schema.items ? fields(schema.items, `${path}[]`) : []),
  ]
}

function inWords(schema: ObservedSchema): string {
  const { type, format, pattern, enum: values } = schema
  const types = Array.isArray(type) ? type.join(' or ') : String(type)
  const form = values
    ? `: ${values.filter((value) => value !== null).join(', ')}`
    : format !== undefined
      ? ` (${format})`
      : pattern !== undefined
        ? ` (${pattern.includes('{32}') ? 'id' : 'timestamp'})`
        : ''
  return `${types}${form}`
}

const ofCalls = ({ statuses, refusals, parameters }: ObservedCalls): Fact[] => [
  ...Object.entries(statuses)
    .filter(([, { documented }]) => !documented)
    .map(([status, seen]) => ({ kind: 'status' as const, name: status, says: '', seen: placesOf(seen) })),
  ...refusals
    .filter(({ documented }) => !documented)
    .map((refusal) => ({ kind: 'error' as const, name: refusalInWords(refusal), says: '', seen: placesOf(refusal) })),
  ...Object.entries(parameters)
    .filter(([, { documented }]) => !documented)
    .map(([name, seen]) => ({ kind: 'parameter' as const, name, says: '', seen: placesOf(seen) })),
]

const placesOf = ({ count, first, last }: SeenJson): SeenJson => ({ count, first, last })
