import type { Answer } from '../../../src/clients/answer.ts'
import { check, must, rely } from '../../../src/kit/index.ts'
import { data } from './requirements.ts'
import { call, mustShow, read, refOf, routes, stored, succeeded, words } from '../steps.ts'

const force = { force: true } as const

check(
  data['partial-update'],
  'names-with-an-escape',
  { brokenBy: ['escaped-member-names-overlooked'], effects: true },
  async (context) => {
    const before = await stored(context)
    for (const route of routes) {
      const subject = context.fresh.text()
      // In JSON both spellings are one name.
      const body = JSON.stringify({ subject }).replace('subject', String.raw`sub\u006aect`)
      must.status(await context.api.data.patch(call, refOf(before, route), body, force), 201)
      mustShow(`the record after a PATCH ${words(route)}`, await read(context.api, before.id), { subject })
    }
  },
)

/** The same request with another body, which is sent in two chunks. */
function inChunks({ exchange: { request } }: Answer, body: string): string {
  const head = request.headers
    .filter(([name]) => !/^(host|connection|content-length|x-request-id)$/i.test(name))
    .map(([name, value]) => `${name}: ${value}\r\n`)
  const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`
  const half = Math.floor(body.length / 2)
  return [
    `${request.method} ${request.url.slice(new URL(request.url).origin.length)} HTTP/1.1\r\nHost: {host}\r\n${head.join('')}`,
    'Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n',
    `${chunk(body.slice(0, half))}${chunk(body.slice(half))}0\r\n\r\n`,
  ].join('')
}

check(
  data['update-by-external-id'],
  'in-chunks',
  { brokenBy: ['chunked-update-by-external-id-taken-for-empty'], effects: true },
  async (context) => {
    const before = await stored(context)
    const [first, subject] = [context.fresh.text(), context.fresh.text()]
    const plain = await rely(data['update-by-external-id'], async () => {
      const answer = await context.api.data.patch(call, refOf(before, 'by-external-id'), { subject: first }, force)
      must.status(answer, 201)
      return answer
    })
    const answer = await context.api.raw.send(inChunks(plain, JSON.stringify({ subject })))
    // A server may want to be told the length of a body.
    const expected = succeeded(answer) ? subject : first
    mustShow('the record after a PATCH in chunks', await read(context.api, before.id), { subject: expected })
  },
)
