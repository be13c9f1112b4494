import type { Answer, Dto } from '../../../src/clients/answer.ts'
import { sameSpelled } from '../../../src/exchange/same-spelled.ts'
import { keyOf, must, rely, show, type Context } from '../../../src/kit/index.ts'
import { ownFields } from '../named-later.ts'
import { data } from '../record/requirements.ts'
import { ended, soon } from '../posted.ts'
import { call, nameField, onTheQuarter, read, shown, stored, whole } from '../steps.ts'
import { means, valueCases, type Kind } from './cases.ts'
import { carries } from './steps.ts'
import { refersByObject } from '../inverse-end.ts'

/** What a caller sets: a value in every field that the documents' sample or the target file tells of, other values, and the kinds of both. */
interface Bodies {
  readonly first: Readonly<Record<string, unknown>>
  readonly other: Readonly<Record<string, unknown>>
  readonly kinds: ReadonlyMap<string, Kind>
}

async function fullBodies(context: Context, resource: string): Promise<Bodies> {
  const [first, other]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}]
  const kinds = new Map<string, Kind>()
  const set = (field: string, kind: Kind, before: unknown, after: unknown) => {
    if (field in other) return
    first[field] = before
    other[field] = after
    kinds.set(field, kind)
  }
  for (const of of valueCases) {
    const { resource: at, field } =
      of.need && !has(context, of.place(context)) ? { resource: '', field: '' } : of.place(context)
    if (at !== resource || field in other) continue
    const { before, after } = await of.values(context)
    // Of an inlined object the target file tells one whole value.
    const held = before ?? (of.kind === 'inlined' ? after : undefined)
    if (held !== undefined) first[field] = held
    // A record with many values is not to be refused for one: the cases themselves have seconds, large numbers and letters of all alphabets.
    other[field] = amongOthers(of.kind, after)
    // That a reference which is set may be changed is not stated: the case itself tries it, and sends it plainer where it is refused.
    if (of.kind === 'reference' && held !== undefined) other[field] = held
    kinds.set(field, of.kind)
  }
  // Other flags of the documents' sample, which no case writes.
  if (resource === call)
    for (const flag of ['chargeableMileages', 'chargeableMaterials', 'chargeableExpenses'])
      set(flag, 'boolean', true, false)
  const { inverse } = context.target.fixtures
  if (resource === inverse?.to && inverse.resource in context.target.templates && !refersByObject(context)) {
    const { id } = await stored(context, {}, inverse.resource)
    set(inverse.by, 'reference', id, id)
  }
  // Letters of both cases, one beyond ASCII and a plus, which forms write otherwise.
  const name = nameField(resource)
  const named = () => `${context.fresh.text()} Aa+b ä`
  if (resource === call || resource === 'BusinessPartner') set(name, 'text', named(), named())
  const body = whole(context, { id: context.fresh.id(), ...first }, resource)
  // Whether an update may be one of nothing is not stated: where no field is known, one of the template is sent again.
  const own = ownFields(context, resource)
  const [known] = [
    ...Object.keys(context.target.templates[resource] ?? {}).filter((field) => !own.includes(field)),
    ...own,
  ]
  if (known !== undefined && Object.keys(other).length === 0) other[known] = body[known]
  return { first: withEnd(body), other: withEnd(other), kinds }
}

const amongOthers = (kind: Kind, value: unknown): unknown =>
  kind === 'date-time'
    ? onTheQuarter(String(value))
    : kind === 'text'
      ? latin(value)
      : kind === 'integer' || kind === 'decimal'
        ? 2
        : value

/** The text with an umlaut for each character that is none of Latin-1. */
const latin = (text: unknown): string => String(text).replace(/[^\u0000-\u00ff]/gu, 'ö')

/** A start has its end beside it: which dates a record may have without others, or change without them, is not stated. */
const withEnd = (body: Bodies['first']): Bodies['first'] =>
  typeof body['startDateTime'] === 'string' && body['endDateTime'] === undefined ? ended(body) : body

/** Without those in a list: with start and end a record takes up time, and that somebody may be in two places at one time is not stated. */
export function unbooked(
  { target }: Pick<Context, 'target'>,
  resource: string,
  body: Bodies['first'],
): Bodies['first'] {
  const { listReference } = target.fixtures
  const dropped = listReference?.resource === resource && 'startDateTime' in body ? listReference.field : ''
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== dropped))
}

function timed(context: Context, resource: string, { first, other, kinds }: Bodies): Bodies {
  const kept = unbooked(context, resource, { ...first, ...other })
  const fitted = (body: Bodies['first']): Bodies['first'] =>
    Object.fromEntries(Object.entries(body).filter(([name]) => name in kept))
  return { first: fitted(first), other: fitted(other), kinds: new Map([...kinds].filter(([name]) => name in kept)) }
}

/** A record with a value in every field that is known, and other values for them; unless `booked`, without those who would be in two places. */
export function filled(
  context: Context,
  resource: string,
  more: Readonly<Record<string, unknown>> = {},
  { booked = true }: { readonly booked?: boolean } = {},
) {
  return rely(data.create, async () => {
    const full = await fullBodies(context, resource)
    const name = nameField(resource)
    const made = async (bodies: Bodies, isTimed = false) => {
      const all: Bodies['first'] = { ...bodies.first, ...more }
      const body = isTimed ? unbooked(context, resource, all) : all
      return { ...bodies, body, answer: await context.api.data.create(resource, body) }
    }
    let tried = await (booked ? made(full) : made(timed(context, resource, full), true))
    // That somebody may be in two places at one time is not stated, nor how far ahead a plan reaches.
    const near: Bodies = { ...full, first: soon(full.first), other: soon(full.other) }
    // Nor which signs a name may have.
    const plainly = (body: Bodies['first']) => ({
      ...body,
      ...(body[name] === undefined ? {} : { [name]: String(body[name]).replaceAll('+', '-') }),
    })
    const worded: Bodies = { ...near, first: plainly(near.first), other: plainly(near.other) }
    for (const plainer of typeof tried.body['startDateTime'] === 'string' ? [full, near, worded] : [worded]) {
      const { status } = tried.answer
      if (status >= 400 && status < 500) tried = await made(timed(context, resource, plainer), true)
    }
    const { answer, body, other, kinds } = tried
    must.success(answer)
    const record = { resource, id: String(body['id']), externalId: String(body['externalId']) }
    const dto = (await read(context.api, record.id, resource)) ?? {}
    // A field that no record shows may be none of this version's (A-REC-12, 13).
    const carried = new Map([...kinds].filter(([field]) => carries(context, { resource, field }, dto)))
    return { body, other, kinds: carried, answer, record, dto }
  })
}

export type Filled = Awaited<ReturnType<typeof filled>>

/** Resources of the Data API that the kit can make: a template without a DTO is of another interface. */
export const makeable = ({ target }: Context): readonly string[] =>
  Object.keys(target.templates).filter(
    (resource) => resource in target.dtos && (resource !== 'Attachment' || !('attachments' in target.lacks)),
  )
/** What an attachment holds cannot be changed (A-ATT-05). */
export const changeable = (context: Context): readonly string[] =>
  makeable(context).filter((resource) => resource !== 'Attachment')

const has = (
  { target }: Context,
  { resource, field }: { readonly resource: string; readonly field: string },
): boolean => resource !== '' && field !== '' && resource in target.templates

/** What is written and never shown (A-ATT-02). */
export const hidden = ['fileContent']

/** What two looks at a record may differ in. */
interface Alike {
  /** Fields that a caller set. */
  readonly set: readonly string[]
  /** Fields that nobody set: where the look shows a value, it is the one of the read by id. */
  readonly steady?: readonly string[]
  /** Whether the look may hold less than the record. */
  readonly mayBePart?: boolean
}

/** Names of the fields that two reads by id show alike: what the service fills by itself may change between them. */
export const steadyIn = (one: Dto, other: Dto): string[] =>
  Object.keys(one).filter((name) => name in other && sameMeaning(one[name], other[name]))

/** A read by id, and the fields that another one shows alike. */
export async function readTwice(context: Context, { id, resource }: Filled['record']) {
  const [dto, again] = [(await read(context.api, id, resource)) ?? {}, (await read(context.api, id, resource)) ?? {}]
  return { dto, steady: steadyIn(dto, again) }
}

/** The record in an answer to a write is the one that a read by id shows. */
export function mustBeAsRead(what: string, answer: Answer, resource: string, dto: Dto, fields: Alike): void {
  must.equal(`records in ${what}`, answer.records(keyOf(resource)).length, 1)
  mustReadAlike(what, shown(answer, resource) ?? {}, dto, fields)
}

/** Two looks at one version of a record agree; layouts of ids and moments are not stated, and an unset field may be left out. */
export function mustReadAlike(what: string, dto: Dto, byId: Dto, { set, steady = [], mayBePart = false }: Alike): void {
  const own = [...set, 'externalId', 'lastChanged', 'lastChangedBy']
  const isOpen = (field: string): boolean =>
    hidden.includes(field) ||
    (own.includes(field)
      ? mayBePart && !(field in dto)
      : (dto[field] ?? null) === null || (isUnset(dto[field]) && isUnset(byId[field])))
  for (const field of new Set([...own, ...steady])) {
    if (isOpen(field)) continue
    must.hold(
      `${field} in ${what} as read by id: ${show(byId[field] ?? null)}`,
      sameMeaning(dto[field] ?? null, byId[field] ?? null),
      show(dto[field] ?? null),
    )
  }
}

/** What a record shows means what was sent, in every field whose kind is known. */
export function mustHoldWhatWasSent(
  what: string,
  dto: Dto,
  sent: Readonly<Record<string, unknown>>,
  kinds: ReadonlyMap<string, Kind>,
): void {
  for (const [field, kind] of kinds) {
    if (!(field in sent)) continue
    must.hold(
      `${field} of ${what}: ${show(sent[field])}`,
      means(kind, dto[field], sent[field]),
      show(dto[field] ?? null),
    )
  }
}

/** A list without a value may be null or empty, here this and there that. */
const isUnset = (value: unknown): boolean => (value ?? null) === null || (Array.isArray(value) && value.length === 0)

function sameMeaning(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && holdsAll(one, other) && holdsAll(other, one)
  if (typeof one === 'object' && typeof other === 'object' && one !== null && other !== null)
    return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) =>
      sameMeaning((one as Dto)[name] ?? null, (other as Dto)[name] ?? null),
    )
  return typeof one === 'string' && typeof other === 'string' && sameSpelled(one, other)
}

/** In whichever order: none is stated. */
const holdsAll = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.every((each) => other.some((its) => sameMeaning(each, its)))
