import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allFiles } from '../architecture/tree.ts'
import { scratch } from '../support/folder.ts'
import { blocksIn, fenced } from './blocks.ts'
import { freePort, listening, shell } from './shell.ts'

const folder = scratch()
const pages = allFiles.filter((file) => file.startsWith('docs/') && fenced(file, 'sh').length > 0)

test('each page that shows an output shows what makes it', () => {
  expect(pages.length).toBeGreaterThan(7)
  for (const file of allFiles.filter((one) => one.startsWith('docs/') && one.endsWith('.md')))
    if (blocksIn(file).some(({ kind }) => kind === 'text')) expect(pages).toContain(file)
})

/** Types all that a page tells to type, once, whoever asks for it. */
const said = new Map<string, Promise<string>>()
async function typed(page: string): Promise<string> {
  const [platform, recorder] = [await freePort(), await freePort()]
  const cwd = join(folder, page.replaceAll('/', '-'))
  mkdirSync(cwd)
  const commands = fenced(page, 'sh')
    .join('\n')
    .replaceAll('4010', String(platform))
    .replaceAll('8080', String(recorder))
    .replace(/^(.*--port (\d+).* )&$/gm, (line, _, port: string) => `${line}\n${listening(port)}`)
  return shell(commands, cwd)
}
const outputOf = (page: string): Promise<string> => {
  const known = said.get(page) ?? typed(page)
  said.set(page, known)
  return known
}

test.each(pages)('what %s tells to type shows what it says', async (page) => {
  const shown = fenced(page, 'text').filter((line) => line.trim() !== '')
  expect(shown.length).toBeGreaterThan(0)
  const output = await outputOf(page)
  for (const line of shown) expect(output).toContain(line.trimEnd())
})

/** Numbers, ids and ports differ from run to run; how lines are broken hangs on their lengths. */
const steady = (text: string): string =>
  text.replace(/\b[0-9A-F]{32}\b|\b[a-z0-9]{10}(?= \d|-\d)|(?<=redacted-)\w+|\d+/g, '#').replace(/\s+/g, ' ')

test('the finding that the README shows is the one that its command shows', async () => {
  const output = steady(await outputOf('docs/findings.md'))
  const [finding] = blocksIn('README.md').filter(({ lines }) => lines.some((line) => /^FAIL 1\. /.test(line)))
  const lines = finding?.lines.join('\n') ?? ''
  // Its first line, and the others of its cause, are of a run of all checks.
  const shown = lines
    .slice(lines.indexOf('FAIL 1.'))
    .replace(/\n {2}others [^]*?(?=\n {2}rerun)/, '')
    .split('...')
    .flatMap((piece) => piece.split('\n'))
    .map((line) => steady(line).trim())
    .filter((line) => /\w{3}/.test(line))
  expect(shown.length).toBeGreaterThan(15)
  expect(shown.filter((line) => !output.includes(line))).toEqual([])
})
