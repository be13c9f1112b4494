import type { Answer } from '../../../src/clients/answer.ts'
import type { Api } from '../../../src/clients/api.ts'
import {
  Blocked,
  eventually,
  holdsId,
  isObjection,
  matchers,
  must,
  placesOf,
  rely,
  sameId,
  type Context,
} from '../../../src/kit/index.ts'
import { data } from '../record/requirements.ts'
import { deleted } from './requirements.ts'
import { call, mustBeAbsent, stored, type Stored } from '../steps.ts'

export type DeletedObjectsVersion = 'DeletedObjects.1' | 'DeletedObjects.2'

/** From (included) to (excluded), in milliseconds of the target's clock. */
export interface Span {
  readonly from: number
  readonly to: number
}

export const aheadMs = 600_000

/** From a little before the last write of a record (clocks of several machines may differ) to the future, which holds no deletions. */
export const around = ({ lastChanged }: Pick<Stored, 'lastChanged'>): Span => ({
  from: lastChanged - 2000,
  to: lastChanged + aheadMs,
})

interface Part {
  readonly span: Span
  readonly answer: Answer
}

const secondMs = 1000

/** By target: how far ahead of the time of an answer an interval ended that was listed, in milliseconds. */
const furthestAhead = new WeakMap<Context['target'], number>()

/**
 * The part of an interval that is there already, and its listing. Whether an interval may end in the future is not stated, nor how one is
 * refused: it is asked for again, a second later, up to a time after that of the answer, which has passed by then.
 */
async function asked(
  { wait, target }: Pick<Context, 'wait' | 'target'>,
  api: Pick<Api, 'data'>,
  resource: string,
  span: Span,
  options?: Parameters<Api['data']['deleted']>[2],
): Promise<Part> {
  const answer = await api.data.deleted(resource, span, options)
  const now = Date.parse(answer.header('Date') ?? '')
  // The header has whole seconds: what was deleted before the answer lies before the next one.
  const to = (Number.isNaN(now) ? span.to - aheadMs : now) + secondMs
  const ahead = span.to - to
  const taken = furthestAhead.get(target) ?? 0
  if (answer.status < 300 && ahead > taken) furthestAhead.set(target, ahead)
  // Where one that ends about as late was listed, it is not its end that is refused.
  if (!isObjection(answer) || ahead <= (taken > 0 ? taken + secondMs : 0) || to <= span.from) return { span, answer }
  await wait(secondMs)
  const past = { from: span.from, to }
  return { span: past, answer: await api.data.deleted(resource, past, options) }
}

/** The listing of an interval whose end may be in the future. */
export const listingOf = async (...of: Parameters<typeof asked>): Promise<Answer> => (await asked(...of)).answer

/** The listing of an interval. If it is refused, the finding is about the accepted versions in dtos. */
export const listing = async (
  context: Pick<Context, 'api' | 'wait' | 'target'>,
  resource: string,
  span: Span,
  dtos: DeletedObjectsVersion = 'DeletedObjects.2',
): Promise<Part> => {
  const part = await asked(context, context.api, resource, span, { dtos })
  await rely(deleted['deleted-versions'], async () => must.success(part.answer))
  return part
}

/** Ways to delete a record; if one fails, the finding is about it. */
export const deletions = {
  'by-id': (context, record) =>
    rely(data.delete, () =>
      gone(context, record, context.api.data.remove(record.resource, record.id, record.lastChanged)),
    ),
  forced: (context, record) =>
    rely(data['force-delete'], () =>
      gone(context, record, context.api.data.remove(record.resource, record.id, undefined, { force: true })),
    ),
  'by-external-id': (context, record) =>
    rely(data['delete-by-external-id'], () =>
      gone(
        context,
        record,
        context.api.data.remove(record.resource, { externalId: record.externalId }, record.lastChanged),
      ),
    ),
} as const satisfies Readonly<Record<string, (context: Context, record: Stored) => Promise<void>>>

async function gone(context: Context, record: Stored, answer: Promise<Answer>): Promise<void> {
  must.status(await answer, 200)
  await mustBeAbsent(context.api, { id: record.id }, record.resource)
}

/** A record that was created and deleted. */
export async function removed(
  context: Context,
  more: Readonly<Record<string, unknown>> = {},
  resource: string = call,
): Promise<Stored> {
  const record = await stored(context, more, resource)
  await context.wait(20)
  await deletions['by-id'](context, record)
  return record
}

/** No page of a longer listing is as short as this. */
const surelyWhole = 10
const listingsAtMost = 60

export interface Wanted {
  readonly id: string
  readonly resource: string
  readonly dtos?: DeletedObjectsVersion
}

/** Most deletions are near the beginning of their span. */
const middleOf = ({ from, to }: Span, step = 4096): number => Math.min(from + step, Math.floor((from + to) / 2))

/**
 * The first part of an interval that lists the record, if any. The documents do not show how long a listing may get, so a listing without
 * the record only counts if it is too short to have been cut off: any other is requested again in two halves.
 */
export async function find(context: Context, { id, resource, dtos }: Wanted, span: Span): Promise<Part | undefined> {
  let [left, longest] = [listingsAtMost, surelyWhole]
  const look = async (whole: Span): Promise<Part | undefined> => {
    if (left-- <= 0)
      throw new Blocked(`too many records were deleted from ${span.from} to ${span.to} to tell which are not listed`)
    const { span: part, answer } = await listing(context, resource, whole, dtos)
    if (listsId(answer, id)) return { span: part, answer }
    const { length } = idsIn(answer)
    longest = Math.max(longest, length)
    if (length < longest || part.to - part.from < 2) return undefined
    const middle = middleOf(part)
    return (await look({ from: part.from, to: middle })) ?? look({ from: middle, to: part.to })
  }
  return look(span)
}

/** The ids in texts of a listing, whatever its form: several may stand in one text (A-DEL-03). */
const idsIn = (answer: Answer): readonly string[] =>
  [...placesOf(answer.json)].flatMap(({ value }) =>
    typeof value === 'string'
      ? value.split(/[\s,;|]+/).filter((one) => /^[0-9a-f]{32}$/i.test(one.replaceAll('-', '')))
      : [],
  )

const listsId = (answer: Answer, id: string): boolean =>
  holdsId(answer.json, id) || idsIn(answer).some((one) => sameId(one, id))

/** The record gets listed, perhaps a little after the deletion. */
export async function mustBeListed(context: Context, wanted: Wanted, span: Span): Promise<Part> {
  const what = `the deleted ${wanted.resource} ${wanted.id} listed from ${span.from} to ${span.to}`
  const there = (part: Part | undefined) => matchers.present(what, part)
  const found = await eventually(context, () => find(context, wanted, span), there)
  return found as Part
}

export async function mustNotBeListed(context: Context, wanted: Wanted, span: Span, why: string): Promise<void> {
  const found = await find(context, wanted, span)
  must.hold(
    `no ${wanted.resource} ${wanted.id} listed from ${span.from} to ${span.to}, ${why}`,
    found === undefined,
    'a listing with it',
  )
}

/** The time of deletion, which no response contains: the millisecond that lists the record, found by halving an interval. */
export async function timeOfDeletion(context: Context, wanted: Wanted, span: Span): Promise<number> {
  let { from, to } = (await mustBeListed(context, wanted, span)).span
  for (let step = 4096; to - from > 1;) {
    const middle = middleOf({ from, to }, step)
    if (await find(context, wanted, { from, to: middle })) to = middle
    else {
      from = middle
      step *= 2
    }
  }
  return from
}
