import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { explain } from '../../src/cli/explain.ts'
import { fieldproof, start } from '../support/cli.ts'
import { scratch } from '../support/folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = scratch()
const at = (name: string) => join(folder, name)

beforeAll(() => {
  writeFileSync(at('file'), 'here before\n')
  writeFileSync(at('list.yaml'), 'name: x\n')
  writeFileSync(at('none.pem'), 'not a certificate\n')
  writeFileSync(at('empty.har'), '{"log":{"entries":[]}}')
  writeFileSync(at('replay.json'), '{"fuzz":"batch","case":{"steps":[],"form":{}}}')
})

describe('what the user can put right: exit 2, one clear message, no stack, nothing written', () => {
  test.each<[string, () => string[], RegExp]>([
    ['no time', () => ['fuzz', 'cql', '--time', '0'], /It takes a time such as 90s, 10m or 1h/],
    ['no seconds', () => ['fuzz', 'batch', '--time', '0s'], /It takes a time such as/],
    ['more time than a timer counts', () => ['run', '--time', '1000h'], /500h at most/],
    [
      'no such option of a subcommand',
      () => ['ca', 'path', '--nope'],
      /unknown option '--nope'\n\(see fieldproof ca path --help\)/,
    ],
    ['too many requests', () => ['run', '--requests', '1e23'], /It takes a whole number, 1 or more/],
    ['an empty port', () => ['serve', '--port', ''], /It takes a port/],
    [
      'run: --out at a file',
      () => ['run', '--out', at('file')],
      /^fieldproof: --out .*file: cannot be written: it is a file, not a folder$/m,
    ],
    [
      'run: --out below a file',
      () => ['run', '--out', at('file/out')],
      /--out .*file\/out: cannot be written: .*file is a file, not a folder/,
    ],
    ['fuzz: --out at a file', () => ['fuzz', 'cql', '--out', at('file')], /--out .*: cannot be written/],
    [
      'fuzz: the replay file of another',
      () => ['fuzz', 'cql', '--replay', at('replay.json'), '--out', at('new')],
      /replay\.json: it is a replay file of "fieldproof fuzz batch"/,
    ],
    [
      'fuzz: a replay file that is none',
      () => ['fuzz', 'cql', '--replay', at('file'), '--out', at('new')],
      /file: it is not JSON/,
    ],
    ['verify: --out at a file', () => ['verify', at('empty.har'), '--out', at('file')], /--out .*: cannot be written/],
    [
      'a baseline that is a folder',
      () => ['run', '--baseline', folder, '--out', at('new')],
      /cannot be read: it is a folder; --baseline takes/,
    ],
    [
      'a target that is a folder',
      () => ['doctor', '--target', folder],
      /cannot be read: it is a folder; --target takes a YAML file/,
    ],
    [
      'clean: no ledger',
      () => ['clean', '--target', 'embedded', '--ledger', at('no.jsonl')],
      /no\.jsonl: cannot be read: no such file or folder; --ledger takes/,
    ],
    [
      'serve: no such fault, and none near',
      () => ['serve', '--fault', 'nope'],
      /^fieldproof: --fault nope: there is no such fault; "fieldproof list faults" shows all$/m,
    ],
    [
      'serve: a fault misspelt',
      () => ['serve', '--fault', 'lock-ignord-on-put'],
      /no such fault; did you mean lock-ignored-on-put\?/,
    ],
    [
      'serve: two faults of one rule',
      () => ['serve', '--port', '0', '--fault', 'scim-patch-first-operation-only', '--fault', 'scim-patch-reversed'],
      /both replace scim\.carriedOut: they cannot be in force together/,
    ],
    [
      'serve: an address of elsewhere',
      () => ['serve', '--port', '0', '--host', '192.0.2.1'],
      /--host 192\.0\.2\.1: this machine has no such address/,
    ],
    [
      'serve: a target file in no folder',
      () => ['serve', '--port', '0', '--write-target', at('no/t.yaml')],
      /--write-target .*: cannot be written: no such file or folder/,
    ],
    [
      'record: no certificate',
      () => ['record', '--to', 'https://127.0.0.1:1', '--ca', at('none.pem'), '--out', at('new.har')],
      /none\.pem: there is no certificate in it/,
    ],
    [
      'record: into no folder',
      () => ['record', '--to', 'http://127.0.0.1:1', '--out', at('no/new.har')],
      /--out .*new\.har: cannot be written: no such file or folder/,
    ],
    [
      'ca: its folder is a file',
      () => ['ca', 'path', '--ca-dir', at('file')],
      /file: (?:other users can open it|cannot be)/,
    ],
    [
      'prove: nothing like it',
      () => ['prove', '--only', 'nope/*'],
      /--only 'nope\/\*': no check matches; "fieldproof list checks" shows all/,
    ],
    ['prove: nearly an interface', () => ['prove', '--only', 'dta/*'], /no check matches; did you mean 'data\/\*'\?/],
    [
      'prove: nearly a requirement',
      () => ['prove', '--only', 'data/stale-lok-refused/*'],
      /did you mean 'data\/stale-lock-refused\/\*'/,
    ],
    [
      'prove: one of two',
      () => ['prove', '--only', 'directory/*', '--only', 'nope/*'],
      /--only 'nope\/\*': no check matches/,
    ],
    [
      'prove: no such interface',
      () => ['prove', '--interface', 'dta'],
      /--interface dta: there is no such interface; did you mean data\?/,
    ],
    [
      'list: no proof',
      () => ['list', 'coverage', '--from', at('empty.har')],
      /empty\.har: it is not a proof; "fieldproof prove --json/,
    ],
    ['list: a proof for what has none', () => ['list', 'faults', '--prove'], /--prove goes with coverage only/],
  ])('%s', async (_what, args, said) => {
    const before = readdirSync(folder)
    const { code, stdout, stderr } = await fieldproof(args(), { cwd: folder })
    expect(stderr).toMatch(said)
    expect(stderr).not.toMatch(/^ +at /m)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(readdirSync(folder)).toEqual(before)
  })

  test('a port that is taken', async () => {
    const one = start(['serve', '--port', '0'])
    await one.said(/:\d+/)
    try {
      let port = ''
      one.child.stdout?.on('data', () => undefined)
      one.child.kill('SIGTERM')
      port = /:(\d+)/.exec((await one.ended).stdout)?.[1] ?? ''
      const { createServer } = await import('node:net')
      const holder = createServer()
      await new Promise<void>((resolve) => holder.listen(Number(port), '127.0.0.1', resolve))
      for (const args of [['serve'], ['record', '--to', 'http://127.0.0.1:1', '--out', at('taken.har')]]) {
        const { code, stderr } = await fieldproof([...args, '--port', port])
        expect(stderr).toBe(`fieldproof: --port ${port}: the port is in use; take another, or 0 for any free one\n`)
        expect(code).toBe(2)
      }
      expect(existsSync(at('taken.har'))).toBe(false)
      holder.close()
    } finally {
      one.child.kill('SIGKILL')
    }
  })
})

test('anything else keeps its stack, and is exit 3', () => {
  const written: string[] = []
  const { write } = process.stderr
  process.stderr.write = ((text: string) => written.push(text)) as unknown as typeof write
  try {
    expect(explain(new TypeError('x is not a function'))).toBe(3)
  } finally {
    process.stderr.write = write
  }
  expect(written.join('')).toMatch(/internal error, please report it: TypeError: x is not a function\n +at /)
})

describe('a build that is older than its sources', () => {
  // The whole kit by name, but for the folders that the test writes to.
  const copy = at('copy')
  const run = () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(copy, 'bin/fieldproof.js'), 'list', 'variants'],
      {
        encoding: 'utf8',
      },
    )
    return { code: status, lines: stdout.split('\n').length, stderr }
  }
  const future = new Date(Date.now() + 86_400_000)

  beforeAll(() => {
    mkdirSync(copy)
    for (const name of ['bin', 'dist', 'package.json']) cpSync(join(root, name), join(copy, name), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  })

  test('is refused by every command, and says what is newer and what to do', () => {
    writeFileSync(join(copy, 'tsconfig.json'), '{}')
    mkdirSync(join(copy, 'src/cli'), { recursive: true })
    writeFileSync(join(copy, 'src/cli/run.ts'), '')
    utimesSync(join(copy, 'src/cli/run.ts'), future, future)
    expect(run()).toEqual({
      code: 2,
      lines: 1,
      stderr: 'fieldproof: the build is older than src/cli/run.ts; run npm run build\n',
    })
  })

  test('is taken where it is newer than all sources, or there are none', () => {
    const old = new Date(0)
    for (const name of ['src/cli/run.ts', 'tsconfig.json', 'package.json'])
      if (existsSync(join(copy, name))) utimesSync(join(copy, name), old, old)
    const { code, lines, stderr } = run()
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(lines).toBeGreaterThan(10)
  })
})
