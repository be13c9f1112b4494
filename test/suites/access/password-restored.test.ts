import { afterAll, beforeAll, expect, test } from 'vitest'
import { contractFacts } from '../../../src/contract/index.ts'
import { createPlatform } from '../../../src/platform/platform.ts'
import { loadCatalogue } from '../../../src/judging/catalogue.ts'
import { attempt } from '../../../src/runner/attempt.ts'
import { createSession } from '../../../src/session/session.ts'
import { parseTarget } from '../../../src/target/load.ts'
import { verdictsAgainst } from '../../support/verdicts.ts'

const aDay = 86_400_000
let server: { readonly origin: string; close(): Promise<void> }
const platform = createPlatform({ passwordPolicy: { minAgeMs: aDay } })

beforeAll(async () => {
  server = await platform.listen({ port: 0 })
})
afterAll(() => server.close())

/** The target file of a platform whose clock nobody can set. */
const fileWithoutClock = (policy: object = {}) => {
  const file = platform.targetFile(server.origin) as { has: string[]; passwordPolicy: object }
  return {
    ...file,
    has: file.has.filter((name) => name !== 'clock'),
    controls: {},
    passwordPolicy: { ...file.passwordPolicy, ...policy },
  }
}

const logsIn = async (password: string) => {
  const target = parseTarget(fileWithoutClock(), 'the test')
  const session = createSession({ target, secrets: [], seed: 1, rerun: (id) => id })
  const { context } = session.contextFor('the test')
  const { status } = await context.as('password').token.obtain({ password })
  await session.close()
  return status === 200
}

test('with a declared minimum age of a day and no clock no password is changed, and nothing fails or is blocked', async () => {
  const only = ['token/change-*', 'token/password-used-before/*', 'token/password-too-fresh/*']
  const verdicts = await verdictsAgainst(fileWithoutClock(), { only })
  expect([...verdicts].filter(([, { is }]) => !['pass', 'not-applicable', 'not-exercised'].includes(is))).toEqual([])
  expect(await logsIn('Ch4nge-me-01 now')).toBe(true)
}, 60_000)

test('a password that an undeclared minimum age keeps from being put back is reported, and its user can still log in', async () => {
  const target = parseTarget(fileWithoutClock({ minAgeMs: undefined }), 'the test')
  const session = createSession({ target, secrets: [], seed: 1, rerun: (id) => id, wait: async () => undefined })
  const { checks } = await loadCatalogue()
  const check = checks.find(({ id }) => id === 'token/change-takes-effect/new-accepted-old-refused')
  platform.clock.advance(2 * aDay)
  if (check) await attempt(check, session, contractFacts(target))
  const left = await session.cleanUp()
  await session.close()
  expect(left.join()).toContain('the password of identities.password was changed and could not be put back')
  expect(session.secrets).toHaveLength(1)
  const password = session.secrets[0]?.split(' has the password ')[1] ?? ''
  expect(left.join()).not.toContain(password)
  expect(await logsIn(password)).toBe(true)
}, 60_000)
