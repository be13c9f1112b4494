import { plainJson } from '../errors/visible.ts'
import { createHash } from 'node:crypto'
import { isParameterDocumented, isRefusalDocumented, isStatusDocumented, treesOf } from './documented.ts'
import type { About, Calls, Learned, Refusal, SourceFile } from './learned.ts'
import { placesIn, type Places, type SeenJson } from './places.ts'
import { schemaOf, type ObservedSchema } from './schema-of.ts'
import { byName } from './sorted.ts'

type Told = SeenJson & { readonly documented: boolean }

export interface ObservedCalls extends SeenJson {
  readonly statuses: Readonly<Record<string, Told>>
  readonly refusals: ReadonlyArray<Refusal & Told>
  readonly parameters: Readonly<Record<string, Told>>
}

/** What a shape describes, and how many of its objects the caller had reduced to some fields. */
interface ObservedSubject extends About {
  readonly cut?: number
}

export interface Overlay {
  readonly $schema: string
  readonly $id: string
  readonly $comment: string
  readonly 'x-normative': false
  readonly 'x-observed': { readonly files: readonly SourceFile[]; readonly minCount: number }
  readonly 'x-operations': Readonly<Record<string, ObservedCalls>>
  readonly $defs: Readonly<Record<string, ObservedSchema & { readonly 'x-subject': ObservedSubject }>>
}

/** Keywords beyond JSON Schema, which a strict validator must be told about. */
export const annotations = ['x-normative', 'x-observed', 'x-operations', 'x-subject'] as const

export const overlayIdPrefix = 'urn:fieldproof:overlay:'

const comment =
  'Observed in traffic by "fieldproof learn", never normative: it says what was seen, not what must be. x-observed holds counts and entries; documented says whether the interface documents show a field.'

/** What was learned as a JSON Schema document; all records that it was learned from are valid against it. */
export function overlayOf(learned: Learned, minCount: number): Overlay {
  const places = placesIn(learned.files)
  const body = {
    'x-normative': false as const,
    'x-observed': {
      files: learned.files.map(({ name, entries, exchanges }) => ({ name, entries, exchanges })),
      minCount,
    },
    'x-operations': Object.fromEntries(
      byName(learned.operations).map(([id, calls]) => [id, callsJson(id, calls, places)]),
    ),
    $defs: Object.fromEntries(
      byName(learned.subjects)
        .filter(([, { shape }]) => shape.seen)
        .map(([name, { about, shape, cut }]) => [
          name,
          {
            ...schemaOf(shape, treesOf(about), { places, minCount }),
            'x-subject': { ...about, ...(cut > 0 ? { cut } : {}) },
          },
        ]),
    ),
  }
  const id = createHash('sha256').update(JSON.stringify(body)).digest('hex').slice(0, 16)
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `${overlayIdPrefix}${id}`,
    $comment: comment,
    ...body,
  }
}

export const overlayText = (overlay: Overlay): string => `${plainJson(overlay, 2)}\n`

function callsJson(id: string, { seen, statuses, refusals, parameters }: Calls, places: Places): ObservedCalls {
  if (!seen) throw new Error(`${id} was never called`)
  return {
    ...places.json(seen),
    statuses: Object.fromEntries(
      byName(statuses).map(([status, at]) => [
        status,
        { ...places.json(at), documented: isStatusDocumented(id, status) },
      ]),
    ),
    refusals: byName(refusals).map(([key, at]) => {
      const refusal = JSON.parse(key) as Refusal
      return { ...refusal, ...places.json(at), documented: isRefusalDocumented(id, refusal) }
    }),
    parameters: Object.fromEntries(
      byName(parameters).map(([name, at]) => [
        name,
        { ...places.json(at), documented: isParameterDocumented(id, name) },
      ]),
    ),
  }
}
