import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { complaints } from '../scripts/lint.mjs'
import { root } from './architecture/tree.ts'

describe('this house', () => {
  test('is laid out as prettier has it', async () => {
    expect(await complaints('layout')).toBe('')
  }, 240_000)

  test('has tests whose types hold', async () => {
    expect(await complaints('types')).toBe('')
  }, 240_000)

  test('breaks no rule of oxlint', async () => {
    expect(await complaints('rules')).toBe('')
  }, 240_000)

  test('has no dead code and no dependency too many, as knip sees it', async () => {
    expect(await complaints('dead code')).toBe('')
  }, 240_000)
})

// A tool that is set up wrongly says nothing, and would be taken for content.
describe('each tool complains of a house with a defect of its kind', () => {
  let house: string
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(house, file)), { recursive: true })
    writeFileSync(join(house, file), text)
  }
  beforeAll(() => {
    house = mkdtempSync(join(tmpdir(), 'lint-'))
    symlinkSync(join(root, 'node_modules'), join(house, 'node_modules'))
    copyFileSync(join(root, 'knip.config.js'), join(house, 'knip.config.js'))
    write('package.json', '{"name":"house","type":"module","dependencies":{"yaml":"2.9.1"},"main":"src/cli/main.ts"}')
    write('tsconfig.json', '{"extends":"./base.json","include":["src"]}')
    copyFileSync(join(root, 'tsconfig.json'), join(house, 'base.json'))
    write('src/cli/main.ts', `import { used } from '../used.ts'\n\nused()\n`)
    write('src/used.ts', 'export const used = () => undefined\nexport const unused = 1\n')
    write('src/untidy.ts', 'export const list = [ 1,2 ];\n')
    write('src/wrong.ts', `export const count: number = 'three'\n`)
    write(
      'src/careless.ts',
      `
      const wait = async () => undefined
      export function start(kind: 'one' | 'two', at: number) {
        wait()
        switch (kind) {
          case 'one':
            return [1].map((at) => at)
        }
        const left = at
      }`,
    )
  })
  afterAll(() => rmSync(house, { recursive: true }))

  test('prettier', async () => {
    const args = ['--check', '--config', join(root, 'prettier.config.js'), 'src']
    const said = await complaints('layout', { folder: house, args })
    expect(said).toContain('src/untidy.ts')
    expect(said).not.toContain('src/used.ts')
  })

  test('tsc', async () => {
    expect(await complaints('types', { folder: house, args: ['-p', '.', '--noEmit'] })).toContain('src/wrong.ts(1,14)')
  })

  test('oxlint', async () => {
    const said = await complaints('rules', { folder: house, args: ['-c', join(root, 'oxlint.jsonc'), 'src'] })
    for (const rule of ['no-floating-promises', 'switch-exhaustiveness-check', 'no-unused-vars', 'no-shadow'])
      expect(said).toContain(`(${rule})`)
  })

  test('knip', async () => {
    const said = await complaints('dead code', { folder: house, args: [] })
    expect(said).toMatch(/Unused exports \(1\)\nunused /)
    expect(said).toMatch(/Unused dependencies \(1\)\nyaml /)
    expect(said).toMatch(/Unused files \(3\)/)
  })
})
