import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import type { PlatformRequest } from '../../src/platform/http/message.ts'
import { listen } from '../../src/platform/http/server.ts'
import { createPlatform } from '../../src/platform/platform.ts'
import { examine } from '../../src/runner/doctor.ts'
import { preflight } from '../../src/runner/preflight.ts'
import { parseTarget } from '../../src/target/load.ts'
import type { Target } from '../../src/target/target.ts'

const deadlineMs = 400

/** What comes of a target at which some requests are never answered, which were asked in vain, and in how many timeouts. */
async function said(isSilent: (request: PlatformRequest) => boolean, ask: (target: Target) => Promise<unknown>) {
  const platform = createPlatform()
  const unanswered: string[] = []
  const server = await listen(
    async (request) => {
      if (!isSilent(request)) return platform.handle(request)
      unanswered.push(request.target.split('?')[0] ?? '')
      return new Promise(() => undefined)
    },
    { port: 0, now: () => platform.clock.now() },
  )
  const told = (error: Error) => `${error.name} ${error.message}`
  try {
    const answer = await ask(parseTarget(platform.targetFile(server.origin), 'the test')).catch(told)
    return { answer, unanswered }
  } finally {
    void server.close()
  }
}

test('an address that takes connections and never answers: one sentence after two timeouts', async () => {
  const open = new Set<{ destroy(): void }>()
  const server = createServer((socket) => void open.add(socket)).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const target = parseTarget(createPlatform().targetFile(origin), 'the test')
  for (const ask of [
    () => examine(target, [], { deadlineMs }),
    () => preflight(target, [], { logins: ['user', 'service', 'partner'], deadlineMs }),
  ]) {
    open.clear()
    await expect(ask()).rejects.toThrow(
      `addresses.auth (${origin}) accepts connections and does not answer: a login, asked for twice, had no whole answer within 0.4 s`,
    )
    // One of them is that of `reachable`, which only connects.
    expect(open.size).toBeLessThanOrEqual(3)
  }
  for (const socket of open) socket.destroy()
  server.close()
})

test('a login that is answered at the second try begins the run', async () => {
  let asked = 0
  const { answer } = await said(
    ({ target }) => target.includes('/token') && asked++ === 0,
    async (target) => preflight(target, [], { deadlineMs }),
  )
  expect(answer).toBeUndefined()
})

test('a cluster that answers neither a list nor the companies: its address is named', async () => {
  const { answer, unanswered } = await said(
    ({ target }) => /\/v4\/|\/companies/.test(target),
    (target) => preflight(target, [], { deadlineMs }),
  )
  expect(answer).toMatch(
    /^Unreachable .* accepts connections and does not answer: a list of \w+ and the list of companies had/,
  )
  expect(unanswered).toHaveLength(2)
})

test('one list that takes too long is left to the checks', async () => {
  const { answer } = await said(
    ({ target }) => /^\/api\/data\/v4\/\w+\?/.test(target),
    (target) => preflight(target, [], { deadlineMs }),
  )
  expect(answer).toBeUndefined()
})

test('doctor asks no more after two questions without an answer, says which, and keeps what it was told', async () => {
  const { answer, unanswered } = await said(
    ({ target }) => !/\/token|\/accounts\/|\/api\/data\/v4\/\w+\?|companies/.test(target),
    (target) => examine(target, [], { deadlineMs }),
  )
  const { lines, usable } = answer as Awaited<ReturnType<typeof examine>>
  expect(unanswered).toHaveLength(2)
  expect(usable).toBe(false)
  expect(lines.at(-1)).toMatch(
    /^not usable: GET \S+ and GET \S+ had no answer in time, and nothing was asked after them$/,
  )
  expect(lines.filter((line) => line.startsWith('interface   directory'))).toHaveLength(1)
  expect(lines.filter((line) => line.startsWith('interface')).length).toBeLessThanOrEqual(5)
})
