import { spawnSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fieldproof } from '../support/cli.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cli-ca-'))
})
afterEach(() => rmSync(folder, { recursive: true }))
const ca = (...args: string[]) => fieldproof(['ca', ...args], { env: { FIELDPROOF_CA_DIR: join(folder, 'ca') } })

test('path makes it and prints nothing but the path; again, the same; an option is stronger than the environment', async () => {
  const first = await ca('path')
  expect(first).toMatchObject({ code: 0, stdout: `${join(folder, 'ca', 'ca.pem')}\n`, stderr: '' })
  const made = readFileSync(join(folder, 'ca', 'ca.pem'), 'utf8')
  expect(new X509Certificate(made).ca).toBe(true)
  await ca('path')
  expect(readFileSync(join(folder, 'ca', 'ca.pem'), 'utf8')).toBe(made)
  expect((await ca('path', '--ca-dir', join(folder, 'other'))).stdout).toBe(`${join(folder, 'other', 'ca.pem')}\n`)
})

test('key and folder are closed to others under any umask', () => {
  const bin = fileURLToPath(new URL('../../bin/fieldproof.js', import.meta.url))
  expect(
    spawnSync('sh', ['-c', 'umask 0; exec "$0" "$1" ca path', process.execPath, bin], {
      env: { ...process.env, FIELDPROOF_CA_DIR: join(folder, 'deep', 'ca') },
    }).status,
  ).toBe(0)
  expect(
    ['ca', join('ca', 'ca-key.pem')].map((path) => (statSync(join(folder, 'deep', path)).mode & 0o777).toString(8)),
  ).toEqual(['700', '600'])
})

test('bundle writes roots and ours, and prints lines that a shell takes', async () => {
  const { code, stdout } = await ca('bundle')
  expect(code).toBe(0)
  const bundle = join(folder, 'ca', 'ca-bundle.pem')
  const pem = join(folder, 'ca', 'ca.pem')
  expect(stdout.split('\n')[0]).toBe(bundle)
  expect(readFileSync(bundle, 'utf8')).toContain(readFileSync(pem, 'utf8').trim())
  const lines = stdout
    .split('\n')
    .slice(1)
    .filter((line) => !line.startsWith('keytool'))
    .join('\n')
  const seen = spawnSync(
    'sh',
    [
      '-c',
      `${lines}\nprintf '%s\\n' "$NODE_EXTRA_CA_CERTS" "$REQUESTS_CA_BUNDLE" "$SSL_CERT_FILE" "$CURL_CA_BUNDLE" "$JAVA_TOOL_OPTIONS"`,
    ],
    { encoding: 'utf8' },
  )
  expect(seen.stdout.split('\n').slice(0, 5)).toEqual([
    pem,
    bundle,
    bundle,
    bundle,
    expect.stringContaining(`-Djavax.net.ssl.trustStore=${join(folder, 'ca', 'ca.p12')}`),
  ])
  expect(stdout).toContain(`keytool -importcert -noprompt -alias fieldproof -file ${pem}`)
})

test('the line for Java makes a store that holds it', async ({ skip }) => {
  skip(spawnSync('keytool', ['-help']).error !== undefined, 'keytool is not installed')
  const { stdout } = await ca('bundle')
  const line = stdout.split('\n').find((one) => one.startsWith('keytool')) ?? ''
  expect(spawnSync('sh', ['-c', line]).status).toBe(0)
  const listed = spawnSync(
    'keytool',
    ['-list', '-keystore', join(folder, 'ca', 'ca.p12'), '-storepass', 'fieldproof'],
    { encoding: 'utf8' },
  )
  expect(listed.stdout).toContain(new X509Certificate(readFileSync(join(folder, 'ca', 'ca.pem'))).fingerprint256)
})

test('remove tells which it was and what is left to do; without one it says so', async () => {
  await ca('bundle')
  expect(await ca('remove')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /Fieldproof recorder CA[\s\S]*SHA-256 [0-9A-F:]{95}\nRemove it from every trust store/,
    ),
  })
  expect(existsSync(join(folder, 'ca'))).toBe(false)
  expect(await ca('remove')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('there is no certificate authority'),
  })
})

test('an authority open to others: exit 2, one line, with what closes it', async () => {
  await ca('path')
  chmodSync(join(folder, 'ca'), 0o755)
  const { code, stderr } = await ca('path')
  expect([code, stderr.trim().split('\n').length]).toEqual([2, 1])
  expect(stderr).toContain(`chmod 700 ${join(folder, 'ca')}`)
})

test.each([['nope'], ['path', '--nope'], []])('ca %s: exit 2', async (...args) => {
  expect((await ca(...args.filter(Boolean))).code).toBe(2)
})
