import type { Answer } from '../../src/clients/answer.ts'
import type { Api } from '../../src/clients/api.ts'
import { userAgent } from '../../src/target/user-agent.ts'

/** Fields that a connection or a client writes by itself. */
const own = /^(?:host|connection|content-length|x-request-id|accept-encoding|user-agent)$/i

/** Sends a request as another one was sent, with method and body of its own and the address in another spelling. */
export function resent(
  api: Api,
  { exchange }: Pick<Answer, 'exchange'>,
  spelt: (address: string) => string,
  { method = 'GET', body }: { readonly method?: string; readonly body?: object } = {},
): Promise<Answer> {
  const { url, headers } = exchange.request
  const address = spelt(url.slice(new URL(url).origin.length))
  const content = body === undefined ? '' : JSON.stringify(body)
  const fields = headers.filter(([name]) => !own.test(name) && !/^content-type$/i.test(name))
  const head = [
    `${method} ${address} HTTP/1.1`,
    'Host: {host}',
    `User-Agent: ${userAgent}`,
    ...fields.map(([name, value]) => `${name}: ${value}`),
    'Accept-Encoding: identity',
    ...(body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(content)}`]),
    'Connection: close',
  ]
  return api.raw.send(`${head.join('\r\n')}\r\n\r\n${content}`)
}
