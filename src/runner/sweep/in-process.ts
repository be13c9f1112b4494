import type { WireRequest } from '../../exchange/exchange.ts'
import type { Clock } from '../../platform/house.ts'
import type { PlatformRequest, PlatformResponse } from '../../platform/http/message.ts'
import { pathOf } from '../../target/address.ts'
import type { Sent } from '../../target/send-http.ts'

/** Answers a request as the platform's HTTP edge would, without a socket: most of what an exchange costs is HTTP. */
export const inProcess =
  (handle: (request: PlatformRequest) => Promise<PlatformResponse>, clock: Clock) =>
  async (request: WireRequest): Promise<Sent> => {
    const { host, origin } = new URL(request.url)
    const body = request.body ? Buffer.from(request.body) : Buffer.alloc(0)
    const length = request.body ? [['Content-Length', String(body.length)] as const] : []
    const response = await handle({
      method: request.method,
      target: pathOf(request.url),
      headers: [['Host', host], ['Accept-Encoding', 'identity'], ...request.headers, ...length],
      body,
      origin,
    })
    const lengthTold = response.headers.some(([name]) => /^(?:content-length|transfer-encoding)$/i.test(name))
    return {
      request,
      response: {
        status: response.status,
        statusText: '',
        headers: [
          ['Date', new Date(clock.now()).toUTCString()],
          ...response.headers,
          ...(lengthTold ? [] : [['Content-Length', String(response.body.length)] as const]),
        ],
        body: response.body,
      },
    }
  }
