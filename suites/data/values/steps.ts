import type { Answer, Dto } from '../../../src/clients/answer.ts'
import { must, rely, show, type Context } from '../../../src/kit/index.ts'
import type { Target } from '../../../src/target/target.ts'
import { isComputed } from '../computed.ts'
import { data } from '../record/requirements.ts'
import { madeOnce } from '../made-once.ts'
import { posted } from '../posted.ts'
import { shown as recordIn, succeeded, whole } from '../steps.ts'
import { means, type ValueCase } from './cases.ts'

/** A record with a value in a field, as it was sent. */
export interface Held {
  readonly resource: string
  readonly id: string
  readonly externalId: string
  readonly field: string
}

export interface SentValue {
  readonly of: ValueCase
  readonly held: Held
  readonly value: unknown
}

const carried = new WeakMap<Target, Set<string>>()

/** Whether records of the resource have the field: the documents do not promise it for a version of a DTO, but answers show it. */
export function carries({ target }: Context, { resource, field }: Pick<Held, 'resource' | 'field'>, dto: Dto): boolean {
  if (isComputed({ target }, resource, field)) return false
  const known = carried.get(target) ?? new Set()
  carried.set(target, known)
  if (dto[field] !== undefined) known.add(`${resource}.${field}`)
  return known.has(`${resource}.${field}`)
}

export function bodyWith(
  context: Context,
  { resource, id, externalId, field }: Held,
  value: unknown,
): Record<string, unknown> {
  return whole(context, { id, externalId, ...(value === undefined ? {} : { [field]: value }) }, resource)
}

export const newHeld = (context: Context, of: ValueCase): Held => ({
  ...of.place(context),
  id: context.fresh.id(),
  externalId: context.fresh.externalId(),
})

/** Creates a record with a value, or with the one of its kind that is taken in its place; a refusal is a finding about creating. */
export function holding(context: Context, of: ValueCase, value: unknown): Promise<Held & { readonly value: unknown }> {
  return rely(data.create, async () => {
    let tried
    // Within which bounds a number lies is not stated.
    for (const one of [value, ...smaller(of, value)]) {
      const held = newHeld(context, of)
      const { answer, body } = await posted(context, held.resource, bodyWith(context, held, one))
      tried = { answer, held: { ...held, value: body[held.field] } }
      if (answer.status < 400 || answer.status >= 500) break
    }
    must.success(tried?.answer as Answer)
    return tried?.held as Held & { readonly value: unknown }
  })
}

const smaller = ({ kind }: ValueCase, value: unknown): readonly unknown[] =>
  (kind === 'integer' || kind === 'decimal') && value !== undefined ? [7, 2] : []

/** What a record shows by id; it is the one with the external id. */
export async function heldBy(context: Context, held: Held): Promise<Dto> {
  const answer = await context.api.data.get(held.resource, held.id)
  const dto = recordIn(answer, held.resource)
  must.equal(`the externalId of the ${held.resource} read by id`, dto?.['externalId'], held.externalId)
  return dto ?? {}
}

/** The field means what was sent. A field that no answer shows is not judged: which fields a version has is not shown (A-REC-12, 13). */
export function mustMean(context: Context, what: string, dto: Dto, { of, held, value }: SentValue): void {
  if (!carries(context, held, dto)) return
  const shown = dto[held.field]
  must.hold(`${held.field} ${what}: ${show(value)}`, means(of.kind, shown, value), show(shown ?? null))
}

/** The field no longer has the value. */
export function mustNotMean(context: Context, what: string, dto: Dto, { of, held, value }: SentValue): void {
  if (!carries(context, held, dto)) return
  const shown = dto[held.field]
  const kept = of.kind === 'boolean' ? shown === value : means(of.kind, shown, value)
  must.hold(`${held.field} ${what}: not ${show(value)}`, !kept, show(shown ?? null))
}

/** A refused write says nothing of the value, as long as another value of the field is taken. */
export async function mustTakeAnother(context: Context, of: ValueCase, before: unknown): Promise<void> {
  await heldBy(context, await holding(context, of, before))
}

const made = new Map<string, (context: Context) => Promise<SentValue>>()

/** A record with the value of a case, shared by all checks that only read it; with the plain value where the target refuses the other. */
export function sentOf(context: Context, of: ValueCase): Promise<SentValue> {
  const known =
    made.get(of.name) ??
    madeOnce(async (first: Context): Promise<SentValue> => {
      const { before, after } = await of.values(first)
      const held = newHeld(first, of)
      const { answer, body } = await posted(first, held.resource, bodyWith(first, held, after))
      if (succeeded(answer)) return { of, held, value: body[held.field] }
      const plainer = await holding(first, of, before)
      return { of, held: plainer, value: plainer.value }
    })
  made.set(of.name, known)
  return known(context)
}
