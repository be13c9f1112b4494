import type { Answer, Dto } from '../../../src/clients/answer.ts'
import { sameSpelled } from '../../../src/exchange/same-spelled.ts'
import { keyOf, must, rely, show, type Context } from '../../../src/kit/index.ts'
import { data } from '../record/requirements.ts'
import { read, shown, whole } from '../steps.ts'
import { valueCases } from './cases.ts'

/** A body with a value in every field that the documents' sample or the target file tells of, and one with others. */
async function fullBodies(
  context: Context,
  resource: string,
): Promise<readonly [first: Record<string, unknown>, other: Record<string, unknown>]> {
  const [first, other]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}]
  for (const of of valueCases) {
    const { resource: at, field } =
      of.need && !has(context, of.place(context)) ? { resource: '', field: '' } : of.place(context)
    if (at !== resource || field in other) continue
    const { before, after } = await of.values(context)
    if (before !== undefined) first[field] = before
    other[field] = after
  }
  return [whole(context, { id: context.fresh.id(), ...first }, resource), other]
}

/** A record with a value in every field that is known, and other values for them. */
export function filled(context: Context, resource: string) {
  return rely(data.create, async () => {
    const [body, other] = await fullBodies(context, resource)
    const answer = await context.api.data.create(resource, body)
    must.success(answer)
    const record = { resource, id: String(body['id']), externalId: String(body['externalId']) }
    return { body, other, answer, record, dto: (await read(context.api, record.id, resource)) ?? {} }
  })
}

const has = (
  { target }: Context,
  { resource, field }: { readonly resource: string; readonly field: string },
): boolean => resource !== '' && field !== '' && resource in target.templates

/** What is written and never shown (A-ATT-02). */
const hidden = ['fileContent']

/** The record in an answer to a write is the one that a read by id shows, in every field that was set. */
export function mustBeAsRead(
  what: string,
  answer: Answer,
  resource: string,
  dto: Dto,
  fields: readonly string[],
): void {
  must.equal(`records in ${what}`, answer.records(keyOf(resource)).length, 1)
  mustReadAlike(what, shown(answer, resource) ?? {}, dto, fields)
}

/** Two looks at one version of a record agree; layouts of ids and moments are not stated, and an unset field may be left out. */
export function mustReadAlike(what: string, dto: Dto, byId: Dto, fields: readonly string[], mayBePart = false): void {
  for (const field of [...fields, 'externalId', 'lastChanged', 'lastChangedBy']) {
    if (hidden.includes(field) || (mayBePart && !(field in dto))) continue
    must.hold(
      `${field} in ${what} as read by id: ${show(byId[field] ?? null)}`,
      sameMeaning(dto[field] ?? null, byId[field] ?? null),
      show(dto[field] ?? null),
    )
  }
}

function sameMeaning(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((each) => other.some((its) => sameMeaning(each, its)))
  if (typeof one === 'object' && typeof other === 'object' && one !== null && other !== null)
    return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) =>
      sameMeaning((one as Dto)[name] ?? null, (other as Dto)[name] ?? null),
    )
  return typeof one === 'string' && typeof other === 'string' && sameSpelled(one, other)
}
