import { momentOf } from '../../src/exchange/moment.ts'
import type { Answer } from '../../src/clients/answer.ts'
import type { TreeOptions } from '../../src/clients/service.ts'
import {
  Blocked,
  eventually,
  isObjection,
  matchers,
  must,
  plainId,
  rely,
  Unexercised,
  type Context,
} from '../../src/kit/index.ts'
import type { TreeFixture } from '../../src/target/target.ts'
import { mustBeAbsent } from '../data/steps.ts'
import { service } from './requirements.ts'

export type Part = Readonly<Record<string, unknown>>

export const fixture = ({ target }: Pick<Context, 'target'>): TreeFixture => {
  const { tree } = target.fixtures
  if (!tree) throw new Blocked('it needs the least service call of a tree: set fixtures.tree in the target file')
  return tree
}

/** The least service call, with a subject and an external id of its own. */
export const leastCall = (context: Context, more: Part = {}): Record<string, unknown> => ({
  ...fixture(context).call,
  subject: context.fresh.text(),
  externalId: context.fresh.externalId(),
  ...more,
})

/** The least activity, with a subject of its own. */
export const leastActivity = (context: Context, more: Part = {}): Record<string, unknown> => ({
  ...fixture(context).activity,
  subject: context.fresh.text(),
  ...more,
})

export const leastMaterial = (context: Context, more: Part = {}): Record<string, unknown> => ({
  ...fixture(context).material,
  externalId: context.fresh.externalId(),
  ...more,
})

/** A single piece, named by its serial number; none where the target file has no serial number. */
export const serialPieces = (context: Context): readonly Part[] => {
  const { serialNumber } = fixture(context).references ?? {}
  return serialNumber ? [leastMaterial(context, { quantity: 1, shipped: 1, serialNumber })] : []
}

/** Fields that may be sent, of which no sentence says what values they take. */
const unbounded = ['category', 'shipped', 'serialNumber']

/** The same part without those fields, however deep. */
export const bounded = (part: Part): Part =>
  JSON.parse(JSON.stringify(part), (name, value: unknown) => (unbounded.includes(name) ? undefined : value)) as Part

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && !Array.isArray(value)

export const partOf = (value: unknown): Part => (isPart(value) ? value : {})

/** The elements of a list that are objects; none if it is no list. */
export const partsIn = (value: unknown): readonly Part[] => (Array.isArray(value) ? value.filter(isPart) : [])

export const activitiesOf = (tree: Part): readonly Part[] => partsIn(tree['activities'])

/** The id of a part: the uuid of an object or, as real systems show it, a text. */
export function idOf(part: Part | undefined): string | undefined {
  const id = part?.['id']
  const value = isPart(id) ? id['uuid'] : id
  return typeof value === 'string' && value !== '' ? value : undefined
}

export interface MadeTree {
  readonly id: string
  readonly tree: Part
  readonly answer: Answer
}

/** The tree of a successful answer. */
export function treeIn(answer: Answer): MadeTree {
  must.status(answer, 200)
  const tree = partOf(answer.json)
  const id = idOf(tree)
  must.hold('a tree with the id of the service call', id !== undefined, answer.text)
  return { id: id ?? '', tree, answer }
}

/** Creates a tree as a setup step. */
export const created = (context: Context, body: Part, options?: TreeOptions): Promise<MadeTree> =>
  rely(service.create, async () => treeIn(await context.api.service.create(body, options)))

/** The answer to a tree that refers to a record which the Data API has just made: how soon another interface sees it is not stated. */
export const takenSoon = (context: Context, body: Part, options?: TreeOptions): Promise<Answer> =>
  eventually(
    context,
    () => context.api.service.create(body, options),
    (answer) => (isObjection(answer) ? matchers.status(answer, 200) : undefined),
    { lag: 10_000 },
  )

/** Creates such a tree as a setup step. */
export const createdSoon = (context: Context, body: Part, options?: TreeOptions): Promise<MadeTree> =>
  rely(service.create, async () => treeIn(await takenSoon(context, body, options)))

/** A tree of which no part has attachments: whether one may name a file that is not there yet is not said (B-SVC-15). */
export const withoutAttachments = (tree: Part): Part =>
  JSON.parse(JSON.stringify(tree, (name, value: unknown) => (name === 'attachments' ? undefined : value))) as Part

/** A body whose values no sentence bounds, or a plainer one where it is refused: then nothing is known of those values. */
export async function createdIfTaken(
  context: Context,
  body: Part,
  plainer: Part,
  options?: TreeOptions,
): Promise<MadeTree & { readonly body: Part }> {
  const answer = await context.api.service.create(body, options)
  const isRefused = answer.status >= 400 && answer.status < 500
  const made = isRefused
    ? await createdSoon(context, plainer, options)
    : await rely(service.create, async () => treeIn(answer))
  return { ...made, body: isRefused ? plainer : body }
}

/** Nothing of a tree that was refused is there, as far as the target file lets the Data API tell. */
export async function mustLeaveNone({ api, target }: Context, body: Part): Promise<void> {
  if ('ServiceCall' in target.dtos) await mustBeAbsent(api, { externalId: body['externalId'] })
  if ('Activity' in target.dtos)
    for (const { externalId } of activitiesOf(body)) await mustBeAbsent(api, { externalId }, 'Activity')
}

/** A tree larger than a target takes: refused, and nothing of it is there. No sentence bounds trees, nor forbids a bound. */
export async function isTooLarge(context: Context, body: Part, answer: Answer): Promise<boolean> {
  if (answer.status < 400 || answer.status >= 500) return false
  await mustLeaveNone(context, body)
  return true
}

/** The tree as it is read by its id. */
export const readTree = (context: Context, id: string): Promise<Part> =>
  rely(service.get, async () => treeIn(await context.api.service.get(id)).tree)

/** Refused, which is lawful here: then there is nothing to judge. */
export function leftAlone(answer: Answer, why: string): never {
  must.refused4xx(answer)
  throw new Unexercised(why)
}

/** The keys that a shown reference has, each to be compared; real references need not show all of them. */
export const keysOf = (reference: unknown): Record<string, string> =>
  Object.fromEntries(
    ['id', 'code', 'externalId'].flatMap((key) => {
      const value = partOf(reference)[key]
      return typeof value === 'string' ? [[key, key === 'id' ? plainId(value) : value]] : []
    }),
  )

/** The same moment, however it is written. */
export const moment = (value: unknown): unknown => (Number.isNaN(momentOf(value)) ? value : momentOf(value))

/** A coordinate as a number: the documents give it no type. */
export const degrees = (value: unknown): unknown =>
  typeof value === 'string' && value.trim() !== '' ? Number(value) : value
