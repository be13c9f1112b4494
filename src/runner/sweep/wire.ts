import type { WireRequest, WireResponse } from '../../exchange/exchange.ts'
import type { PlatformRequest, PlatformResponse } from '../../platform/http/message.ts'
import { pathOf } from '../../target/address.ts'
import type { Sent } from '../../target/send-http.ts'

/** A request of the kit in the form that edges take. */
export function asRequest({ method, url, headers, body }: WireRequest): PlatformRequest {
  const { host, origin } = new URL(url)
  return {
    method,
    target: pathOf(url),
    headers: [['Host', host], ...headers],
    body: body ? Buffer.from(body.buffer, body.byteOffset, body.byteLength) : Buffer.alloc(0),
    origin,
  }
}

/** The other way round; `like` is the request that it was made of. */
export function asWire({ method, target, headers, body, origin }: PlatformRequest, like: WireRequest): WireRequest {
  return {
    method,
    url: `${origin}${target}`,
    headers: headers.filter(([name]) => !/^(?:host|content-length)$/i.test(name)),
    ...(body.length > 0 || like.body ? { body } : {}),
  }
}

export const asSent = (request: WireRequest, response: PlatformResponse): Sent => ({
  request,
  response: { ...response, statusText: '' },
})

export const asResponse = ({ status, headers, body }: WireResponse): PlatformResponse => ({
  status,
  headers,
  body: Buffer.from(body.buffer, body.byteOffset, body.byteLength),
})
