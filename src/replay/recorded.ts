import { UserError } from '../errors/user-error.ts'
import { Unread } from '../har/entry-bound.ts'
import { exchangeOf, withWholeBodies } from '../har/exchange-of.ts'
import type { KeptBody } from '../har/held-body.ts'
import type { WireRequest, WireResponse } from '../exchange/exchange.ts'

/** An entry of a recording, ready to be sent again, or the reason why it cannot be. */
export interface ReplayEntry {
  /** Place in the recording, from 1. */
  readonly number: number
  readonly startedAt: number
  readonly endedAt: number
  readonly request: WireRequest
  readonly response: WireResponse
  /** How much of the response body the recording has; unless it is whole, `response.body` is empty. */
  readonly received: KeptBody
  readonly unsendable?: string
}

/** Reads an entry of any HAR file; throws, with its number, what is not an entry. */
export function recordedOf(entry: unknown, number: number, file: string): ReplayEntry {
  if (entry instanceof Unread)
    throw new UserError(`entry ${number} ${entry.why}, which is more than is read`, {
      file,
      todo: 'repeat a recording without it',
    })
  const read = exchangeOf(entry, `#${number}`)
  if (!read || read.exchange.startedAt === 0)
    throw new UserError(
      `entry ${number} is not a HAR entry: it needs startedDateTime, request.method and request.url`,
      { file },
    )
  const { sent, received, broken } = read
  const { request, response, startedAt, ms } = withWholeBodies(read)
  const unsendable = !response
    ? `no complete response was recorded${broken ? ` (${broken})` : ''}`
    : sent.kept !== 'whole'
      ? sent.kept === 'beyond'
        ? 'its request body has more parts, values or levels than are read'
        : `the recording does not have its whole request body${whereOf(sent)}`
      : undefined
  const { body = new Uint8Array() } = request
  return {
    number,
    startedAt,
    endedAt: startedAt + ms,
    request: {
      method: request.method,
      url: request.url.split('#', 1)[0] as string,
      headers: request.headers,
      ...(body.length > 0 ? { body } : {}),
    },
    response: response ?? { status: 0, statusText: '', headers: [], body: new Uint8Array() },
    received,
    ...(unsendable ? { unsendable } : {}),
  }
}

const whereOf = ({ aside }: KeptBody): string => (aside ? `; it is in ${aside.file}` : '')
