import type { Dto } from '../../src/clients/answer.ts'
import { eventually, must, plainId, sameId, Unexercised, type Context } from '../../src/kit/index.ts'
import { current, read, type Stored } from '../data/steps.ts'
import { activitiesOf, idOf, moment, partOf, partsIn, type Part } from './tree.ts'

const times = ['dueDateTime', 'earliestStartDateTime']
const plainFields = [
  'code',
  'subject',
  'remarks',
  'externalId',
  'priority',
  'resolution',
  'durationInMinutes',
  'quantity',
  'moved',
  'used',
  'shipped',
  ...times,
]
const references = [
  'businessPartner',
  'contact',
  'equipment',
  'region',
  'createPerson',
  'item',
  'warehouse',
  'serialNumber',
]
const lists = ['equipments', 'responsibles']

const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{32}$/i.test(value.replaceAll('-', ''))

const asCompared = (field: string, value: unknown): unknown => (times.includes(field) ? moment(value) : value)

/** The ids of references, in one spelling and order; undefined unless all of them show one. */
function idsOf(values: unknown, idIn: (value: unknown) => unknown): readonly string[] | undefined {
  const ids = Array.isArray(values) ? values.map(idIn) : [undefined]
  return ids.every(isId) ? ids.map(plainId).sort() : undefined
}

/** Which value each user-defined field has that has one; undefined if that is not shown as {meta, value}. */
function udfValuesOf(values: unknown, metaIn: (value: Part) => unknown): readonly string[] | undefined {
  const valued = partsIn(values).filter(({ value }) => value !== null)
  const found = valued.map((one) => [metaIn(one), one['value']] as const)
  return Array.isArray(values) && found.every(([meta]) => isId(meta))
    ? found.map(([meta, value]) => `${plainId(String(meta))} ${String(value)}`).sort()
    : undefined
}

/** What a record and a part of a tree both show, in the forms of both documents; a field that either lacks is its own affair. */
function mustAgree(resource: string, dto: Dto | undefined, part: Part): void {
  const same = (field: string, one: unknown, other: unknown): void => {
    if ((one ?? undefined) !== undefined && (other ?? undefined) !== undefined)
      must.equal(`${field} of a record of ${resource} and of its tree`, one, other)
  }
  for (const field of plainFields) same(field, asCompared(field, dto?.[field]), asCompared(field, part[field]))
  for (const field of references) {
    const [held, shown] = [dto?.[field], partOf(part[field])['id']]
    if (isId(held) && isId(shown)) same(field, plainId(held), plainId(shown))
  }
  for (const field of lists)
    same(
      field,
      idsOf(dto?.[field], (value) => value),
      idsOf(part[field], (value) => partOf(value)['id']),
    )
  const held = udfValuesOf(dto?.['udfValues'], ({ meta }) => meta)
  const shown = udfValuesOf(part['udfValues'], ({ udfMeta }) => partOf(udfMeta)['id'])
  // A record may show values besides that a service fills itself.
  same('udfValues', shown && held?.filter((one) => shown.includes(one)), shown)
}

/** Whether there is a record to compare is told. */
export async function mustAgreeWithRecord(context: Context, resource: string, part: Part): Promise<boolean> {
  const id = idOf(part)
  if (id === undefined || !(resource in context.target.dtos)) return false
  const dto = await read(context.api, id, resource)
  mustAgree(resource, dto, part)
  return dto !== undefined
}

/** The records of attachments and reserved materials agree with their places in the tree, and say whose they are. */
async function mustAgreeWithOwned(context: Context, owner: Part): Promise<void> {
  const { attachment, objectReference } = context.target.fixtures
  for (const [resource, parts] of [
    ['Attachment', partsIn(owner['attachments'])],
    ['ReservedMaterial', partsIn(owner['reservedMaterials'])],
  ] as const) {
    if (!(resource in context.target.dtos)) continue
    for (const part of parts) {
      const id = idOf(part)
      const dto = id === undefined ? undefined : await read(context.api, id, resource)
      if (!dto) continue
      mustAgree(resource, dto, part)
      if (resource === 'Attachment' && attachment)
        for (const [name, field] of [
          [attachment.name, 'fileName'],
          [attachment.description, 'description'],
        ] as const)
          if (typeof dto[name] === 'string' && typeof part[field] === 'string')
            must.equal(`${field} of a record of ${resource} and of its tree`, dto[name], part[field])
      const held = objectReference && partOf(dto[objectReference.field])[objectReference.id]
      if (isId(held))
        must.hold(`a record of ${resource} that belongs to its part of the tree`, sameId(held, idOf(owner) ?? ''), held)
    }
  }
}

/** Every record that a tree is made of agrees with it. */
export async function mustAgreeWithRecords(context: Context, tree: Part): Promise<void> {
  const compared: Array<readonly [resource: string, isThere: boolean]> = []
  for (const [resource, parts] of [
    ['ServiceCall', [tree]],
    ['Activity', activitiesOf(tree)],
  ] as const)
    for (const part of parts) {
      compared.push([resource, await mustAgreeWithRecord(context, resource, part)])
      await mustAgreeWithOwned(context, part)
    }
  for (const resource of ['ServiceCall', 'Activity'])
    if (resource in context.target.dtos && !compared.some(([of, isThere]) => of === resource && isThere))
      throw new Unexercised(`the Data API shows no record of ${resource} of the tree`)
}

/** The record of a new service call: how soon the Data API shows what another interface made is not said. */
export async function recordOfCall(context: Context, call: Pick<Stored, 'id' | 'externalId'>): Promise<Stored> {
  await eventually(
    context,
    () => read(context.api, call.id, 'ServiceCall'),
    (dto) => (dto ? undefined : { expected: 'the service call in the Data API', actual: 'nothing' }),
  )
  return current(context.api, call)
}

/** Attachments have no external id: a list filtered by their file names shows what is left. */
export async function attachmentsNamed(context: Context, fileName: unknown): Promise<number> {
  const { name } = context.target.fixtures.attachment ?? {}
  const answer = await context.api.data.list('Attachment', { query: { query: `${name} = "${String(fileName)}"` } })
  must.success(answer)
  return answer.records().length
}
