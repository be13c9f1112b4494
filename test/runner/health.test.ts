import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import type { PlatformRequest, PlatformResponse } from '../../src/platform/http/message.ts'
import { listen } from '../../src/platform/http/server.ts'
import { createPlatform } from '../../src/platform/platform.ts'
import type { Verdict } from '../../src/verdict/stream.ts'
import { fieldproof } from '../support/cli.ts'
import { scratch } from '../support/folder.ts'

const folder = scratch()
const badGateway: PlatformResponse = {
  status: 502,
  headers: [['Content-Type', 'text/html']],
  body: Buffer.from('<html><body>Bad Gateway</body></html>'),
}

const ownWords: PlatformResponse = {
  status: 500,
  headers: [['Content-Type', 'application/json']],
  body: Buffer.from('{"error":"CA-500","message":"the database is gone","values":[]}'),
}

/** The verdicts on a target of which `isDown` says, by the number of the request, whether something else answers for it. */
async function verdictsOn(
  name: string,
  isDown: (request: PlatformRequest, nth: number) => boolean,
  { instead = badGateway, only = ['data/create/*'] } = {},
) {
  const platform = createPlatform()
  let count = 0
  const server = await listen(async (request) => (isDown(request, ++count) ? instead : platform.handle(request)), {
    port: 0,
    now: () => platform.clock.now(),
  })
  try {
    const file = join(folder, `${name}.yaml`)
    writeFileSync(file, stringify(platform.targetFile(server.origin)))
    const out = join(folder, name)
    const { code } = await fieldproof([
      'run',
      '--target',
      file,
      ...only.flatMap((glob) => ['--only', glob]),
      '--out',
      out,
    ])
    const verdicts = readFileSync(join(out, 'report.jsonl'), 'utf8')
      .split('\n')
      .flatMap((line) => (line.startsWith('{"verdict"') ? [(JSON.parse(line) as { verdict: Verdict }).verdict] : []))
    return { code, verdicts }
  } finally {
    await server.close()
  }
}

test('what a target answers after it went down is no finding', async () => {
  const { code, verdicts } = await verdictsOn('down', (_, nth) => nth > 40)
  expect(code).toBe(3)
  expect(verdicts.filter(({ is }) => is === 'fail')).toEqual([])
  const blocked = verdicts.filter(({ is }) => is === 'blocked')
  expect(blocked.length).toBeGreaterThan(5)
  expect(blocked.some(({ because }) => because?.includes('the target was down when this was judged'))).toBe(true)
})

test('a target that answers one operation so, and the others well, is judged', async () => {
  const { code, verdicts } = await verdictsOn(
    'broken',
    ({ method, target }) => method === 'POST' && /\/v4\//.test(target),
  )
  expect(code).toBe(1)
  expect(verdicts.some(({ is }) => is === 'fail')).toBe(true)
})

test('what a target answers after it lost its database is no finding, though it says so in its own words', async () => {
  const { code, verdicts } = await verdictsOn('broken-down', (_, nth) => nth > 60, { instead: ownWords })
  expect(verdicts.filter(({ is }) => is === 'fail')).toEqual([])
  expect(code).toBe(3)
})

test('a token service that is down alone is no finding of the token service', async () => {
  const only = ['token/a*', 'token/no-server-error/traffic']
  const { code, verdicts } = await verdictsOn(
    'no-tokens',
    ({ target }, nth) => nth > 20 && target.startsWith('/api/oauth2/'),
    { only },
  )
  expect(verdicts.filter(({ is }) => is === 'fail').map(({ check }) => check)).toEqual([])
  expect(code).toBe(3)
})

test('a list that breaks by what is stored is a finding: the target answers all else', async () => {
  const { code, verdicts } = await verdictsOn(
    'poisoned',
    ({ target }, nth) => nth > 20 && /\/v4\/ServiceCall\?/.test(target),
    { instead: ownWords },
  )
  expect(verdicts.some(({ is }) => is === 'fail')).toBe(true)
  expect(code).toBe(1)
})
