import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import SCIMMY from 'scimmy'
import SCIMMYRouters from 'scimmy-routers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verdictsAgainst } from '../support/verdicts.ts'

type Stored = Readonly<Record<string, unknown>>

/** Where resources are kept. What they may be, how they are patched, listed and shown is left to the server. */
function shelf(first: number) {
  const all = new Map<string, Stored>()
  let next = first
  const missing = (id: string | undefined) => new SCIMMY.Types.Error(404, '', `Resource ${id} not found`)
  return {
    put(id: string | undefined, data: unknown): Stored {
      if (id !== undefined && !all.has(id)) throw missing(id)
      const named = { ...(JSON.parse(JSON.stringify(data)) as Stored), id: id ?? String(next++) }
      all.set(named.id, named)
      return { ...named }
    },
    get(id: string | undefined): Stored | Stored[] {
      if (id === undefined) return [...all.values()].map((one) => ({ ...one }))
      const found = all.get(id)
      if (!found) throw missing(id)
      return { ...found }
    },
    drop(id: string | undefined): void {
      if (id === undefined || !all.delete(id)) throw missing(id)
    },
  }
}

/** A SCIM server from npm that nobody of this project wrote, behind a stub that hands out tokens. */
function foreignServer() {
  for (const [resource, first] of [
    [SCIMMY.Resources.User, 1001],
    [SCIMMY.Resources.Group, 5001],
  ] as const) {
    const kept = shelf(first)
    const declared = SCIMMY.Resources.declare(resource) as unknown as typeof SCIMMY.Resources.User
    declared
      .ingress(({ id }, data) => kept.put(id, data) as never)
      .egress(({ id }) => kept.get(id) as never)
      .degress(({ id }) => kept.drop(id))
  }
  const tokens = new Set<string>()
  const app = express()
  // It takes startIndex for a number only where the query says so.
  app.set('query parser', (text: string) =>
    Object.fromEntries(
      [...new URLSearchParams(text)].map(([name, value]) => [name, name === 'startIndex' ? Number(value) : value]),
    ),
  )
  app.post('/api/oauth2/v1/token', (_, response) => {
    const token = randomUUID()
    tokens.add(token)
    response.json({ access_token: token, token_type: 'bearer', expires_in: 43_200, scope: 'local' })
  })
  app.use(
    '/api/scim/v2',
    new SCIMMYRouters({
      type: 'bearer',
      handler(request) {
        const token = /^Bearer (.+)$/i.exec(request.header('authorization') ?? '')?.[1]
        if (token === undefined || !tokens.has(token)) throw new Error('invalid token')
        return 'admin'
      },
    }),
  )
  return app
}

let server: Server
beforeAll(async () => {
  await new Promise<void>((listening) => {
    server = foreignServer().listen(0, '127.0.0.1', () => listening())
  })
})
afterAll(() => server.close())

function target() {
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = { id: 'connector', secret: 'connector-secret', version: '1.0' }
  return {
    name: 'scimmy',
    addresses: { auth: origin, directory: origin, base: origin },
    account: 'acme',
    company: 'works',
    identities: { admin: { grant: 'password', client, username: 'acme/ada', password: 'Ada-password-1' } },
    lacks: {
      'unprivileged-user': 'it knows no privileges',
      'user-api': 'it speaks SCIM alone',
      clock: 'its clock cannot be set',
    },
    limits: { concurrency: 4, requests: 2000, mayCreateUsers: 100 },
  }
}

const userName = 'It goes by RFC 7643, where a user has a userName: one without is refused.'
const emails = 'It goes by RFC 7643, where e-mails are neither required nor unique.'
const needed =
  'It goes by RFC 7643, where active may be left out, and takes a body without schemas for one of the address.'

/** Where it truly differs from the documents, and why; whatever else were flagged would be a false alarm. */
const differs: Record<string, string> = {
  'fail scim/create-user/without-user-name': userName,
  'fail scim/create-user/traffic': emails,
  'warn scim/email-needed/no-emails': emails,
  'warn scim/email-needed/email-in-use': emails,
  'warn scim/email-needed/empty-list-of-emails': emails,
  'warn scim/email-needed/every-email-that-a-user-has-now': emails,
  'warn scim/email-needed/two-at-once-with-one-email': emails,
  'warn scim/email-needed/put-with-the-email-of-another': emails,
  'warn scim/email-needed/traffic': emails,
  'warn scim/required-refused/put-without-active': needed,
  'warn scim/required-refused/put-without-schemas': needed,
  'warn scim/required-refused/post-without-schemas': needed,
  'warn scim/required-refused/groups-without-schemas': needed,
  'warn scim/required-refused/corrected-after-its-refusal': needed,
  'warn scim/required-refused/traffic': needed,
}

it('is judged whole, and flagged for what it truly does otherwise', async () => {
  const verdicts = [...(await verdictsAgainst(target(), { interfaces: ['scim'] })).values()]
  const flagged = verdicts.filter(({ is }) => !['pass', 'observed', 'not-applicable', 'not-exercised'].includes(is))
  expect(flagged.map(({ is, check }) => `${is} ${check}`).sort()).toEqual(Object.keys(differs).sort())
  expect(verdicts.filter(({ is }) => is === 'pass').length).toBeGreaterThan(30)
}, 60_000)
