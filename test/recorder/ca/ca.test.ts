import { spawnSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { authorityIn } from '../../../recorder/ca/authority.ts'
import { writeBundle } from '../../../recorder/ca/bundle.ts'
import { caFiles } from '../../../recorder/ca/folder.ts'
import { leafFor } from '../../../recorder/ca/leaf.ts'
import { createLeaves } from '../../../recorder/ca/leaves.ts'
import { removeAuthority } from '../../../recorder/ca/remove.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ca-'))
})
afterEach(() => rmSync(folder, { recursive: true }))
const files = () => caFiles(join(folder, 'ca'))
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
const openssl = (...args: string[]) => spawnSync('openssl', args, { encoding: 'utf8' })
const noOpenssl = openssl('version').status !== 0

describe('the folder', () => {
  test("is the one asked for, else the environment's, else among the states of programs", () => {
    expect(caFiles('/a', { FIELDPROOF_CA_DIR: '/b', XDG_STATE_HOME: '/c' }).folder).toBe('/a')
    expect(caFiles(undefined, { FIELDPROOF_CA_DIR: '/b', XDG_STATE_HOME: '/c' }).folder).toBe('/b')
    expect(caFiles(undefined, { XDG_STATE_HOME: '/c' }).folder).toBe('/c/fieldproof/ca')
    expect(caFiles(undefined, {}).folder).toMatch(/\.local.state.fieldproof.ca$/)
  })

  test('is closed to others, and so is the key', async () => {
    await authorityIn(files())
    expect([modeOf(files().folder), modeOf(files().own)]).toEqual(['700', '600'])
    expect(readFileSync(files().pem, 'utf8')).not.toContain('PRIVATE')
  })

  test.each([
    ['the folder', 'folder', 0o755, '700'],
    ['the key', 'own', 0o640, '600'],
  ] as const)('%s open to others is refused with the line that closes it', async (_what, which, mode, closed) => {
    await authorityIn(files())
    chmodSync(files()[which], mode)
    await expect(authorityIn(files())).rejects.toThrow(`chmod ${closed} ${files()[which]}`)
    chmodSync(files()[which], Number.parseInt(closed, 8))
    await expect(authorityIn(files())).resolves.toBeDefined()
  })
})

test('it is made once: those who start at the same time, and all later ones, come to the same', async () => {
  const all = await Promise.all(Array.from({ length: 6 }, () => authorityIn(files())))
  expect(new Set([...all, await authorityIn(files())].map(({ pem }) => pem)).size).toBe(1)
  expect(readdirSync(files().folder).sort()).toEqual(['ca-key.pem', 'ca.pem'])
})

test('a file that holds no authority is said in one line', async () => {
  await authorityIn(files())
  writeFileSync(files().own, 'nothing')
  await expect(authorityIn(files())).rejects.toThrow(
    /does not hold a key and a certificate; "fieldproof ca remove" deletes it/,
  )
})

test.for<[string[]]>([
  [['cluster.example']],
  [['127.0.0.1']],
  [['::1']],
  [['localhost', '127.0.0.1', '::1']],
  [[`${'long-label.'.repeat(20)}example`]],
])('openssl verifies a leaf of %j strictly, for that name only', async ([names], { skip }) => {
  skip(noOpenssl, 'openssl is not installed')
  const authority = await authorityIn(files())
  const { cert, key } = await leafFor(names, authority)
  const file = join(folder, 'leaf.pem')
  writeFileSync(file, cert)
  for (const name of names) {
    const flag = /^[\d.]+$|:/.test(name) ? '-verify_ip' : '-verify_hostname'
    expect(
      openssl('verify', '-x509_strict', '-purpose', 'sslserver', flag, name, '-CAfile', files().pem, file),
    ).toMatchObject({ status: 0 })
  }
  expect(
    openssl('verify', '-x509_strict', '-verify_hostname', 'other.example', '-CAfile', files().pem, file).status,
  ).not.toBe(0)
  expect(key).toContain('BEGIN PRIVATE KEY')
})

test('what the certificates say', async () => {
  const authority = await authorityIn(files())
  const ca = new X509Certificate(authority.pem)
  const leaf = new X509Certificate((await leafFor(['a.example'], authority)).cert)
  expect(ca.ca).toBe(true)
  expect(leaf.ca).toBe(false)
  expect(leaf.verify(ca.publicKey)).toBe(true)
  expect(leaf.checkIssued(ca)).toBe(true)
  expect(leaf.publicKey.asymmetricKeyDetails).toMatchObject({ namedCurve: 'prime256v1' })
  expect(Date.parse(leaf.validFrom)).toBeLessThan(Date.now() - 23 * 3600_000)
  expect(Date.parse(leaf.validTo) - Date.now()).toBeLessThanOrEqual(90 * 24 * 3600_000)
})

test('extensions are those of a strict authority, critical where they must be', async ({ skip }) => {
  skip(noOpenssl, 'openssl is not installed')
  await authorityIn(files())
  const { stdout } = openssl('x509', '-in', files().pem, '-noout', '-text')
  expect(stdout).toMatch(/Basic Constraints: critical\s+CA:TRUE/)
  expect(stdout).toMatch(/Key Usage: critical\s+Certificate Sign, CRL Sign/)
  expect(stdout).toContain('Subject Key Identifier')
})

describe('leaves', () => {
  test('forty who want one host at once get one certificate, and none is on disk', async () => {
    const leaves = createLeaves(await authorityIn(files()))
    const all = await Promise.all(Array.from({ length: 40 }, () => leaves.contextFor('new.example')))
    expect(new Set(all).size).toBe(1)
    expect(leaves.made()).toBe(1)
    expect(readdirSync(files().folder).sort()).toEqual(['ca-key.pem', 'ca.pem'])
  })

  test('are bounded; the one not asked for longest drops out', async () => {
    const leaves = createLeaves(await authorityIn(files()), 2)
    for (const host of ['a', 'b', 'a', 'c', 'a']) await leaves.contextFor(host)
    expect(leaves.made()).toBe(3)
    await leaves.contextFor('b')
    expect(leaves.made()).toBe(4)
  })
})

test('the bundle holds the public roots and ours', async () => {
  const text = readFileSync(await writeBundle(files()), 'utf8')
  expect(text.split('BEGIN CERTIFICATE').length).toBeGreaterThan(50)
  expect(text).toContain(readFileSync(files().pem, 'utf8').trim())
  expect(text).not.toContain('PRIVATE')
})

test('removing tells which it was, and leaves what is not its own', async () => {
  await authorityIn(files())
  await writeBundle(files())
  writeFileSync(join(files().folder, 'mine'), '')
  expect(removeAuthority(files())).toMatchObject({
    subject: expect.stringContaining('Fieldproof recorder CA'),
    fingerprint: expect.stringMatching(/^[0-9A-F:]{95}$/),
  })
  expect(readdirSync(files().folder)).toEqual(['mine'])
  rmSync(join(files().folder, 'mine'))
  expect(removeAuthority(files())).toBeUndefined()
  await authorityIn(files())
  removeAuthority(files())
  expect(existsSync(files().folder)).toBe(false)
})
