import type { Clock } from '../../platform/house.ts'
import type { PlatformRequest, PlatformResponse } from '../../platform/http/message.ts'
import type { Through } from '../../target/transport.ts'
import { usualHeaders } from '../../target/usual-headers.ts'
import { asRequest, asSent } from './wire.ts'

/** Answers as the platform's HTTP edge would, without a socket: most of what an exchange costs is HTTP. A race still goes through one. */
export const inProcess =
  (handle: (request: PlatformRequest) => Promise<PlatformResponse>, clock: Clock): Through =>
  async (request, send, racing) => {
    if (racing) return send(request)
    const asked = asRequest(request)
    const response = await handle({
      ...asked,
      headers: [
        ...usualHeaders.filter(([name]) => !asked.headers.some(([told]) => told.toLowerCase() === name.toLowerCase())),
        ...asked.headers,
        ...(request.body ? [['Content-Length', String(asked.body.length)] as const] : []),
      ],
    })
    if (response.framing?.hungUp) return { request, failure: 'connection' }
    const has = (pattern: RegExp) => response.headers.some(([name]) => pattern.test(name))
    return asSent(request, {
      ...response,
      headers: [
        ...(response.framing?.undated || has(/^date$/i)
          ? []
          : [['Date', new Date(clock.now()).toUTCString()] as const]),
        ...response.headers,
        ...(has(/^(?:content-length|transfer-encoding)$/i)
          ? []
          : [['Content-Length', String(response.body.length)] as const]),
      ],
    })
  }
