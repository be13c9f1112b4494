import { afterEach, expect, test } from 'vitest'
import { clientsFacing } from './caller.ts'

const closing: Array<() => void> = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

test('a SCIM call goes where it is sent to: by 308 as it is, by 301 as a GET', async () => {
  const seen: string[] = []
  const made = await clientsFacing((request, response, body) => {
    seen.push(`${request.method} ${request.url} ${body}`)
    const path = request.url ?? ''
    if (path.endsWith('/')) return void response.end('{"id":"7"}')
    response.writeHead(request.method === 'GET' ? 301 : 308, {
      Location: `./${path.slice(path.lastIndexOf('/') + 1)}/`,
    })
    response.end()
  })
  closing.push(made.close)
  const { groups } = made.api.scim
  expect(
    (await groups.create('{"displayName":"fabcd00000-ann"}', { query: { account: undefined, user: undefined } }))
      .status,
  ).toBe(200)
  expect((await groups.get('7', { query: { account: undefined, user: undefined } })).json).toEqual({ id: '7' })
  expect(seen).toEqual([
    'POST /api/scim/v2/Groups {"displayName":"fabcd00000-ann"}',
    'POST /api/scim/v2/Groups/ {"displayName":"fabcd00000-ann"}',
    'GET /api/scim/v2/Groups/7 ',
    'GET /api/scim/v2/Groups/7/ ',
  ])
})

test('a download at an address that refuses a token is asked for without one, and a refusal stays one', async () => {
  const seen: string[] = []
  const made = await clientsFacing((request, response) => {
    const { url = '', headers } = request
    seen.push(`${url.split('?')[0]} ${headers.authorization === undefined ? 'bare' : 'with a token'}`)
    if (url.startsWith('/api'))
      response.writeHead(303, { Location: `/files/${seen.length > 2 ? 'gone' : 'r'}.zip?s=1` })
    else if (url.includes('gone')) response.writeHead(403)
    else response.writeHead(headers.authorization === undefined ? 200 : 400)
    response.end('bytes')
  })
  closing.push(made.close)
  const download = async () => (await made.api.reporting.download({ reportTemplate: 'R' })).status
  expect([await download(), await download()]).toEqual([200, 403])
  expect(seen).toEqual([
    '/api/reporting/v1/download with a token',
    '/files/r.zip with a token',
    '/files/r.zip bare',
    '/api/reporting/v1/download with a token',
    '/files/gone.zip with a token',
    '/files/gone.zip bare',
  ])
})

test('a write that 303 sends to another place is asked for there by GET, also by a 307 that follows', async () => {
  const seen: string[] = []
  const made = await clientsFacing((request, response) => {
    seen.push(`${request.method} ${request.url}`)
    const [status, location] =
      seen.length === 1 ? [303, '/done'] : seen.length === 2 ? [307, '/told'] : [200, undefined]
    response.writeHead(status, location === undefined ? {} : { Location: location })
    response.end()
  })
  closing.push(made.close)
  await made.api.scim.groups.create('{"displayName":"fabcd00000-bob"}', {
    query: { account: undefined, user: undefined },
  })
  expect(seen).toEqual(['POST /api/scim/v2/Groups', 'GET /done', 'GET /told'])
})
