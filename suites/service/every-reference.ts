import type { Context } from '../../src/kit/index.ts'
import { succeeded, whole } from '../data/steps.ts'
import { materialValues } from './materials.ts'
import { mustRefer } from './refer.ts'
import { counterparts } from './same.ts'
import { fixture, leastActivity, leastCall, leastMaterial, partOf, type Part } from './tree.ts'

/** Which record stands in the place of the one that the target file names, by its resource. */
type Instead = Readonly<Record<string, Part | undefined>>

const present = (part: Part): Part =>
  Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined))
const listed = (reference: Part | undefined): readonly Part[] | undefined => reference && [reference]

/** A tree of one activity that refers to records in every place that the target file has one for, one in each list. */
export function referringTree(context: Context, instead: Instead = {}): Part {
  const { requirement, udfValue, material, references = {} } = fixture(context)
  const to = (resource: string, name: string): Part | undefined => instead[resource] ?? references[name]
  const both = () =>
    present({
      contact: to('Contact', 'contact'),
      createPerson: to('Person', 'createPerson'),
      responsibles: listed(to('Person', 'responsible')),
      requirements: listed(requirement && { ...requirement, skill: instead['Skill'] ?? requirement['skill'] }),
      udfValues: listed(udfValue),
      reservedMaterials: listed(
        material &&
          leastMaterial(context, {
            item: instead['Item'] ?? material['item'],
            warehouse: instead['Warehouse'] ?? material['warehouse'],
            ...materialValues(context),
          }),
      ),
    })
  const activity = present({
    ...both(),
    equipment: to('Equipment', 'equipment'),
    region: to('Region', 'region'),
    sourceActivity: instead['Activity'],
  })
  return leastCall(context, {
    ...present({ ...both(), equipments: listed(to('Equipment', 'equipment')) }),
    ...(instead['BusinessPartner'] ? { businessPartner: instead['BusinessPartner'] } : {}),
    activities: [leastActivity(context, activity)],
  })
}

const keys = ['id', 'code', 'externalId']
const isReference = (value: unknown): value is Part => {
  const names = Object.keys(partOf(value))
  return names.length > 0 && names.every((name) => keys.includes(name))
}

interface Place {
  readonly path: string
  readonly sent: Part
  readonly shown: unknown
}

/** Every reference of a tree, with what is shown in its place. */
export function referencePlaces(sent: unknown, shown: unknown, path = ''): readonly Place[] {
  if (isReference(sent)) return [{ path, sent, shown }]
  if (Array.isArray(sent))
    return sent.flatMap((one, at) => referencePlaces(one, inPlaceOf(sent, shown, path)[at], path))
  return Object.entries(partOf(sent)).flatMap(([name, value]) =>
    referencePlaces(value, partOf(shown)[name], path === '' ? name : `${path}.${name}`),
  )
}

const inPlaceOf = (sent: readonly unknown[], shown: unknown, path: string): readonly unknown[] =>
  Array.isArray(shown) ? counterparts(sent, shown, path) : []

/** A tree in which each reference names its record by this key alone, as far as that was shown, and is not among those that several records share. */
export function byKey(
  sent: unknown,
  shown: unknown,
  key: string,
  path = '',
  shared: ReadonlySet<string> = new Set(),
): unknown {
  if (isReference(sent)) {
    const value = partOf(shown)[key]
    return typeof value === 'string' && value !== '' && !shared.has(value) ? { [key]: value } : sent
  }
  if (Array.isArray(sent)) return sent.map((one, at) => byKey(one, inPlaceOf(sent, shown, path)[at], key, path, shared))
  if (typeof sent !== 'object' || sent === null) return sent
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [name, byKey(value, partOf(shown)[name], key, name, shared)]),
  )
}

const resources: Readonly<Record<string, string>> = {
  contact: 'Contact',
  createPerson: 'Person',
  responsibles: 'Person',
  equipment: 'Equipment',
  equipments: 'Equipment',
  region: 'Region',
  item: 'Item',
  warehouse: 'Warehouse',
  skill: 'Skill',
  udfMeta: 'UdfMeta',
}

/** The values of a key that several records of a resource have: codes are not said to be one record's alone, so a reference by one of these may be refused. */
export async function sharedKeys(context: Context, places: readonly Place[], key: string): Promise<Set<string>> {
  const shared = new Set<string>()
  for (const { path, sent } of places) {
    const [value, resource = ''] = [sent[key], resources[path.split('.').at(-1) ?? '']]
    if (typeof value !== 'string' || !(resource in context.target.dtos)) continue
    const query = `${key} = "${value.replaceAll('"', '\\"')}"`
    const answer = await context.api.data.list(resource, { query: { query, pageSize: '2' } })
    if (succeeded(answer) && answer.records().length > 1) shared.add(value)
  }
  return shared
}

/** What is shown in each place is the record of these keys; returns in how many it shows one of them. */
export function mustReferAll(what: string, places: readonly Place[], wanted: (place: Place) => unknown): number {
  return places.filter((place) => mustRefer(`${place.path}, ${what}`, place.shown, wanted(place))).length
}

/** The keys of a record that the kit makes with a code and an external id; undefined where the target does not let it. */
export async function recordOf(context: Context, resource: string): Promise<Part | undefined> {
  const { dtos, templates } = context.target
  if (!(resource in dtos) || !(resource in templates)) return undefined
  const { fresh, api } = context
  const made = { id: fresh.id(), code: fresh.id(), externalId: fresh.externalId() }
  if (!succeeded(await api.data.create(resource, whole(context, made, resource)))) return undefined
  const read = await api.data.get(resource, made.id)
  const [dto] = succeeded(read) ? read.records() : []
  return dto?.['code'] === made.code && dto['externalId'] === made.externalId ? made : undefined
}
