import { appendFileSync, cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { age } from '../../src/cli/list.ts'
import { isProof, readProof, writeProof, type Proof } from '../../src/judging/proof-file.ts'
import { scratch } from '../support/folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = scratch()
const proof: Proof = {
  faults: [
    {
      id: 'lock-ignored-on-put',
      statements: ['A-DAT-20'],
      killedBy: ['data/stale-lock-refused/put-by-id'],
      survivedBy: [],
    },
  ],
  variants: [],
}

describe('the last proof', () => {
  const at = new Date('2026-01-02T03:04:05Z')

  test('is kept with when it was made; what changed since is told by room', () => {
    const kit = join(folder, 'kit')
    for (const room of ['suites/data', 'src/platform']) mkdirSync(join(kit, room), { recursive: true })
    writeFileSync(join(kit, 'suites/data/a.js'), 'a')
    expect(readProof(kit)).toBeUndefined()
    expect(writeProof(proof, { at, folder: kit })).toBe(true)
    expect(readProof(kit)).toEqual({ ...proof, at, changed: [] })
    writeFileSync(join(kit, 'suites/data/a.js'), 'b')
    writeFileSync(join(kit, 'src/platform/new.js'), '')
    expect(readProof(kit)?.changed).toEqual(['suites', 'src/platform'])
  })

  test.each(['', 'null', '{"stamp":"of another version","faults":[],"variants":[]}', '{"faults":'])(
    'what is none counts as none: %s',
    (text) => {
      const kit = join(folder, 'other')
      mkdirSync(kit, { recursive: true })
      writeFileSync(join(kit, 'proof.json'), text)
      expect(readProof(kit)).toBeUndefined()
    },
  )

  test('a proof has faults with statements and killers', () => {
    expect(isProof(proof)).toBe(true)
    for (const value of [null, [], {}, { faults: [null] }, { faults: [{ id: 'x' }] }])
      expect(isProof(value)).toBe(false)
  })

  test.each([
    [0, [], 'faults by the proof of just now; nothing that it proves has changed since'],
    [61_000, [], 'faults by the proof of 1 minute ago; nothing that it proves has changed since'],
    [
      3 * 3_600_000,
      ['suites', 'src/kit'],
      'faults by the proof of 3 hours ago; changed since: suites, src/kit; --prove runs it again',
    ],
    [5 * 86_400_000, [], 'faults by the proof of 5 days ago; nothing that it proves has changed since'],
  ])('its age in words, after %d ms', (ms, changed, words) =>
    expect(age({ at, changed }, at.getTime() + ms)).toBe(words),
  )
})

describe('list coverage', () => {
  const home = join(folder, 'node_modules/fieldproof')
  const list = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(home, 'bin/fieldproof.js'), 'list', 'coverage', '--json', ...args],
      { encoding: 'utf8' },
    )
    return { code: status, stderr, rows: JSON.parse(stdout) as Array<{ statement: string; faults: string[] }> }
  }

  beforeAll(() => {
    mkdirSync(home, { recursive: true })
    for (const name of ['bin', 'dist', 'package.json']) cpSync(join(root, name), join(home, name), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(home, 'node_modules'))
    rmSync(join(home, 'dist/proof.json'), { force: true })
  })

  test('without a proof lists every statement without faults, and says how to get one', () => {
    const { code, stderr, rows } = list()
    expect(code).toBe(0)
    expect(rows).toHaveLength(448)
    expect(rows.flatMap(({ faults }) => faults)).toEqual([])
    expect(stderr).toMatch(/^no proof is kept, so no faults are listed; --prove runs one .*--from FILE .*\n$/)
  })

  test('with one lists what it killed, and says how old it is and what changed', () => {
    writeProof(proof, { at: new Date(Date.now() - 3 * 3_600_000), folder: join(home, 'dist') })
    const { code, stderr, rows } = list()
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'faults by the proof of 3 hours ago; nothing that it proves has changed since\n',
    })
    expect(rows.filter(({ faults }) => faults.length > 0)).toMatchObject([
      { statement: 'A-DAT-20', faults: ['lock-ignored-on-put'] },
    ])
    appendFileSync(join(home, 'dist/src/kit/check.js'), '\n')
    expect(list().stderr).toBe('faults by the proof of 3 hours ago; changed since: src/kit; --prove runs it again\n')
  })

  test('--from takes the proof of a file, and has nothing to say', () => {
    const file = join(folder, 'matrix.json')
    writeFileSync(file, JSON.stringify(proof))
    const { code, stderr, rows } = list('--from', file)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(rows.find(({ statement }) => statement === 'A-DAT-20')?.faults).toEqual(['lock-ignored-on-put'])
  })
})
