import type { Variant } from '../deviation.ts'
import { askedOf, jsonIn, type Asked, type Json } from '../faults/passing.ts'
import { isPost, isUpdate, now, withSent } from '../faults/serving.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import type { Passage, Way } from '../seams/passage.ts'
import { through } from './lawful.ts'

/** A write of one record on its way to the service. */
export interface Sifted {
  readonly asked: Asked
  readonly sent: Json
  readonly request: PlatformRequest
  readonly go: Passage
  readonly way: Way
  /** The record that the path names, as it is. */
  stored(): Promise<Json | undefined>
}

type Judged = PlatformResponse | undefined

/** A business rule that refuses some writes; a stale lastChanged is told before it (A-DAT-20). */
export const sieving = (
  id: string,
  leaves: Variant['leaves'],
  says: string,
  refuses: (write: Sifted) => Judged | Promise<Judged>,
): Variant => ({
  ...through(id, leaves, says, async (request, go, way) => {
    const asked = askedOf(request)
    const sent = isPost(asked) || isUpdate(asked) ? jsonIn(request) : undefined
    if (!sent) return go(request)
    let read: Promise<Json | undefined> | undefined
    const stored = (): Promise<Json | undefined> =>
      (read ??= isUpdate(asked) ? now(request, go) : Promise.resolve(undefined))
    const refused = await refuses({ asked, sent, request, go, way, stored })
    if (!refused) return go(request)
    const isForced = asked.query.get('forceUpdate') === 'true'
    const isStale =
      !isForced && typeof sent['lastChanged'] === 'number' && (await stored())?.['lastChanged'] !== sent['lastChanged']
    return isStale && (await stored()) !== undefined ? go(request) : refused
  }),
  // What it reads for itself may be told to come later.
  excludes: ['every-25th-call-429'],
})

/** The strings of a body by the field that they stand in; neither ids nor content. */
export const textsOf = (sent: Json): ReadonlyArray<readonly [field: string, text: string]> =>
  Object.entries(sent)
    .filter(([field]) => field !== 'id' && field !== 'fileContent')
    .flatMap(([field, value]) => textsIn(value).map((text) => [field, text] as const))

const textsIn = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : []

/** A lawful reading that writes other values than those that were sent. */
export const writtenOtherwise = (
  id: string,
  leaves: Variant['leaves'],
  says: string,
  change: (sent: Json, asked: Asked) => Json,
): Variant =>
  through(id, leaves, says, (request, go) => {
    const asked = askedOf(request)
    const sent = isPost(asked) || isUpdate(asked) ? jsonIn(request) : undefined
    return go(sent ? withSent(request, change(sent, asked)) : request)
  })
