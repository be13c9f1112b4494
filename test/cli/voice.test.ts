import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recordingOf } from '../replay/recording.ts'
import { script as morning } from '../replay/script.ts'
import { scratch } from '../support/folder.ts'

const bin = fileURLToPath(new URL('../../bin/fieldproof.js', import.meta.url))
const folder = scratch()
const recording = join(folder, 'traffic.har')
beforeAll(async () => {
  await recordingOf(morning, folder)
})

/** A pseudo terminal, as util-linux opens one; elsewhere its options are others. */
const hasTerminal = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') ?? false

const clears = '\r\u001b[2K'
const width = 100

/** What stood on the line that rewrites itself, one after the other, until the command ended or was ended after so many. */
const linesOf = (args: readonly string[], { atMost = Infinity }: { atMost?: number }): Promise<readonly string[]> =>
  new Promise((resolve) => {
    const command = [process.execPath, bin, ...args].map((word) => `'${word}'`).join(' ')
    // The reports go elsewhere: the terminal holds the line alone.
    const typed = `stty cols ${width}; exec ${command} > '${join(folder, 'said')}'`
    const child = spawn('script', ['-qec', typed, '/dev/null'], { cwd: folder, env: { ...process.env, NO_COLOR: '1' } })
    let seen = ''
    let isEnded = false
    child.stdout.on('data', (chunk) => {
      seen += chunk
      if (isEnded || seen.split(clears).length <= atMost) return
      isEnded = true
      child.stdin.write('\u0003')
    })
    child.on('close', () => resolve(seen.split(clears).map((line) => line.replace(/\r[^]*|\^C[^]*/, ''))))
  })

/** How far, what was found, for how long, how fast, until when, and what is waited for. */
const voice = (unit: string, found: string) =>
  new RegExp(
    `^ *[\\d.]+(?:/[\\d.]+)? ${unit}${found && `  \\d+ ${found}`}  \\d+:\\d\\d(?:, [\\d.]+/s)?(?:, about \\d+:\\d\\d left)?  \\S.*$`,
  )

describe('on a terminal every command speaks with one voice', () => {
  beforeEach((context) => {
    if (!hasTerminal) context.skip('no script of util-linux here, which opens a terminal')
  })
  test.each([
    { args: ['run', '--only', 'directory/account-found/*', '--out', 'out'], unit: 'checks', found: 'failed' },
    { args: ['prove', '--only', 'company/text-form/one-line-each'], unit: 'steps', found: 'amiss', atMost: 2 },
    { args: ['sweep', '--sample', '1', '--fresh'], unit: 'mutants', found: 'amiss', atMost: 2 },
    { args: ['fuzz', 'cql', '--runs', '3', '--seed', '1', '--out', 'fuzzed'], unit: 'cases', found: 'findings' },
    { args: ['verify', recording, '--out', 'verified'], unit: 'kB', found: 'findings' },
    { args: ['replay', recording, '--target', 'embedded'], unit: 'exchanges', found: 'different' },
    {
      args: ['record', '--to', 'http://127.0.0.1:9', '--port', '0', '--out', 'a.har'],
      unit: 'requests',
      found: '',
      atMost: 3,
    },
    {
      args: ['record', '--to', 'http://127.0.0.1:9', '--port', '0', '--out', 'b.har', '--verify'],
      unit: 'requests',
      found: 'findings',
      atMost: 3,
    },
  ])('$args', async ({ args, unit, found, ...more }) => {
    const lines = (await linesOf(args, more)).slice(1).filter((line) => line !== '')
    expect(lines.length).toBeGreaterThan(1)
    for (const line of lines) {
      expect(line.length).toBeLessThan(width)
      expect(line).toMatch(voice(unit, found))
    }
  })
})
