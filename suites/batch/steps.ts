import type { BatchAnswer, BatchOptions, PartAnswer } from '../../src/clients/batch.ts'
import type { Api } from '../../src/clients/api.ts'
import { keyOf, must, type Context } from '../../src/kit/index.ts'
import { call, mustBeAbsent, mustBeAsBefore, read, stored, whole, type Stored } from '../data/steps.ts'

export type Request = ReturnType<Api['batch']['part']['get']>
export interface Made {
  readonly id: string
  readonly externalId: string
  readonly request: Request
}

/** A part that creates a record of our own. */
export function creating(
  context: Context,
  more: Readonly<Record<string, unknown>> = {},
  resource: string = call,
): Made {
  const body = whole(context, { id: context.fresh.id(), ...more }, resource)
  return {
    id: String(body['id']),
    externalId: String(body['externalId']),
    request: context.api.batch.part.create(resource, body),
  }
}

/** A part that changes a text of a record, whatever its lock says. */
export const changing = ({ api }: Context, { id, resource }: Pick<Stored, 'id' | 'resource'>, text: string): Request =>
  api.batch.part.patch(resource, id, { [resource === call ? 'subject' : 'name']: text }, { force: true })

export const deleting = ({ api }: Context, { id, resource }: Pick<Stored, 'id' | 'resource'>): Request =>
  api.batch.part.remove(resource, id, undefined, { force: true })

/** A part that must fail for a documented reason: its lastChanged is not the stored one. */
export const failing = ({ api }: Context, { id, lastChanged, resource }: Stored): Request =>
  api.batch.part.patch(resource, id, {
    [resource === call ? 'subject' : 'name']: 'must not be',
    lastChanged: lastChanged - 5000,
  })

export const isStale = (part: PartAnswer | undefined): boolean =>
  part?.status === 409 && (part.json as { error?: unknown } | undefined)?.error === 'CA-27'

export const withContentId = (request: Request, contentId: string): Request => ({ ...request, contentId })

export const statusesOf = ({ parts }: BatchAnswer): number[] => parts.map(({ status }) => status)
export const well = (part: PartAnswer | undefined): boolean =>
  part !== undefined && part.status >= 200 && part.status < 300

/** The part says where its answer is: that content is served at the address that is asked for it, no sentence says. */
export const isToldElsewhere = (part: Pick<PartAnswer, 'status' | 'header'> | undefined): boolean =>
  part !== undefined && part.status >= 300 && part.status < 400 && part.header('Location') !== undefined

/** The answer has readable parts: without them no part can be judged. */
export function mustHaveParts(answer: BatchAnswer, ...count: readonly number[]): void {
  // An answer of no batch is told by its status: what it lacks of the form of one follows from that.
  if (answer.broken !== undefined) must.success(answer)
  must.hold(
    'a multipart/mixed answer whose parts are whole HTTP responses',
    answer.broken === undefined && answer.parts.length > 0,
    answer.broken ?? `status ${answer.status} with ${answer.text}`,
  )
  if (count.length > 0)
    must.hold(
      `${count.join(' or ')} response parts`,
      count.includes(answer.parts.length),
      `${answer.parts.length} parts with statuses ${statusesOf(answer).join(', ')}`,
    )
}

export function mustBeStale(what: string, part: PartAnswer | undefined): void {
  must.hold(
    `${what} refused with 409 and CA-27`,
    isStale(part),
    part ? `status ${part.status} with ${part.text}` : 'no such part',
  )
}

/** The first value in the error of a part that the lock refused (A-DAT-20). */
export function mustTellVersion(what: string, part: PartAnswer | undefined, lastChanged: number): void {
  const values = (part?.json as { values?: unknown[] } | undefined)?.values
  must.hold(
    `the stored lastChanged ${lastChanged} in the error of ${what}`,
    Number(values?.[0]) === lastChanged,
    part?.text,
  )
}

/** All parts succeeded. */
export function mustAllSucceed(answer: BatchAnswer, count: number): void {
  mustHaveParts(answer, count)
  must.done('every part', ...answer.parts)
}

/**
 * The batch failed at this part: it reports that, and executed no part after it. How parts before it are reported is open, and whether
 * those after it are (A-BAT-14, 19).
 */
export function mustFailAt(answer: BatchAnswer, position: number, of: number): void {
  mustHaveParts(answer, ...Array.from({ length: of - position }, (_, more) => position + 1 + more))
  mustBeStale(`part ${position + 1}`, answer.parts[position])
  must.notDone('every part after the failing one', ...answer.parts.slice(position + 1))
}

/** The record that a part was to create exists under its id. */
export async function mustBeThere(api: Api, { id }: Pick<Made, 'id'>, resource: string = call): Promise<void> {
  const dto = await read(api, id, resource)
  must.sameId(`the ${resource} with id`, dto?.['id'], id)
}

export async function mustNotBeThere(api: Api, made: readonly Made[], resource: string = call): Promise<void> {
  for (const { id, externalId } of made) await mustBeAbsent(api, { id, externalId }, resource)
}

export { call, mustBeAbsent, mustBeAsBefore, read, stored }

/** The record in the answer of a part. */
export const recordOfPart = (part: PartAnswer | undefined, resource: string = call) => part?.records(keyOf(resource))[0]

export const send = (context: Context, requests: readonly Request[], options?: BatchOptions): Promise<BatchAnswer> =>
  context.api.batch.send(requests, options)

/** Whether a batch was refused for its bytes: then one of as many bytes and few requests is refused, too. How large a batch may be is not stated, nor how it is refused. */
export async function hadTooManyBytes(
  context: Context,
  { id }: Pick<Stored, 'id'>,
  answer: BatchAnswer,
): Promise<boolean> {
  const isRefused = ({ status }: BatchAnswer): boolean => status >= 400 && status < 500
  if (!isRefused(answer)) return false
  const few = 30
  const filling = 'x'.repeat(Math.ceil((answer.exchange.request.body?.length ?? 0) / few))
  const long = context.api.batch.part.get(call, id, { query: { fields: 'id', clientIdentifier: filling } })
  const short = { ...long, path: long.path.replace(filling, 'x') }
  const filled = (part: Request) => Array.from({ length: few }, () => part)
  // The same with fewer bytes is taken.
  return isRefused(await send(context, filled(long))) && !isRefused(await send(context, filled(short)))
}
