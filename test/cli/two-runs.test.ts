import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stringify as dump } from 'yaml'
import { createPlatform } from '../../src/platform/platform.ts'
import { fieldproof, start } from '../support/cli.ts'
import { scratch } from '../support/folder.ts'

const folder = scratch()

test('two runs at once on one target do not disturb each other', async () => {
  const platform = createPlatform()
  const server = await platform.listen({ port: 0 })
  const file = join(folder, 'shared.yaml')
  // What no shared system has: a clock that anybody sets. The one identity whose password may change is not shared either.
  const { controls: _, ...shared } = platform.targetFile(server.origin) as { controls: unknown; has: string[] }
  writeFileSync(
    file,
    dump({ ...shared, has: shared.has.filter((name) => !['clock', 'password-change'].includes(name)) }),
  )
  const before = platform.contents()
  try {
    const only = [
      'data/create*',
      'data/d*',
      'data/external*',
      'data/stale*',
      'batch/*',
      'bulk/*',
      'query/*',
      'directory/*',
      'crowd/list*',
      'dispatch/races/*',
      'dispatch/roles/*',
      'optimization/*',
      'scim/*',
      'service/round-trip/*',
      'user/list*',
    ]
    const ended = await Promise.all(
      ['one', 'other'].map((out) =>
        fieldproof(['run', '--target', file, ...only.flatMap((glob) => ['--only', glob]), '--out', join(folder, out)]),
      ),
    )
    for (const out of ['one', 'other']) {
      const { counts } = JSON.parse(readFileSync(join(folder, out, 'summary.json'), 'utf8')) as {
        counts: Record<string, number>
      }
      expect(counts['pass']).toBeGreaterThan(100)
      const shown = ended.map(({ stdout }) => stdout).join('\n')
      expect([counts['fail'], counts['warn'], counts['kit-error']], shown).toEqual([0, 0, 0])
    }
    expect(ended.map(({ stdout }) => stdout.includes('cleanup:'))).toEqual([false, false])
    // A subscription that was made for a user beyond the free ones is released with the user, and stays the account's (B-USR-17).
    const without = (lines: readonly string[]) => lines.filter((line) => !line.startsWith('subscription of '))
    expect(without(platform.contents())).toEqual(without(before))
  } finally {
    await server.close()
  }
}, 480_000)

test('a sweep on a target of the user removes what it created when it is interrupted', async () => {
  const platform = createPlatform()
  const server = await platform.listen({ port: 0 })
  const file = join(folder, 'swept.yaml')
  writeFileSync(file, dump(platform.targetFile(server.origin)))
  const before = platform.contents()
  try {
    const sweep = start([
      'sweep',
      '--target',
      file,
      '--only',
      '*ServiceCall*',
      '--sample',
      '40',
      '--out',
      join(folder, 'sweep'),
    ])
    while (platform.contents().length <= before.length && sweep.child.exitCode === null)
      await new Promise((resolve) => setTimeout(resolve, 20))
    sweep.child.kill('SIGINT')
    const { code, stdout, stderr } = await sweep.ended
    expect(code, `${stdout}${stderr}`).toBe(130)
    expect(stdout).toContain('the sweep was interrupted')
    expect(platform.contents()).toEqual(before)
  } finally {
    await server.close()
  }
})
