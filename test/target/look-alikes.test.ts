import { afterAll, beforeAll, expect, test } from 'vitest'
import { contractFacts } from '../../src/contract/index.ts'
import { loadCatalogue } from '../../src/judging/catalogue.ts'
import { createPlatform } from '../../src/platform/platform.ts'
import type { Listening } from '../../src/platform/http/server.ts'
import { attempt } from '../../src/runner/attempt.ts'
import { gate } from '../../src/runner/gate.ts'
import { createSession } from '../../src/session/session.ts'
import { parseTarget } from '../../src/target/load.ts'
import type { Target } from '../../src/target/target.ts'
import { kitTarget, serve } from './server.ts'

// Other people's records whose ids, external ids and names imitate those of a run.
const runTag = 'fabcd'
const platform = createPlatform()
let server: Listening
let target: Target
beforeAll(async () => {
  server = await platform.listen({ port: 0 })
  target = parseTarget(platform.targetFile(server.origin), 'the test')
})
afterAll(() => server.close())

let count = 0
const ownId = (near: number) => `AAAAAAAABBBBCCCCDDDD${near.toString(16).toUpperCase().padStart(12, '0')}`
const session = (tag: string, of = target) =>
  createSession({
    target: of,
    secrets: [],
    seed: 1,
    rerun: (id) => id,
    names: { runTag: tag, id: () => ownId((count += 1)) },
  })

test('checks that create, change and delete by every way leave records alone that look like their own', async () => {
  const { context } = session('theirs').contextFor('the others')
  const tags = [
    runTag,
    runTag.toUpperCase(),
    `${runTag}-1`,
    `x${runTag}00001-1`,
    `${runTag.slice(0, -1)}e00001-1`,
    `${runTag} 1`,
  ]
  for (const externalId of tags) {
    for (const resource of ['ServiceCall', 'BusinessPartner']) {
      const words = { [resource === 'ServiceCall' ? 'subject' : 'name']: `${runTag}00001 1` }
      const made = await context.api.data.create(resource, {
        ...target.templates[resource],
        ...words,
        id: context.fresh.id(),
        externalId,
      })
      expect(made.status).toBe(201)
    }
  }
  const before = platform.contents()
  const ours = session(runTag)
  const { checks } = await loadCatalogue()
  const trying = checks.filter(
    ({ id, alone, heavy }) =>
      !alone && !heavy && /^(?:data\/(?:create|delete|external|bulk|stale|put|patch)|batch\/|bulk\/)/.test(id),
  )
  expect(trying.length).toBeGreaterThan(50)
  let held = 0
  for (const check of trying) {
    if (gate(check, target)) continue
    const { outcome } = await attempt(check, ours, contractFacts(target))
    if (outcome.is === 'held') held += 1
  }
  expect(held).toBeGreaterThan(50)
  expect(await ours.cleanUp()).toEqual([])
  const after = new Set(platform.contents())
  expect(before.filter((line) => !after.has(line))).toEqual([])
})

test('a create that is answered with a record of long ago does not make that record our own', async () => {
  const theirs = 'F0E1D0000000000000000000000000A1'
  const arrived: string[] = []
  const liar = await serve((request, response) => {
    if (request.url?.endsWith('/token')) return void response.end('{"access_token":"token-1","expires_in":43200}')
    arrived.push(`${request.method} ${request.url}`)
    const record = { id: theirs, lastChanged: Date.now() - 86_400_000, subject: `${runTag}00000 1` }
    response.writeHead(request.method === 'POST' ? 201 : 200)
    return void response.end(JSON.stringify({ data: [{ serviceCall: record }] }))
  })
  const deceived = session(runTag, kitTarget(liar.origin))
  const { context } = deceived.contextFor('test/look-alikes')
  try {
    await context.api.data.create('ServiceCall', { subject: 'x' })
    await expect(context.api.data.remove('ServiceCall', theirs, undefined, { force: true })).rejects.toThrow(
      /may be somebody else's/,
    )
    expect(await deceived.cleanUp()).toEqual([
      expect.stringContaining('may have created it, but no answer gave its id'),
    ])
    expect(arrived.filter((line) => !line.startsWith('POST'))).toEqual([])
  } finally {
    await deceived.close()
    liar.close()
  }
})

test('nor does a Date that is hours ahead make a record of now one of long ago', async () => {
  const made = 'F0E1D0000000000000000000000000A2'
  const arrived: string[] = []
  const behindProxy = await serve((request, response) => {
    if (request.url?.endsWith('/token')) return void response.end('{"access_token":"token-1","expires_in":43200}')
    arrived.push(String(request.method))
    response.writeHead(request.method === 'POST' ? 201 : 200, {
      Date: new Date(Date.now() + 7_200_000).toUTCString(),
    })
    return void response.end(JSON.stringify({ data: [{ serviceCall: { id: made, lastChanged: Date.now() } }] }))
  })
  const ours = session(runTag, kitTarget(behindProxy.origin))
  const { context } = ours.contextFor('test/look-alikes')
  try {
    await context.api.data.create('ServiceCall', { subject: 'x' })
    await context.api.data.remove('ServiceCall', made, undefined, { force: true })
    expect(arrived).toContain('DELETE')
  } finally {
    await ours.close()
    behindProxy.close()
  }
})
