import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { allFaults } from '../../src/platform/deviations.ts'
import { loadCatalogue } from '../../src/judging/catalogue.ts'
import { loadTarget } from '../../src/target/load.ts'
import { statementOf } from '../../src/verdict/statements.ts'
import { allFiles, read, root } from '../architecture/tree.ts'

const documents = allFiles.filter((file) => file.endsWith('.md') && !file.startsWith('test/'))
const named = (file: string, pattern: RegExp): string[] =>
  [...read(file).matchAll(pattern)].map((match) => match[1] ?? '')

/** What all documents name in such a way, each with where it stands. */
const everywhere = (pattern: RegExp) =>
  documents.flatMap((file) => named(file, pattern).map((name) => ({ file, name })))

describe('what documents name is there', () => {
  test('files that they link to', () => {
    const links = everywhere(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)
    expect(links.length).toBeGreaterThan(2)
    expect(links.filter(({ file, name }) => !existsSync(join(root, dirname(file), name)))).toEqual([])
  })
  test('statements', () => {
    const statements = everywhere(/\b([AB]-[A-Z]{3}-\d{2})\b/g)
    expect(statements).not.toEqual([])
    expect(statements.filter(({ name }) => !statementOf(name))).toEqual([])
  })
  test('faults', () => {
    const faults = everywhere(/--fault ([a-z][a-z0-9-]*)/g)
    const known = new Set(allFaults.map(({ id }) => id))
    expect(faults).not.toEqual([])
    expect(faults.filter(({ name }) => !known.has(name))).toEqual([])
  })
})

test.each(['README.md', 'docs/verdicts.md'])('%s shows checks and rules that are there', async (file) => {
  const { checks, requirements } = await loadCatalogue()
  const shown = named(file, /\b((?:token|directory|company|data)\/[a-z0-9-]+\/[a-z0-9-]+)\b(?!\/\*)/g)
  expect(shown.length).toBeGreaterThan(0)
  for (const id of shown) expect(checks.map((check) => check.id)).toContain(id)
  for (const rule of named(file, /^\s+rule {2,}(.+)$/gm)) expect(requirements.map(({ says }) => says)).toContain(rule)
})

test('the finding in the README cites its statement as findings do', () => {
  const [, id = '', level, sentence] =
    /^ +source +(\S+), level (\w+): ([^]+?)\n +rule id /m.exec(read('README.md')) ?? []
  expect(statementOf(id)).toMatchObject({ level, says: sentence?.replace(/\s+/g, ' ') })
})

test('the README names every command that there is, and no other', () => {
  const commands = allFiles
    .filter((file) => file.startsWith('src/cli/'))
    .flatMap((file) => named(file, /new Command\('([a-z]+)'\)/g))
    .filter((name) => name !== 'fieldproof')
  const table = named('README.md', /^\| `([a-z]+)` \|/gm)
  expect(commands.length).toBeGreaterThan(3)
  expect(table.sort()).toEqual(commands.sort())
})

test('the target file of the README loads', () => {
  const [, body = ''] = /\n((?: {4}.*\n|\n)*? {4}name: staging\n(?: {4}.*\n)+)/.exec(read('README.md')) ?? []
  const folder = mkdtempSync(join(tmpdir(), 'readme-'))
  try {
    const file = join(folder, 'target.yaml')
    writeFileSync(file, body.replace(/^ {4}/gm, ''))
    const { target } = loadTarget(file, { CLIENT_SECRET: 'one', ADMIN_PASSWORD: 'two' })
    expect(target).toMatchObject({
      name: 'staging',
      account: 'acme',
      limits: { requests: 3000 },
      lacks: { clock: 'its clock cannot be set' },
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
})
