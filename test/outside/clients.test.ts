import { describe, expect, test } from 'vitest'
import type { HarEntry } from '../../src/har/har.ts'
import { clients, type Call, type Seen } from './clients.ts'
import { modes } from './modes.ts'
import { bodies, endToEnd, sha256 } from './upstream.ts'

const type = (value: string) => ({ 'Content-Type': value })
const token = 't0ken-of-a-real-client'
const batch =
  '--cut\r\nContent-Type: application/http\r\nContent-ID: 1\r\n\r\nGET /api/data/v4/Activity HTTP/1.1\r\n\r\n\r\n--cut--\r\n'

const calls: readonly Call[] = [
  { method: 'GET', path: '/json?x=%C3%A4&y=a%20b&y=&z' },
  { method: 'HEAD', path: '/json' },
  { method: 'GET', path: '/gzip', headers: { 'Accept-Encoding': 'gzip' } },
  { method: 'GET', path: '/bytes' },
  { method: 'GET', path: '/error' },
  { method: 'GET', path: '/elsewhere' },
  { method: 'GET', path: '/cookies' },
  { method: 'DELETE', path: '/empty' },
  { method: 'GET', path: '/echo/a%2Fb', headers: { Authorization: `Bearer ${token}`, 'X-CamelCase': 'as it is' } },
  {
    method: 'POST',
    path: '/echo',
    headers: type('application/json'),
    body: Buffer.from('{"subject":"Prüfung ✓","n":1e400}'),
  },
  {
    method: 'PATCH',
    path: '/echo',
    headers: type('application/x-www-form-urlencoded'),
    body: Buffer.from('a=1&b=%20+'),
  },
  {
    method: 'PUT',
    path: '/echo',
    headers: type('application/octet-stream'),
    body: Buffer.from(Array.from({ length: 100_000 }, (_, at) => at & 0xff)),
  },
  { method: 'POST', path: '/echo', headers: type('multipart/mixed; boundary=cut'), body: Buffer.from(batch) },
  // Large enough for curl to ask first whether it may (Expect: 100-continue).
  { method: 'POST', path: '/echo', headers: type('text/plain'), body: Buffer.from('long '.repeat(400_000)) },
]

const decoded = ({ text = '', encoding }: { text?: string; encoding?: 'base64' }) =>
  Buffer.from(text, encoding ?? 'utf8')

/** What the entry of a call must tell, given what the client saw. */
function told(
  { request, response }: HarEntry,
  { method, path, body }: Call,
  seen: { status: number; body: Buffer },
  base: string,
): void {
  expect({ method: request.method, url: request.url, status: response.status }).toEqual({
    method,
    url: base + path,
    status: seen.status,
  })
  expect(sha256(decoded(request.postData ?? {})), 'the body that was sent').toBe(sha256(body ?? Buffer.alloc(0)))
  expect(request.bodySize).toBe(body?.length ?? 0)
  const known = bodies[path.split('?')[0] as string]
  const got = method === 'HEAD' ? Buffer.alloc(0) : known ? (known.plain ?? known.wire) : seen.body
  if (path !== '/echo/a%2Fb') expect(sha256(decoded(response.content)), 'the body that came').toBe(sha256(got))
  if (known) expect(response.bodySize, 'bytes on the wire').toBe(method === 'HEAD' ? 0 : known.wire.length)
}

describe.each(modes)('$name', ({ open, missing: noMode }) => {
  test.for(clients)(
    '$name sees through the recorder what it sees without it, and the recording tells it',
    async ({ send, missing: noClient, decodes }, { skip }) => {
      skip((noMode ?? noClient) !== undefined, noMode ?? noClient)
      const { direct, recorded, entries, close } = await open()
      try {
        const seen: Seen[] = []
        for (const call of calls) {
          const [plain, through] = [await send(direct, call), await send(recorded, call)]
          const shown = ({ status, says, headers, body }: typeof plain) => ({
            status,
            says,
            headers: endToEnd([...headers]),
            sha256: sha256(body),
          })
          expect(shown(through), `${call.method} ${call.path}`).toEqual(shown(plain))
          // Both could be wrong alike.
          const known = bodies[call.path.split('?')[0] as string]
          if (known)
            expect(sha256(plain.body)).toBe(
              sha256(call.method === 'HEAD' ? Buffer.alloc(0) : decodes ? (known.plain ?? known.wire) : known.wire),
            )
          else
            expect(JSON.parse(plain.body.toString())).toMatchObject({
              method: call.method,
              url: call.path,
              sha256: sha256(call.body ?? Buffer.alloc(0)),
            })
          seen.push(through)
        }
        const found = await entries(calls.length)
        expect(found).toHaveLength(calls.length)
        calls.forEach((call, at) => told(found[at] as HarEntry, call, seen[at] as Seen, direct.base))
        expect(JSON.stringify(found)).not.toContain(token)
        expect(seen.map(({ body }) => body.toString()).join()).toContain(token)
      } finally {
        await close()
      }
    },
  )
})
