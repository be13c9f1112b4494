import { userAgent } from '../../src/target/user-agent.ts'

/** The bytes of a GET with token and client, for a path whose spelling a client would change; `{host}` and `{token}` are filled in when sent. */
export const rawGet = (
  pathAndQuery: string,
  { id, version }: { readonly id: string; readonly version: string },
): string =>
  [
    `GET ${pathAndQuery} HTTP/1.1`,
    'Host: {host}',
    'Authorization: Bearer {token}',
    `X-Client-ID: ${id}`,
    `X-Client-Version: ${version}`,
    'Accept: application/json',
    'Accept-Encoding: identity',
    `User-Agent: ${userAgent}`,
    'Connection: close',
    '',
    '',
  ].join('\r\n')
