import { expect, test } from 'vitest'
import { listen } from '../../src/platform/http/server.ts'
import type { PlatformRequest, PlatformResponse } from '../../src/platform/http/message.ts'
import { createPlatform } from '../../src/platform/platform.ts'
import { loadCatalogue } from '../../src/judging/catalogue.ts'
import { neededLogins } from '../../src/runner/logins.ts'
import { preflight } from '../../src/runner/preflight.ts'
import { parseTarget } from '../../src/target/load.ts'

type File = Record<string, unknown>
type Answer = (response: PlatformResponse, request: PlatformRequest) => PlatformResponse

/** What a preflight says of a changed target file; an empty text if it lets the run begin. */
async function said(
  change: (file: File) => File,
  answer: Answer = (response) => response,
  logins: readonly string[] = [],
  faults: readonly string[] = [],
): Promise<string> {
  const platform = createPlatform({ faults: [...faults] })
  const server = await listen(async (request) => answer(await platform.handle(request), request), {
    port: 0,
    now: () => platform.clock.now(),
  })
  try {
    await preflight(parseTarget(change(platform.targetFile(server.origin)), 'the test'), [], { logins })
    return ''
  } catch (error) {
    return `${(error as Error).name} ${(error as Error).message} ${String((error as { todo?: string }).todo ?? '')}`
  } finally {
    await server.close()
  }
}

const identity = (name: string, file: File, change: File): File => {
  const identities = file['identities'] as Record<string, File>
  return { ...file, identities: { ...identities, [name]: { ...identities[name], ...change } } }
}
const admin = (file: File, change: File): File => identity('admin', file, change)

test('a right file: nothing', async () => {
  expect(await said((file) => file)).toBe('')
})

test('a wrong company: the companies of the token', async () => {
  expect(await said((file) => ({ ...file, company: 'Nope North' }))).toMatch(
    /UserError .*company Nope North is refused.*Acme North, Acme South & Sons/,
  )
})

test('a wrong account: that of the token', async () => {
  const alone = ({ identities, ...file }: File): File => ({
    ...file,
    identities: { admin: (identities as File)['admin'] },
  })
  expect(await said((file) => admin({ ...alone(file), account: 'nope' }, { account: 'nope' }))).toMatch(
    /UserError .*account nope is refused.*account: acme/,
  )
  expect(await said((file) => admin({ ...file, account: 'nope' }, { account: 'nope' }))).toMatch(
    /UserError .*identities\.other-company is of acme, and the account that is checked is nope.*mend account/,
  )
})

test('a wrong password: which identity, and what to look at', async () => {
  expect(await said((file) => admin(file, { password: 'wrong' }))).toMatch(
    /Unreachable identities\.admin cannot log in: status 40[01] invalid_grant/,
  )
})

test('a token service that reads credentials from the form alone: nothing, it is for the checks to judge', async () => {
  expect(await said((file) => file, undefined, [], ['token-basic-refused'])).toBe('')
})

const wrong = (name: string) => (file: File) =>
  name === 'service'
    ? identity(name, file, { client: { id: 'fieldproof-connector', secret: 'wrong', version: '1.0', scope: 'local' } })
    : identity(name, file, { password: 'wrong' })

test('wrong credentials of any identity that the checks need: which one', async () => {
  const { checks } = await loadCatalogue()
  const logins = neededLogins(checks, parseTarget(createPlatform().targetFile('http://localhost:1'), 'the test'))
  expect([...logins].sort()).toEqual(
    [
      ...['account', 'calls-only', 'crowd-owner', 'general', 'other-account', 'other-company', 'own-only', 'partner'],
      ...['partner-2', 'password', 'service', 'superuser', 'user'],
    ].sort(),
  )
  expect(await said((file) => file, undefined, logins)).toBe('')
  for (const name of logins)
    expect(await said(wrong(name), undefined, logins)).toMatch(
      new RegExp(`Unreachable identities\\.${name} cannot log in: status 40[01] invalid_(?:grant|client); check its`),
    )
})

test('an identity that may be refused for what it is: nothing', async () => {
  const { checks } = await loadCatalogue()
  const logins = neededLogins(checks, parseTarget(createPlatform().targetFile('http://localhost:1'), 'the test'))
  for (const name of ['unprivileged', 'expired', 'sso', 'disallowed']) {
    expect(logins).not.toContain(name)
    expect(await said(wrong(name), undefined, logins)).toBe('')
  }
})

test('an identity that no check needs, or that is refused for another reason, is left to the checks', async () => {
  expect(await said(wrong('user'), undefined, ['service'])).toBe('')
  const failing: Answer = (response, { body }) =>
    body.toString().includes('acme%2Ffield') ? { ...response, status: 500, body: Buffer.from('{}') } : response
  expect(await said((file) => file, failing, ['user'])).toBe('')
})

test('what only one interface says is left to the checks', async () => {
  // The token response names other companies, but the Data API serves the one of the file.
  const renamed: Answer = (response, { target }) =>
    target.includes('/token')
      ? { ...response, body: Buffer.from(response.body.toString().replaceAll('Acme North', 'Elsewhere')) }
      : response
  expect(await said((file) => file, renamed)).toBe('')
  // The Data API refuses, but the token response names the company.
  const refusing: Answer = (response, { target }) =>
    target.startsWith('/api/data/v4') ? { ...response, status: 403, body: Buffer.from('{}') } : response
  expect(await said((file) => file, refusing)).toBe('')
})
