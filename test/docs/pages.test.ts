import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allFiles, read, root } from '../architecture/tree.ts'
import { scratch } from '../support/folder.ts'

const folder = scratch()

/** A port that is free now: the pages name ports that another test may hold. */
const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

/** What a reader types, and the lines that the page says will be shown. */
function typed(page: string): { commands: string; shown: string[] } {
  const blocks = [...read(page).matchAll(/^```(sh|text)\n([^]*?)^```$/gm)]
  const of = (kind: string) => blocks.flatMap(([, is, text = '']) => (is === kind ? [text] : []))
  return { commands: of('sh').join(''), shown: of('text').flatMap((text) => text.trim().split('\n')) }
}

/** Types the commands into one shell, in which npx finds this build; a server is waited for. */
function shell(commands: string, cwd: string): Promise<string> {
  const bin = join(cwd, 'bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(
    join(bin, 'npx'),
    `#!/bin/sh\nshift\nexec "${process.execPath}" "${join(root, 'bin/fieldproof.js')}" "$@"\n`,
  )
  chmodSync(join(bin, 'npx'), 0o755)
  mkdirSync(join(cwd, 'node_modules'), { recursive: true })
  symlinkSync(root, join(cwd, 'node_modules/fieldproof'))
  const waiting = commands.replace(
    /^(.*--port (\d+).* )&$/gm,
    '$1&\nuntil (exec 3<>/dev/tcp/127.0.0.1/$2) 2>/dev/null; do sleep 0.2; done',
  )
  return new Promise((resolve) => {
    const child = spawn('bash', ['-c', `set -m\n${waiting}\nkill $(jobs -p) 2>/dev/null\nwait`], {
      cwd,
      env: { ...process.env, NO_COLOR: '1', PATH: `${bin}:${process.env['PATH']}` },
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
    child.on('close', () => resolve(said))
  })
}

const pages = allFiles.filter((file) => file.startsWith('docs/') && /^```sh$/m.test(read(file)))

test('each page that shows an output shows what makes it', () => {
  expect(pages.length).toBeGreaterThan(7)
  for (const file of allFiles.filter((one) => one.startsWith('docs/') && /^```text$/m.test(read(one))))
    expect(pages).toContain(file)
})

test.each(pages)('what %s tells to type shows what it says', async (page) => {
  const { commands, shown } = typed(page)
  const [platform, recorder] = [await freePort(), await freePort()]
  const cwd = join(folder, page.replaceAll('/', '-'))
  mkdirSync(cwd)
  const said = await shell(commands.replaceAll('4010', String(platform)).replaceAll('8080', String(recorder)), cwd)
  expect(shown.length).toBeGreaterThan(0)
  for (const line of shown) expect(said).toContain(line)
})
