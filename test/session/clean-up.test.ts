import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cleanLedger } from '../../src/session/clean-ledger.ts'
import { isOpen } from '../../src/target/ledger.ts'
import { createSession } from '../../src/session/session.ts'
import { listen } from '../../src/platform/http/server.ts'
import { createPlatform } from '../../src/platform/platform.ts'
import { dtoPair } from '../../src/target/dto-pair.ts'
import { parseTarget } from '../../src/target/load.ts'
import type { Target } from '../../src/target/target.ts'
import { idOf } from '../../suites/service/tree.ts'
import { wholeUser } from '../../suites/user/people.ts'
import { kitTarget, serve } from '../target/server.ts'

const folder = mkdtempSync(join(tmpdir(), 'fieldproof-clean-'))
afterAll(() => rmSync(folder, { recursive: true }))
const closing: Array<() => unknown> = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

let platform: ReturnType<typeof createPlatform>
let target: Target
let runs = 0
const begin = async (variants: string[] = []) => {
  platform = createPlatform({ variants })
  const server = await platform.listen({ port: 0 })
  closing.push(() => server.close())
  target = parseTarget(platform.targetFile(server.origin), 'embedded')
}
beforeEach(() => begin())
const session = (of: Target = target) => {
  const ledgerFile = join(folder, `${++runs}.jsonl`)
  const made = createSession({ target: of, secrets: [], seed: 1, rerun: (id) => id, ledgerFile })
  closing.push(() => made.close())
  return { ...made, ledgerFile, ...made.contextFor('test/clean-up') }
}
const subjects = async () => {
  const { context } = session()
  return (await context.api.data.list('BusinessPartner', { query: { pageSize: '1000' } }))
    .records()
    .map(({ name }) => String(name))
}
const named = (name: string) => ({ ...target.templates['BusinessPartner'], name })

describe('cleaning up', () => {
  test('removes what any identity created, by id, by external id and without either', async () => {
    const before = await subjects()
    const { context, cleanUp } = session()
    const { api, fresh } = context
    await api.data.create('BusinessPartner', { ...named('a'), id: fresh.id() })
    await api.data.put('BusinessPartner', { externalId: fresh.externalId() }, named('b'))
    await context.as('superuser').data.create('BusinessPartner', named('c'))
    await api.data.create('BusinessPartner', { ...named('d'), externalId: fresh.externalId('/ %?#') })
    expect(await subjects()).toHaveLength(before.length + 4)
    expect(await cleanUp()).toEqual([])
    expect((await subjects()).sort()).toEqual([...before].sort())
  })

  test('removes two records of one id, in two accounts and in two companies', async () => {
    const before = platform.contents()
    const { context, cleanUp } = session()
    const id = context.fresh.id()
    for (const who of ['admin', 'other-account', 'other-company'])
      expect((await context.as(who).data.put('BusinessPartner', id, named(who))).status).toBe(201)
    // What one of them deletes is gone for that one only.
    await context.as('other-account').data.remove('BusinessPartner', id, undefined, { force: true })
    await context.as('other-account').data.put('BusinessPartner', id, named('again'))
    expect(platform.contents()).toHaveLength(before.length + 3)
    expect(await cleanUp()).toEqual([])
    expect(platform.contents()).toEqual(before)
  })

  test('removes what the only part of a batch was to delete and did not', async () => {
    const before = platform.contents()
    const { context, cleanUp } = session()
    const { batch, data } = context.api
    const id = context.fresh.id()
    await data.create('BusinessPartner', { ...named('a'), id })
    const { status, parts } = await batch.send([batch.part.remove('BusinessPartner', id, 1)], { transactional: false })
    expect([status, parts.map((part) => part.status)]).toEqual([200, [409]])
    expect(await cleanUp()).toEqual([])
    expect(platform.contents()).toEqual(before)
  })

  test('takes 410 for absence, as 404', async () => {
    await begin(['missing-410-after-delete'])
    const { context, ledgerFile } = session()
    const id = context.fresh.id()
    const query = { dtos: dtoPair(target, 'BusinessPartner') }
    const at = target.addresses.base
    const intent = { trace: id, kind: 'create', resource: 'BusinessPartner', at, query, id }
    writeFileSync(ledgerFile, `${JSON.stringify({ intent })}\n`)
    expect(await cleanLedger(ledgerFile, target, [])).toMatchObject({ absent: 1, left: 0 })
  })

  test('goes on beyond a spent budget, with a token that has ended', async () => {
    const before = await subjects()
    const { context, cleanUp } = session({ ...target, limits: { ...target.limits, requests: 3 } })
    for (const name of ['a', 'b'])
      await context.api.data.create('BusinessPartner', { ...named(name), id: context.fresh.id() })
    await expect(context.api.data.list('BusinessPartner')).rejects.toThrow(/limits\.requests/)
    platform.clock.advance(13 * 3_600_000)
    expect(await cleanUp()).toEqual([])
    expect((await subjects()).sort()).toEqual([...before].sort())
  })

  test('removes what a request with a control character in its address may have made, though its context is refused', async () => {
    const before = platform.contents()
    const [killed, there] = [session(), session()]
    const [id, never] = [there.context.fresh.id(), there.context.fresh.id()]
    await there.context.api.data.create('BusinessPartner', { ...named('a'), id })
    const query = { account: target.account, company: target.company, dtos: `${dtoPair(target, 'BusinessPartner')}\0` }
    const created = (of: string) => ({
      trace: of,
      kind: 'create',
      resource: 'BusinessPartner',
      at: target.addresses.base,
      query,
      id: of,
    })
    writeFileSync(killed.ledgerFile, [id, never].map((one) => `${JSON.stringify({ intent: created(one) })}\n`).join(''))
    expect(await cleanLedger(killed.ledgerFile, target, [])).toMatchObject({ removed: 1, absent: 1, left: 0 })
    expect(platform.contents()).toEqual(before)
  })

  /** The ledger of a run as it would be had it been killed before it read any answer. */
  const unread = (ledgerFile: string) => {
    const file = join(folder, `${++runs}.jsonl`)
    const lines = readFileSync(ledgerFile, 'utf8').split('\n')
    writeFileSync(file, lines.filter((line) => line.startsWith('{"intent"')).join('\n'))
    return file
  }

  test.each(['crowd-pages-out-of-reach-400', 'crowd-page-behind-the-last-404', undefined])(
    'finds by their names what no answer told (%s)',
    async (variant) => {
      await begin(variant === undefined ? [] : [variant])
      const before = platform.contents()
      const killed = session()
      const { api, fresh, as, activities } = killed.context
      const name = fresh.text()
      const fields = { ...target.templates['CrowdTechnician'], email: 'a@example.com', mobilePhone: '1' }
      await as('crowd-owner').crowd.create({ ...fields, firstName: name, lastName: `Last ${name}` })
      await as('crowd-owner').crowd.create({ ...fields, firstName: `${name} too`, lastName: `Last ${name}` })
      const { tree } = target.fixtures
      await api.service.create({
        ...tree?.call,
        externalId: fresh.externalId(),
        activities: [{ ...tree?.activity, subject: name }],
      })
      const call = () => ({
        ...tree?.call,
        subject: name,
        externalId: fresh.externalId(),
        activities: [{ ...tree?.activity, subject: name }],
      })
      await api.service.bulk('POST', [call(), call()])
      const answer = await api.service.create({ ...call(), activities: [] }, { autoCreateActivity: false })
      await api.service.patch(idOf(answer.json as Record<string, unknown>) ?? '', {
        activities: [{ ...tree?.activity, subject: name }],
      })
      const [userName, email] = [fresh.externalId(), `${fresh.externalId()}@example.com`]
      const schema = 'urn:ietf:params:scim:schemas:core:2.0'
      const emails = [{ value: email, primary: true }]
      await api.scim.users.create({ schemas: [`${schema}:User`], userName, emails, active: true })
      await api.scim.groups.create({ schemas: [`${schema}:Group`], displayName: fresh.externalId() })
      await activities.planned()
      const made = platform.contents().filter((line) => !before.includes(line))
      expect(made.map((line) => line.split(' ').find((word) => /^[A-Za-z]+$/.test(word))).sort()).toEqual([
        ...['Activity', 'Activity', 'Activity', 'Activity'],
        ...['ServiceCall', 'ServiceCall', 'ServiceCall', 'ServiceCall'],
        'assignment',
        'group',
        'subscription',
        'technician',
        'technician',
        'user',
      ])
      expect(await cleanLedger(unread(killed.ledgerFile), target, [])).toMatchObject({ left: 0, leftBehind: [] })
      expect(platform.contents()).toEqual(before)
    },
  )

  test('of a run that was killed needs its ledger alone, and touches nothing else', async () => {
    const before = await subjects()
    const killed = session()
    const other = session()
    await killed.context.api.data.create('BusinessPartner', { ...named('killed'), id: killed.context.fresh.id() })
    await killed.context.api.data.create('BusinessPartner', {
      ...named('killed too'),
      externalId: killed.context.fresh.externalId(),
    })
    await other.context.api.data.create('BusinessPartner', {
      ...named('of another run'),
      externalId: other.context.fresh.externalId(),
    })
    expect(await cleanLedger(killed.ledgerFile, target, [])).toMatchObject({ leftBehind: [] })
    expect((await subjects()).sort()).toEqual([...before, 'of another run'].sort())
    await expect(cleanLedger(join(folder, 'none.jsonl'), target, [])).rejects.toThrow(
      /none\.jsonl: cannot be read: no such file/,
    )
  })
})

describe('the password of identities.password', () => {
  const change = async ({ context }: ReturnType<typeof session>, old_password: string, new_password: string) => {
    const { token } = context.as('password')
    const username = target.identities['password']?.username
    const answer = await token.changePassword({ username, old_password, new_password })
    expect(answer.status, answer.text).toBe(200)
    platform.clock.advance(5000)
  }
  const original = () => target.identities['password']?.password ?? ''
  const [next, later] = ['QWZvjgphq739184#!', 'QWZvjgphq739185#!']

  test('is put back, past a history of former ones, whoever changed it', async () => {
    const before = platform.contents()
    const changed = session()
    await change(changed, original(), next)
    await change(changed, next, later)
    expect(platform.contents()).not.toEqual(before)
    expect(await changed.cleanUp()).toEqual([])
    expect(platform.contents()).toEqual(before)
  })

  test('is put back by the ledger of a killed run, in which it does not stand', async () => {
    const before = platform.contents()
    const killed = session()
    await change(killed, original(), next)
    await change(killed, next, later)
    const ledger = readFileSync(killed.ledgerFile, 'utf8')
    for (const secret of [next, later, original()]) {
      expect(ledger).not.toContain(secret)
      expect(ledger).not.toContain(Buffer.from(secret).toString('base64'))
    }
    expect(await cleanLedger(killed.ledgerFile, target, [])).toMatchObject({ tried: true, left: 0 })
    expect(platform.contents()).toEqual(before)
    expect(isOpen(killed.ledgerFile)).toBe(false)
  })

  test('is told as changed where the target file is another one by now, until it is the right one', async () => {
    const killed = session()
    await change(killed, original(), next)
    const { password, ...others } = target.identities as Record<string, Target['identities'][string]>
    const with_ = (secret: string): Target => ({
      ...target,
      identities: { ...others, ...(password ? { password: { ...password, password: secret } } : {}) },
    })
    const cleaned = await cleanLedger(killed.ledgerFile, with_('Something-else-1'), [])
    expect(cleaned.left).toBe(1)
    expect(cleaned.notPutBack?.told).toContain('is not that of the target file, and none that the run tried: set it')
    expect(isOpen(killed.ledgerFile)).toBe(true)
    expect(await cleanLedger(killed.ledgerFile, with_(next), [])).toMatchObject({ left: 0 })
    expect(isOpen(killed.ledgerFile)).toBe(false)
  })
})

test('a token service that is down at the end refuses no password: it could not be found out, and the last one is told', async () => {
  let isDown = false
  const answers = platform
  const server = await listen(
    (request) =>
      isDown && request.target.includes('/token')
        ? Promise.resolve({ status: 502, headers: [], body: Buffer.from('<html>Bad Gateway</html>') })
        : answers.handle(request),
    { port: 0, now: () => answers.clock.now() },
  )
  closing.push(() => server.close())
  const changed = session(parseTarget(platform.targetFile(server.origin), 'embedded'))
  const { username, password: old_password } = changed.context.target.identities['password'] ?? {}
  const new_password = 'QWZvjgphq739184#!'
  await changed.context.as('password').token.changePassword({ username, old_password, new_password })
  isDown = true
  const told = `whether identities.password has the password of the target file could not be found out (a login is answered with 502): `
  expect(await changed.cleanUp()).toEqual([expect.stringContaining(told)])
  expect(changed.passwordLeft()).toContain(told)
  expect(changed.secrets).toEqual([expect.stringContaining(new_password)])
})

describe('a user that can be deleted by neither interface', () => {
  const made = async (kind: string, answerTo: (method: string, url: string) => boolean) => {
    const server = await listen(
      (request) =>
        answerTo(request.method, request.target)
          ? Promise.resolve({ status: 403, headers: [], body: Buffer.alloc(0) })
          : platform.handle(request),
      { port: 0, now: Date.now },
    )
    closing.push(() => server.close())
    const { context, cleanUp } = session(parseTarget(platform.targetFile(server.origin), 'embedded'))
    const [userName, email] = [context.fresh.externalId(), `${context.fresh.externalId()}@example.com`]
    const schemas = ['urn:ietf:params:scim:schemas:core:2.0:User']
    if (kind === 'user') await context.api.user.create(await wholeUser(context, { email, name: userName }))
    else
      await context.api.scim.users.create({
        schemas,
        userName,
        emails: [{ value: email, primary: true }],
        active: true,
      })
    const left = await cleanUp()
    const users = platform.contents().filter((line) => line.includes(email))
    return { left, users }
  }

  test.each(['user', 'scim-user'])('is deactivated, and named in the last lines: %s', async (kind) => {
    const { left, users } = await made(kind, (method, url) => method === 'DELETE' && /\/users/i.test(url))
    expect(left).toEqual([
      expect.stringMatching(/user \d+ may be left behind: status 403, and it was deactivated instead$/),
    ])
    expect(users).toHaveLength(1)
    expect(users[0]).toContain('"active":false')
  })

  test.each(['user', 'scim-user'])('is not told as deactivated where that is refused, too: %s', async (kind) => {
    const { left } = await made(kind, (method, url) => ['DELETE', 'PUT'].includes(method) && /\/users/i.test(url))
    expect(left).toEqual([expect.stringMatching(/user \d+ may be left behind: status 403$/)])
  })
})

describe('what stays behind is a line, never an error', () => {
  const facing = async (answerTo: (method: string, url: string) => { status: number; body?: string }) => {
    const server = await serve((request, response) => {
      if (request.url?.endsWith('/token')) return void response.end('{"access_token":"token-1","expires_in":43200}')
      const { status, body = '' } = answerTo(request.method ?? '', request.url ?? '')
      response.writeHead(status)
      return void response.end(body)
    })
    closing.push(server.close)
    return session(kitTarget(server.origin))
  }

  test('a delete that is refused while the record can still be read', async () => {
    const { context, cleanUp } = await facing((method) =>
      method === 'DELETE' ? { status: 400 } : { status: 200, body: '{"data":[{"serviceCall":{}}]}' },
    )
    const id = context.fresh.id()
    await context.api.data.create('ServiceCall', { id })
    expect(await cleanUp()).toEqual([`ServiceCall ${id} may be left behind: status 400`])
  })

  test('a delete that is refused of a resource whose DTO version the target file does not name', async () => {
    const { context, cleanUp } = await facing((method) =>
      method === 'DELETE' ? { status: 400 } : { status: 200, body: '{"data":[{"gadget":{}}]}' },
    )
    const id = context.fresh.id()
    await context.api.data.create('Gadget', { id }, { dtos: null })
    expect(await cleanUp()).toEqual([
      `Gadget ${id} may be left behind: status 400, perhaps because the deletion names no DTO version: set dtos.Gadget in the target file`,
    ])
  })

  test.each([
    ['404', { status: 404 }],
    ['200 with an empty list', { status: 200, body: '{"data":[]}' }],
  ])('a delete that is refused of what is not there is no line: %s', async (_, read) => {
    const { context, cleanUp } = await facing((method) =>
      method === 'GET' ? read : { status: method === 'DELETE' ? 409 : 400 },
    )
    await context.api.data.create('ServiceCall', { id: context.fresh.id() })
    expect(await cleanUp()).toEqual([])
  })

  const refusedAsMissing = '{"error":"CA-1","message":"no such record"}'
  const sayingOfAll = (read: string, list: { status: number; body?: string }) =>
    facing((method, url) => {
      if (method === 'POST') return { status: 201 }
      return url.includes('/ServiceCall?') ? list : { status: 400, body: read }
    })

  test('what is refused with 400 as an id is that nobody made, and a list does not show, is gone', async () => {
    const { context, cleanUp } = await sayingOfAll(refusedAsMissing, { status: 200, body: '{"data":[]}' })
    for (const _ of [1, 2]) await context.api.data.create('ServiceCall', { id: context.fresh.id() })
    expect(await cleanUp()).toEqual([])
  })

  test('what is refused with 400 in another way than an id that nobody made may be there', async () => {
    const made: string[] = []
    const { context, cleanUp } = await facing((method, url) => {
      if (method === 'POST') return { status: 201 }
      if (url.includes('/ServiceCall?')) return { status: 200, body: '{"data":[]}' }
      const isMade = made.some((id) => url.includes(id))
      return { status: 400, body: isMade ? '{"error":"CA-2","message":"in use"}' : refusedAsMissing }
    })
    made.push(context.fresh.id())
    await context.api.data.create('ServiceCall', { id: made[0] })
    expect(await cleanUp()).toEqual([`ServiceCall ${made[0]} may be left behind: status 400`])
  })

  test('where a list is refused, a read that is refused with 400 as any proves nothing', async () => {
    const refused = await sayingOfAll(refusedAsMissing, { status: 400 })
    const id = refused.context.fresh.id()
    await refused.context.api.data.create('ServiceCall', { id })
    expect(await refused.cleanUp()).toEqual([`ServiceCall ${id} may be left behind: status 400`])
  })

  test('a deletion that is told and not done', async () => {
    const { context, cleanUp } = await facing((method) =>
      method === 'DELETE'
        ? { status: 200 }
        : { status: 200, body: '{"data":[{"serviceCall":{"subject":"still here"}}]}' },
    )
    const id = context.fresh.id()
    await context.api.data.create('ServiceCall', { id })
    expect(await cleanUp()).toEqual([`ServiceCall ${id} may be left behind: it can still be read after its deletion`])
  })

  test('a deletion told as 404 of a record that a list and a read still show, among others that are gone', async () => {
    const kept: string[] = []
    const { context, cleanUp } = await facing((method, url) => {
      if (method !== 'GET') return { status: method === 'DELETE' ? 404 : 201 }
      const [there = ''] = kept
      if (!url.includes('/ServiceCall?') && !url.includes(there)) return { status: 404 }
      return { status: 200, body: JSON.stringify({ data: [{ serviceCall: { id: there } }] }) }
    })
    for (const _ of [1, 2, 3]) {
      const id = context.fresh.id()
      kept.push(id)
      await context.api.data.create('ServiceCall', { id })
    }
    expect(await cleanUp()).toEqual([
      `ServiceCall ${kept[0]} may be left behind: it can still be read after its deletion`,
    ])
  })

  test('a deletion after which nothing can be read', async () => {
    const { context, cleanUp } = await facing((method) => ({ status: method === 'GET' ? 500 : 200 }))
    const id = context.fresh.id()
    await context.api.data.create('ServiceCall', { id })
    expect(await cleanUp()).toEqual([`ServiceCall ${id} may be left behind: it could not be read back: status 500`])
  })

  test('a refusal that is no 404 is not taken for absence', async () => {
    const { context, cleanUp } = await facing((method) => ({ status: method === 'POST' ? 201 : 400 }))
    const id = context.fresh.id()
    await context.api.data.create('ServiceCall', { id })
    expect(await cleanUp()).toEqual([`ServiceCall ${id} may be left behind: status 400`])
  })

  test('a creation that nobody waited for, of which nothing is to be seen yet', async () => {
    const server = await serve((request, response) => {
      if (request.url?.endsWith('/token')) return void response.end('{"access_token":"token-1","expires_in":43200}')
      if (request.method === 'POST') return undefined
      response.writeHead(404)
      return void response.end()
    })
    closing.push(server.close)
    const { context, cleanUp, stop, ledgerFile } = session(kitTarget(server.origin))
    const id = context.fresh.id()
    const creating = context.api.data.create('ServiceCall', { id }).catch((error: Error) => error.message)
    while (!existsSync(ledgerFile) || !readFileSync(ledgerFile, 'utf8').includes(id))
      await new Promise((resolve) => setTimeout(resolve, 5))
    await new Promise((resolve) => setTimeout(resolve, 50))
    await stop('the run was interrupted', 50)
    expect(await creating).toBe('the run was interrupted')
    expect(await cleanUp()).toEqual([
      `ServiceCall ${id} may be left behind: the run ended before the request that creates it was answered, so it may still come`,
    ])
    expect(await cleanLedger(ledgerFile, kitTarget(server.origin), [])).toMatchObject({ absent: 1, left: 0 })
  })

  test('what there was no time to remove: one line for many', async () => {
    const { context, cleanUp } = await facing(() => ({ status: 201 }))
    for (let count = 0; count < 6; count += 1) await context.api.data.create('ServiceCall', { id: context.fresh.id() })
    const [line, ...more] = await cleanUp(Date.now() - 1)
    expect(more).toEqual([])
    expect(line).toMatch(
      /^6 objects may be left behind \(ServiceCall \w+, ServiceCall \w+, ServiceCall \w+ and more\): there was no time left/,
    )
  })

  test('a record whose id nobody told', async () => {
    const { context, cleanUp, scope } = await facing(() => ({ status: 201 }))
    await context.api.data.create('ServiceCall', { subject: 'x' })
    expect(await cleanUp()).toEqual([
      `a ServiceCall may be left behind: request ${scope.exchanges.at(-1)?.id} may have created it, but no answer gave its id`,
    ])
  })

  test('a target that does not answer', async () => {
    const server = await serve((request, response) => {
      if (request.url?.endsWith('/token')) response.end('{"access_token":"token-1"}')
      else {
        response.writeHead(201)
        response.end()
      }
    })
    const { context, cleanUp } = session(kitTarget(server.origin))
    const id = context.fresh.id()
    await context.api.data.create('ServiceCall', { id })
    server.close()
    expect(await cleanUp()).toEqual([
      expect.stringMatching(new RegExp(`^ServiceCall ${id} may be left behind: DELETE .* got no answer`)),
    ])
  })
})

test('no credential reaches a ledger, a report or a text, whatever way it travelled', async () => {
  const { context, scope, ledgerFile, report, redactor } = session()
  const { api } = context
  await api.token.obtain()
  await api.data.list('BusinessPartner', { token: 'query' })
  await api.data.create('BusinessPartner', {
    ...named(String(target.identities['admin']?.password)),
    id: context.fresh.id(),
  })
  await api.token.request({ grant_type: 'password', username: 'acme/admin', password: 'never-declared-1' })
  const { code } = await api.token.logInAndApprove(
    {
      response_type: 'code',
      client_id: target.identities['admin']?.client.id,
      redirect_uri: target.fixtures.redirectUri,
    },
    { username: target.identities['admin']?.username ?? '', password: target.identities['admin']?.password ?? '' },
  )
  await api.raw.send(
    'GET /x?access_token={token} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n\r\n',
  )
  const token = await api.token.accessToken()
  const secrets = [
    token,
    code ?? 'no code came',
    'never-declared-1',
    ...Object.values(target.identities).flatMap(({ client, password }) => [
      client.secret,
      password ?? client.secret,
      Buffer.from(`${client.id}:${client.secret}`).toString('base64'),
    ]),
  ]
  const written = [
    readFileSync(ledgerFile, 'utf8'),
    redactor.text(`expected ${token}; got ${target.identities['admin']?.password}`),
    ...scope.exchanges.map((exchange) => JSON.stringify(report(exchange, 'c'))),
  ]
  expect(scope.exchanges.length).toBeGreaterThan(8)
  for (const secret of secrets)
    expect(written.filter((text) => text.includes(secret)).map((text) => text.slice(0, 200))).toEqual([])
})
