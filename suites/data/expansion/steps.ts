import { dtoPair } from '../../../src/target/dto-pair.ts'
import type { Answer, Dto } from '../../../src/clients/answer.ts'
import type { PartAnswer } from '../../../src/clients/batch.ts'
import type { DataOptions } from '../../../src/clients/data.ts'
import type { Api } from '../../../src/clients/api.ts'
import {
  Blocked,
  eventually,
  holds,
  holdsId,
  keyOf,
  matchers,
  must,
  newNumbers,
  objectsWith,
  placesOf,
  plainId,
  rely,
  sameId,
  show,
  type Context,
} from '../../../src/kit/index.ts'
import { isObject } from '../../../src/exchange/json.ts'
import { cql } from '../cql/requirements.ts'
import { data } from '../record/requirements.ts'
import { mustShowTheSame, readableAgain } from '../computed.ts'
import { stored, type Stored } from '../steps.ts'
import { referenceTo } from '../inverse-end.ts'

/** Related records, and unrelated ones beside them: all of them ours. */
export interface Family {
  /** The name of the relation in `expand`. */
  readonly field: string
  readonly parent: Stored
  readonly related: readonly Stored[]
  /** Records of the related resource that are not related to this parent. */
  readonly strangers: readonly Stored[]
}

/** A record and the one it refers to, beside one that it does not refer to. */
export async function withReference(context: Context): Promise<Family> {
  const { resource, field, to } = context.target.fixtures.reference ?? missing('reference')
  const related = await stored(context, {}, to)
  const strangers = [await stored(context, {}, to)]
  return { field, parent: await stored(context, { [field]: related.id }, resource), related: [related], strangers }
}

/** A record that `count` others refer to, beside one that two others refer to. */
export async function withInverse(
  context: Context,
  count = 3,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Family & { readonly other: Family }> {
  const { resource, field, to, by } = context.target.fixtures.inverse ?? missing('inverse')
  const parent = await stored(context, more, resource)
  const second = await stored(context, {}, resource)
  const children = async ({ id }: Stored, number: number) => {
    const made: Stored[] = []
    while (made.length < number) made.push(await stored(context, { [by]: referenceTo(context, id) }, to))
    return made
  }
  const [related, strangers] = [await children(parent, count), await children(second, 2)]
  return { field, parent, related, strangers, other: { field, parent: second, related: strangers, strangers: related } }
}

export const missing = (fixture: string): never => {
  throw new Blocked(`fixtures.${fixture} is missing in the target file`)
}

/** The dtos parameter with a pair for each resource. */
export const dtosPairs = ({ target }: Pick<Context, 'target'>, ...resources: readonly string[]): string =>
  [...new Set(resources)].map((resource) => dtoPair(target, resource)).join(';')

/** The options of a read that expands a family. */
export const asking = (
  context: Context,
  { parent, related }: Family,
  expand: string,
  more: DataOptions['query'] = {},
): DataOptions => ({
  dtos: dtosPairs(context, parent.resource, ...related.map(({ resource }) => resource)),
  query: { ...more, expand },
})

/** The element of the answer that holds this record, whatever else it holds. */
export function elementOf(
  answer: Pick<Answer, 'json'>,
  { resource, id }: Pick<Stored, 'resource' | 'id'>,
): Dto | undefined {
  const body = answer.json as { data?: unknown } | undefined
  const elements = Array.isArray(body?.data) ? (body.data as Readonly<Record<string, Dto | null>>[]) : []
  return elements.find((element) => sameId(element?.[keyOf(resource)]?.['id'], id))
}

/**
 * What an answer tells of a record: its element, and what stands beside data under the record's id, with it, or with an id that its element
 * holds; where a count or an expanded record stands is open (A-EXP-10).
 */
export function toldOf(answer: Answer, record: Pick<Stored, 'resource' | 'id'>): unknown {
  const { data: _, ...beside } = isObject(answer.json) ? answer.json : {}
  const element = elementOf(answer, record)
  const own = [...placesOf(beside)].flatMap(({ value }) => {
    if (!isObject(value)) return []
    const under = Object.entries(value).flatMap(([key, one]) => (sameId(key, record.id) ? [one] : []))
    const isOwn =
      Object.values(value).some((one) => sameId(one, record.id)) ||
      [...placesOf(element)].some((held) => sameId(held.value, value['id']))
    return isOwn ? [value, ...under] : under
  })
  return { ...element, beside: own }
}

/** Whether a related record is there: an object with its id and its external id, which a mere reference does not carry. */
export const shows = (within: unknown, { id, externalId }: Stored): boolean =>
  objectsWith(within, externalId).some(({ object }) => sameId(object['id'], id))

/** Whether one list holds a record more than once; where else it stands is open (A-EXP-10). */
const listedTwice = (within: unknown, { id }: Stored): boolean =>
  [...placesOf(within)].some(
    ({ value }) =>
      Array.isArray(value) && value.filter((element) => isObject(element) && sameId(element['id'], id)).length > 1,
  )

/** All related records are there and none of the others, and the record itself is the same as without expand. */
export async function mustBeExpanded(
  answer: Answer | PartAnswer,
  plain: Dto,
  { field, parent, related, strangers }: Family,
): Promise<void> {
  must.success(answer)
  const element = elementOf(answer, parent)
  const lacking = related.filter((record) => !shows(answer.json, record))
  must.none(
    `record related by ${field} (of ${related.length}) that is missing in the answer, or not whole`,
    lacking,
    () => `${lacking.length} missing: ${show(element)}`,
  )
  must.none(
    `record related by ${field} that stands twice in one list`,
    related.filter((record) => listedTwice(answer.json, record)),
    () => show(element),
  )
  const foreign = strangers.filter((record) => holds(element, record.externalId))
  must.none(`record in the answer that is not related by ${field}`, foreign, () => show(element))
  await mustBeUnchanged(element?.[keyOf(parent.resource)] as Dto | undefined, plain, [field])
}

/** What the record shows beside the expanded fields is what it shows without expand. */
export const mustBeUnchanged = (dto: Dto | undefined, plain: Dto, but: readonly string[]): Promise<void> =>
  mustShowTheSame(
    'the fields that are not expanded, the same as without expand',
    dto,
    plain,
    Object.keys(plain).filter((name) => !but.includes(name)),
  )

export type Look = (api: Api, record: Stored, options: DataOptions) => Promise<Answer>

/** The ways to read one record that accept expand. */
export const looks = {
  'by-id': (api, { resource, id }, options) => api.data.get(resource, id, options),
  'by-external-id': (api, { resource, externalId }, options) => api.data.get(resource, { externalId }, options),
  'on-a-search': (api, record, options) => search(api, [record], options),
} as const satisfies Readonly<Record<string, Look>>

/** The list of exactly these records. */
export function search(api: Api, records: readonly Stored[], options: DataOptions): Promise<Answer> {
  const query = `externalId in (${records.map(({ externalId }) => `"${externalId}"`).join(', ')})`
  return api.data.list(records[0]?.resource ?? '', { ...options, query: { ...options.query, query } })
}

export type Way = keyof typeof looks
export const ways = ['by-id', 'by-external-id', 'on-a-search'] as const satisfies readonly Way[]

/** The ways that the target has: a search takes the parameter query. */
export const waysOf = ({ target }: Pick<Context, 'target'>): readonly Way[] =>
  ways.filter((way) => way !== 'on-a-search' || !('query-language' in target.lacks))

/** What a read shows of a record without expand. If it does not show the record, the finding is about reading. */
export async function plainly(context: Context, look: Way, record: Stored): Promise<Dto> {
  const rule = {
    'by-id': data['get-by-id'],
    'by-external-id': data['get-by-external-id'],
    'on-a-search': cql['query-criteria'],
  }[look]
  const shown = (answer: Answer) => elementOf(answer, record)?.[keyOf(record.resource)] as Dto | undefined
  // A list may show a new record a little later than a read by id does.
  const within = look === 'on-a-search' ? {} : { within: 0 }
  const there = (answer: Answer) =>
    matchers.present(`the ${record.resource} with id ${record.id}`, shown(answer), answer)
  const read = async () =>
    rely(
      rule,
      async () => shown(await eventually(context, () => looks[look](context.api, record, {}), there, within)) as Dto,
    )
  return readableAgain(await read(), { read, wait: context.wait })
}

/** Records that the expansion shows as related, which no check made: that a service makes nothing beside a record is not stated. */
async function addedByTheService(context: Context, family: Family, made: readonly Stored[]): Promise<number> {
  const { by = '' } = context.target.fixtures.inverse ?? {}
  const asked = asking(context, { ...family, related: [...family.related, ...made] }, family.field)
  const answer = await looks['by-id'](context.api, family.parent, asked)
  const ours = [family.parent, ...family.related, ...family.strangers, ...made]
  const ids = [...placesOf(answer.json)].flatMap(({ value }) =>
    isObject(value) && typeof value['id'] === 'string' && holdsId(value[by], family.parent.id) ? [value['id']] : [],
  )
  return new Set(ids.filter((id) => !ours.some((one) => sameId(one.id, id))).map(plainId)).size
}

/** The number of related records appears in the element, and does not without expand; `gone` are no longer related. */
export async function mustCount(
  context: Context,
  answer: Answer,
  plain: Dto,
  family: Family,
  gone: readonly Stored[] = [],
): Promise<void> {
  const { field, parent, related } = family
  must.success(answer)
  const key = keyOf(parent.resource)
  const element = elementOf(answer, parent)
  const counts = newNumbers(toldOf(answer, parent), { [key]: plain })
  if (!counts.includes(related.length)) {
    const number = related.length + (await addedByTheService(context, family, gone))
    must.hold(`the number ${number} of the records related by ${field}`, counts.includes(number), element)
  }
  await mustBeUnchanged(element?.[key] as Dto | undefined, plain, [field])
}

/** Fields of the synchronisation base: whether a shaped record has them without being asked for is left open. */
const base = ['id', 'externalId', 'lastChanged', 'lastChangedBy']

/** What an answer shows of a related record has no other fields than those that its expansion names. */
export function mustNameOnly(
  answer: Answer,
  { dto }: Stored,
  fields: readonly string[],
  parent: Stored,
  expand: string,
): void {
  const shaped = objectsWith(answer.json, dto[fields.at(-1) ?? ''])
    .map(({ object }) => object)
    .filter(({ id }) => !sameId(id, parent.id))
  const others = Object.keys(dto).filter(
    (field) => ![...base, ...fields].includes(field) && shaped.some((object) => (object[field] ?? null) !== null),
  )
  must.equal(`fields of the related record that ${expand} does not name`, others, [])
}
