import type { Api } from '../../src/clients/api.ts'
import type { Answer, Dto } from '../../src/clients/answer.ts'
import type { DataOptions, Ref } from '../../src/clients/data.ts'
import { Blocked, Unexercised, keyOf, must, plainId, rely, type Context } from '../../src/kit/index.ts'
import { posted } from './posted.ts'
import { data } from './record/requirements.ts'
import type { Target } from '../../src/target/target.ts'

export const call = 'ServiceCall'

/** A record that a check made for itself, as it was read last. */
export interface Stored {
  readonly resource: string
  readonly id: string
  readonly externalId: string
  readonly lastChanged: number
  readonly dto: Dto
}

export type AddressedBy = 'by-id' | 'by-external-id'
export const routes: readonly AddressedBy[] = ['by-id', 'by-external-id']
export const refOf = (record: Pick<Stored, 'id' | 'externalId'>, route: AddressedBy): Ref =>
  route === 'by-id' ? record.id : { externalId: record.externalId }

export const succeeded = (answer: Answer): boolean => answer.status >= 200 && answer.status < 300

/** The record that a read shows. A record that is missing may be any status but a 2xx, or an empty list. */
export const shown = (answer: Answer, resource: string = call): Dto | undefined =>
  succeeded(answer) ? answer.record(keyOf(resource)) : undefined

export const read = async (
  api: Api,
  ref: Ref,
  resource: string = call,
  options?: DataOptions,
): Promise<Dto | undefined> => shown(await api.data.get(resource, ref, options), resource)

export const tracked = ['subject', 'remarks', 'externalId', 'lastChanged']

/** Fields of a record for comparison: null and absent are one, ids are compared without dashes and case. */
export function sight(dto: Dto | undefined, fields: readonly string[] = tracked): Record<string, unknown> | undefined {
  return dto && Object.fromEntries(fields.map((field) => [field, comparable(dto[field] ?? null)]))
}

const isGuid = (value: unknown): boolean => typeof value === 'string' && /^[0-9a-f]{32}$/i.test(value)
const freeTexts = ['name', 'subject', 'lastName', 'description', 'remarks'] as const

/** A value with every GUID in it spelt one way, and a list of one GUID as that: a field of references may hold either (A-REC-11). */
export function comparable(value: unknown): unknown {
  if (Array.isArray(value)) {
    const all = value.map(comparable)
    return all.length === 1 && isGuid(all[0]) ? all[0] : all
  }
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, comparable(inner)]))
  return typeof value === 'string' && /^[0-9a-f]{32}$/i.test(value.replaceAll('-', '')) ? plainId(value) : value
}

/** Order of values that need not be texts. */
export const byText = (one: unknown, other: unknown): number => (String(one) < String(other) ? -1 : 1)

/** The record shows the expected values of these fields. */
export const mustShow = (
  what: string,
  dto: Dto | undefined,
  expected: Readonly<Record<string, unknown>>,
  fields: readonly string[] = Object.keys(expected),
): void => must.equal(what, sight(dto, fields), sight(expected, fields))

/** The text field that identifies a record of the resource for us. */
export const nameField = (resource: string): 'subject' | 'name' => (resource === call ? 'subject' : 'name')

/** A text field of the resource that takes any text, if one is known: the documents show those of two resources. What else a template holds may be a code, or of a list. */
export function knownText({ target }: Pick<Context, 'target'>, resource: string): string | undefined {
  if (resource === call || resource === 'BusinessPartner') return nameField(resource)
  const told = target.fixtures.texts?.[resource]
  if (told !== undefined) return told
  if (resource === 'Attachment') return fileNameField(target)
  return freeTexts.find((name) => typeof target.templates[resource]?.[name] === 'string')
}

/** The same, of a check that needs one. */
export function textField(context: Pick<Context, 'target'>, resource: string): string {
  const field = knownText(context, resource)
  if (field === undefined) throw new Unexercised(`fixtures.texts.${resource} names no field that takes any text`)
  return field
}

/** A whole body with own values: what POST and PUT take. */
export function whole(
  { fresh, target }: Context,
  more: Readonly<Record<string, unknown>> = {},
  resource: string = call,
): Record<string, unknown> {
  if (!(resource in target.templates)) throw new Blocked(`templates.${resource} is missing in the target file`)
  const base = target.dtos[resource]?.syncBase ?? 9
  if (base < 9)
    throw new Blocked(`records have an external id from base version 9 on, and dtos.${resource}.syncBase is ${base}`)
  const title =
    resource === call || resource === 'BusinessPartner' ? nameField(resource) : target.fixtures.texts?.[resource]
  const named = title === undefined ? {} : { [title]: fresh.text() }
  const externalId = fresh.externalId()
  return fresh.body(resource, { ...named, ...ownName({ fresh, target }, resource, externalId), externalId, ...more })
}

/** The field of an attachment that holds the name of the file. */
export const fileNameField = ({ fixtures }: Pick<Target, 'fixtures'>): string => fixtures.attachment?.name ?? 'fileName'

/** An attachment has a name of its own: no sentence says that an object takes a name twice, and all that a run makes refer to one. */
function ownName(
  { fresh, target }: Pick<Context, 'fresh' | 'target'>,
  resource: string,
  mark: string,
): Readonly<Record<string, string>> {
  if (resource !== 'Attachment') return {}
  const field = fileNameField(target)
  const usual = fresh.body(resource)[field]
  return typeof usual === 'string' ? { [field]: `${mark}-${usual}` } : {}
}

type Body = Readonly<Record<string, unknown>>

async function asCreated({ api }: Context, body: Body, resource: string): Promise<Stored> {
  const record = await current(api, { id: String(body['id']), externalId: String(body['externalId']) }, resource)
  const told = ['subject', 'name', 'remarks'].filter((field) => field in body)
  mustShow('the created record', record.dto, body, told)
  return record
}

/** Creates a record by POST and reads it. If that fails, the finding is about creating. */
export function stored(context: Context, more: Body = {}, resource: string = call): Promise<Stored> {
  return rely(data.create, async () => {
    const { answer, body } = await posted(
      context,
      resource,
      whole(context, { id: context.fresh.id(), ...more }, resource),
    )
    must.success(answer)
    return asCreated(context, body, resource)
  })
}

/** A record that no sentence says is taken (without an external id, without a partner); undefined where it is refused. */
export function storedIfTaken(context: Context, more: Body, resource: string = call): Promise<Stored | undefined> {
  return rely(data.create, async () => {
    const body = whole(context, { id: context.fresh.id(), ...more }, resource)
    const answer = await context.api.data.create(resource, body)
    if (succeeded(answer)) return asCreated(context, body, resource)
    await mustBeRefusedAlone(context, answer, resource)
    return undefined
  })
}

const quarterMs = 900_000
/** The full quarter of an hour before a moment: no sentence says that an appointment may be at any second. */
export const onTheQuarter = (moment: string): string =>
  new Date(Math.floor(Date.parse(moment) / quarterMs) * quarterMs).toISOString().replace('.000Z', 'Z')

/** The record as it stands, read by id. */
export async function current(
  api: Api,
  { id, externalId }: Pick<Stored, 'id' | 'externalId'>,
  resource: string = call,
): Promise<Stored> {
  const answer = await api.data.get(resource, id)
  const dto = shown(answer, resource)
  must.sameId(`the ${resource} with id`, dto?.['id'], id, answer)
  return { resource, id, externalId, lastChanged: Number(dto?.['lastChanged']), dto: dto ?? {} }
}

/** Changes a record once, so that its former lastChanged is stale. If that fails, the finding is about PATCH. */
export async function changed(
  context: Context,
  before: Stored,
  more: Readonly<Record<string, unknown>> = {},
  api: Api = context.api,
): Promise<Stored> {
  await context.wait(10)
  const after = await rely(data['partial-update'], async () => {
    const patch = { [textField(context, before.resource)]: context.fresh.text(), ...more }
    must.status(await api.data.patch(before.resource, before.id, { ...patch, lastChanged: before.lastChanged }), 201)
    const patched = await current(api, before, before.resource)
    mustShow('the patched record', patched.dto, patch)
    return patched
  })
  return rely(data['last-changed-forward'], async () => {
    must.differ('lastChanged after a PATCH', after.lastChanged, before.lastChanged)
    return after
  })
}

/** Read by id and by external id, the record is as it was. */
export async function mustBeAsBefore(api: Api, before: Stored, more: readonly string[] = []): Promise<void> {
  const fields = [
    ...(before.resource === call ? ['subject', 'remarks'] : freeTexts),
    'externalId',
    'lastChanged',
    ...more,
  ]
  for (const route of routes) {
    const now = await read(api, refOf(before, route), before.resource)
    must.equal(`the record read ${words(route)}, unchanged:`, sight(now, fields), sight(before.dto, fields))
  }
}

interface Names {
  readonly id?: unknown
  readonly externalId?: unknown
}

/** Read by id and by external id, there is no record. */
export async function mustBeAbsent(api: Api, { id, externalId }: Names, resource: string = call): Promise<void> {
  const refs: Ref[] = [
    ...(typeof id === 'string' ? [id] : []),
    ...(typeof externalId === 'string' ? [{ externalId }] : []),
  ]
  for (const ref of refs) {
    const answer = await api.data.get(resource, ref)
    must.notCrashed(answer, `a GET of a ${resource} that is not there`)
    const none = !succeeded(answer) || answer.records().length === 0
    must.hold(`no ${resource} read by ${typeof ref === 'string' ? 'its id' : 'its external id'}`, none, answer.text)
  }
}

export const words = (route: AddressedBy): string => route.replaceAll('-', ' ')

/** A create that no sentence demands may be refused; the plain one beside it is taken. */
export async function mustBeRefusedAlone(context: Context, answer: Answer, resource: string = call): Promise<void> {
  must.refused4xx(answer)
  await stored(context, {}, resource)
}
