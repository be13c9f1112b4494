import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readStreamFile } from '../../reports/read-stream.ts'
import { bufferingProxy } from '../support/buffering-proxy.ts'
import { fieldproof, start } from '../support/cli.ts'
import { scratch } from '../support/folder.ts'

const folder = scratch()
/** A whole run takes a minute alone, and several times as long where other files have the cores. */
const forAWholeRun = 600_000
const summaryOf = (out: string) =>
  JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8')) as {
    counts: Record<string, number>
    exitCode: number
    verdicts: Record<string, string>
  }

describe('against the embedded platform', () => {
  const out = join(folder, 'plain')

  test(
    'a whole run is green, says where the reports are, and is quiet in a pipe',
    async () => {
      const { code, stdout, stderr } = await fieldproof(['run', '--out', out])
      expect(stderr).toBe('')
      expect(code, stdout).toBe(0)
      for (const name of [
        'token',
        'directory',
        'company',
        'data',
        'passed',
        'failed',
        'report.jsonl',
        'junit.xml',
        'summary.json',
      ])
        expect(stdout).toContain(name)
      const { counts, exitCode, verdicts } = summaryOf(out)
      expect(exitCode).toBe(0)
      expect(counts['fail']).toBe(0)
      expect(counts['blocked']).toBe(0)
      expect(counts['kit-error']).toBe(0)
      expect(counts['pass']).toBeGreaterThan(200)
      expect(Object.keys(verdicts)).toHaveLength(Object.values(counts).reduce((sum, count) => sum + count, 0))
    },
    forAWholeRun,
  )

  test('the stream opens with the plan, ends with a footer that reconciles, and every pass rests on an exchange', () => {
    const records = readStreamFile(join(out, 'report.jsonl')) as ReadonlyArray<Record<string, any>>
    expect(Object.keys(records[0]!)).toEqual(['plan'])
    expect(Object.keys(records.at(-1)!)).toEqual(['end'])
    const planned = records[0]!['plan'].checks.map(({ id }: { id: string }) => id)
    const judged = records.flatMap((record) => (record['verdict'] ? [record['verdict']] : []))
    expect(judged.map(({ check }) => check).sort()).toEqual([...planned].sort())
    expect(records.at(-1)!['end'].judged).toBe(planned.length)
    for (const verdict of judged.filter(({ is }) => is === 'pass'))
      expect(verdict.saw.length, verdict.check).toBeGreaterThan(0)
  })

  test('nothing is left behind', () => {
    const records = readStreamFile(join(out, 'report.jsonl'))
    expect(records.filter((record) => 'notice' in record)).toEqual([])
  })

  test('--only and --interface select; shards divide the whole plan', async () => {
    const one = join(folder, 'one')
    await fieldproof(['run', '--only', 'directory/*', '--out', one])
    const names = Object.keys(summaryOf(one).verdicts)
    expect(names.length).toBeGreaterThan(3)
    expect(names.every((name) => name.startsWith('directory/'))).toBe(true)
    const shards = await Promise.all(
      [1, 2].map(async (index) => {
        const shard = join(folder, `shard${index}`)
        await fieldproof(['run', '--interface', 'directory,company', '--shard', `${index}/2`, '--out', shard])
        return Object.keys(summaryOf(shard).verdicts)
      }),
    )
    const isOfThem = (name: string) => /^(directory|company)\//.test(name)
    const whole = Object.keys(summaryOf(out).verdicts).filter(isOfThem)
    expect(shards.flat().filter(isOfThem).sort()).toEqual(whole.sort())
    const others = shards.flat().filter((name) => !isOfThem(name))
    expect(others).not.toEqual([])
    for (const name of others) expect(name, 'what tokens ask of these calls').toMatch(/^token\//)
  })

  test('a name that no check has is refused', async () => {
    const { code, stderr } = await fieldproof(['run', '--only', 'nothing/like/this', '--out', join(folder, 'none')])
    expect(code).toBe(2)
    expect(stderr).toContain('no check matches')
  })
})

describe('against a served platform with a fault', () => {
  const targetFile = join(folder, 't.yaml')
  const out = join(folder, 'faulty')
  const third = join(folder, 'third')
  let server: ReturnType<typeof start>

  beforeAll(async () => {
    server = start([
      'serve',
      '--port',
      '0',
      '--fault',
      'token-type-mac',
      '--fault',
      'token-invalid-grant-status',
      '--write-target',
      targetFile,
    ])
    await server.said('listens')
  })
  afterAll(async () => {
    server.child.kill('SIGTERM')
    await server.ended
  })

  test('exit 1 and findings that tell all: rule, source, expected, actual, exchange, curl, rerun', async () => {
    const { code, stdout } = await fieldproof(['run', '--target', targetFile, '--interface', 'token', '--out', out])
    expect(code, stdout).toBe(1)
    for (const text of [
      'A-TOK-33',
      'expected',
      'status 400 with error invalid_grant',
      'actual',
      'POST http://127.0.0.1',
      'curl -i -X POST',
      '$FIELDPROOF_CLIENT',
      `npx fieldproof run --target ${targetFile} --only token/`,
    ])
      expect(stdout).toContain(text)
    expect(summaryOf(out).verdicts['token/invalid-grant/wrong-password']).toBe('fail')
  })

  test('the command that a finding names runs just that check, and finds the same', async () => {
    const rerun = /npx fieldproof (run --target \S+ --only (token\/invalid-grant\/wrong-password))/.exec(
      readFileSync(join(out, 'report.jsonl'), 'utf8'),
    )
    const again = join(folder, 'again')
    const { code } = await fieldproof([...rerun![1]!.split(' '), '--out', again])
    expect(code).toBe(1)
    expect(summaryOf(again).verdicts).toEqual({ 'token/invalid-grant/wrong-password': 'fail' })
  })

  test('a contract check reruns alone, too', async () => {
    const failed = Object.entries(summaryOf(out).verdicts)
      .filter(([name, is]) => name.endsWith('/contract') && is === 'fail')
      .map(([name]) => name)
    expect(failed.length).toBeGreaterThan(0)
    const again = join(folder, 'contract-again')
    const { code } = await fieldproof(['run', '--target', targetFile, '--only', failed[0]!, '--out', again])
    expect(code).toBe(1)
    expect(summaryOf(again).verdicts).toEqual({ [failed[0]!]: 'fail' })
  })

  test('a baseline excuses what it lists, and only that', async () => {
    const findings = readStreamFile(join(out, 'report.jsonl')).flatMap((record) =>
      'verdict' in record && record.verdict.is === 'fail' && record.verdict.check.startsWith('token/token-type/')
        ? record.verdict.findings.map(({ fingerprint }) => ({ check: record.verdict.check, finding: fingerprint }))
        : [],
    )
    expect(findings.length).toBeGreaterThan(1)
    const baseline = join(folder, 'baseline.yaml')
    const entry = ({ check, finding }: { check: string; finding: string }) =>
      `- {check: ${check}, finding: "${finding}", reason: known, owner: ann, expires: 2999-01-01}\n`
    writeFileSync(baseline, findings.map(entry).join(''))
    expect(
      (
        await fieldproof([
          'run',
          '--target',
          targetFile,
          '--only',
          'token/token-type/*',
          '--baseline',
          baseline,
          '--out',
          join(folder, 'known'),
        ])
      ).code,
    ).toBe(0)
    writeFileSync(baseline, findings.slice(1).map(entry).join(''))
    expect(
      (
        await fieldproof([
          'run',
          '--target',
          targetFile,
          '--only',
          'token/token-type/*',
          '--baseline',
          baseline,
          '--out',
          join(folder, 'known'),
        ])
      ).code,
    ).toBe(1)
  })

  test(
    'no credential of the target stands in any output',
    async () => {
      // Beside all that is asked of tokens, which ran before, a third of the rest.
      const { stdout, stderr } = await fieldproof(['run', '--target', targetFile, '--shard', '1/3', '--out', third])
      const target = parse(readFileSync(targetFile, 'utf8')) as {
        identities: Record<string, { client: { id: string; secret: string }; password?: string }>
      }
      const canaries = Object.values(target.identities).flatMap(({ client, password }) => [
        client.secret,
        Buffer.from(`${client.id}:${client.secret}`).toString('base64'),
        ...(password ? [password, encodeURIComponent(password)] : []),
      ])
      expect(canaries.length).toBeGreaterThan(20)
      const written = [out, third].flatMap((of) =>
        ['report.jsonl', 'junit.xml', 'summary.json', 'index.html', 'ledger.jsonl'].map((name) =>
          readFileSync(join(of, name), 'utf8'),
        ),
      )
      for (const text of [stdout, stderr, ...written]) {
        for (const canary of canaries) expect(text.includes(canary), canary).toBe(false)
        expect(text).not.toMatch(/Bearer (?!redacted-[0-9a-f]{8}(?![A-Za-z0-9._-]))[A-Za-z0-9._-]{16,}/)
      }
    },
    forAWholeRun,
  )

  test(
    'through a plain buffering reverse proxy the verdicts are the same',
    async () => {
      const target = readFileSync(targetFile, 'utf8')
      const origin = (parse(target) as { addresses: { auth: string } }).addresses.auth
      const proxy = await bufferingProxy(origin)
      const proxied = join(folder, 'proxied.yaml')
      writeFileSync(proxied, target.replaceAll(new URL(origin).host, new URL(proxy.origin).host))
      try {
        // The same sample of the generated checks as in the run before, which went to the platform directly.
        const { plan } = readStreamFile(join(third, 'report.jsonl'))[0] as { plan: { seed: number } }
        const same = ['--seed', String(plan.seed), '--shard', '1/3']
        await fieldproof(['run', '--target', proxied, ...same, '--out', join(folder, 'proxied')])
        // What schemas and monitors say of a third of the traffic may be less.
        const judged = Object.entries(summaryOf(join(folder, 'proxied')).verdicts).filter(
          ([check]) => !/\/(?:contract|traffic)$/.test(check),
        )
        expect(judged.length).toBeGreaterThan(500)
        expect(Object.fromEntries(judged)).toEqual(
          Object.fromEntries(judged.map(([check]) => [check, summaryOf(third).verdicts[check]])),
        )
      } finally {
        proxy.close()
      }
    },
    forAWholeRun,
  )

  test('interrupted, it cleans up, reports, and exits 130', async () => {
    const interrupted = join(folder, 'interrupted')
    const run = start(['run', '--target', targetFile, '--out', interrupted, '--time', '60s'])
    const wait = async () => {
      for (let tries = 0; tries < 2000; tries++) {
        if (
          existsSync(join(interrupted, 'report.jsonl')) &&
          readFileSync(join(interrupted, 'report.jsonl'), 'utf8').split('\n').length > 20
        )
          return
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
    await wait()
    run.child.kill('SIGINT')
    const { code, stdout } = await run.ended
    expect(code, stdout).toBe(130)
    expect(stdout).not.toContain('budget:')
    const [, judged, of, leftOut] =
      /Interrupted after (\d+) of (\d+) checks: .*?(\d+) left out\. Exit code 130/.exec(stdout) ?? []
    expect(Number(judged) + Number(leftOut), stdout).toBe(Number(of))
    expect(stdout).toContain(`left-out: ${leftOut} of ${of} checks were left out`)
    expect(Object.keys(readStreamFile(join(interrupted, 'report.jsonl')).at(-1)!)).toEqual(['end'])
  })

  test('what a killed run left is removed by clean, from its ledger', async () => {
    const killed = join(folder, 'killed')
    mkdirSync(killed)
    writeFileSync(join(killed, 'junit.xml'), '<testsuites/>')
    const run = start(['run', '--target', targetFile, '--interface', 'data', '--out', killed])
    for (
      let tries = 0;
      tries < 2000 &&
      !(
        existsSync(join(killed, 'ledger.jsonl')) &&
        readFileSync(join(killed, 'ledger.jsonl'), 'utf8').split('"kind":"create"').length > 20
      );
      tries++
    )
      await new Promise((resolve) => setTimeout(resolve, 10))
    run.child.kill('SIGKILL')
    await run.ended
    // What an earlier run reported is not left as if it were of this one.
    expect(readFileSync(join(killed, 'junit.xml'), 'utf8')).toContain('it did not finish')
    const { code, stdout } = await fieldproof([
      'clean',
      '--target',
      targetFile,
      '--ledger',
      join(killed, 'ledger.jsonl'),
    ])
    expect(code, stdout).toBe(0)
    expect(stdout).toMatch(/^[1-9]\d* removed, \d+ never created or gone before/)
    expect(stdout.trim().split('\n').at(-1)).toBe('objects left: 0')
  })
})

describe('what cannot be used is said in one line', () => {
  test('a target file with a fault: exit 2, nothing written', async () => {
    const file = join(folder, 'wrong.yaml')
    writeFileSync(file, 'name: x\nadresses: {}\n')
    const out = join(folder, 'unwritten')
    const { code, stdout, stderr } = await fieldproof(['run', '--target', file, '--out', out])
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(stderr).toContain(`${file}:2:1`)
    expect(existsSync(out)).toBe(false)
  })

  test('the example with its variables unset: exit 2, the variable and its place', async () => {
    const { code, stderr } = await fieldproof(['run', '--target', 'examples/target.yaml', '--out', join(folder, 'x')], {
      cwd: new URL('../..', import.meta.url).pathname,
    })
    expect(code).toBe(2)
    expect(stderr).toMatch(/examples\/target\.yaml:\d+:\d+: the environment variable FSM_AUTH_URL is not set/)
  })

  test('nobody listens: exit 3', async () => {
    const probe = createServer()
    await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
    const { port } = probe.address() as AddressInfo
    await new Promise((resolve) => probe.close(resolve))
    const file = join(folder, 'dead.yaml')
    writeFileSync(
      file,
      `name: dead\naddresses: {auth: "http://127.0.0.1:${port}", directory: "http://127.0.0.1:${port}"}\naccount: a\ncompany: c\nidentities:\n  admin: {grant: client_credentials, client: {id: a, secret: bbbb, version: "1"}}\n`,
    )
    const { code, stderr } = await fieldproof(['run', '--target', file, '--out', join(folder, 'y')])
    expect(code, stderr).toBe(3)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(stderr).toMatch(/cannot connect to addresses\.\w+ \(http:\/\/127\.0\.0\.1:\d+\): connection refused/)
  })

  test.each([
    ['run', '--sed', '1'],
    ['run', '--shard', '3/2'],
    ['run', '--interface', 'dta'],
    ['serve', '--fault', 'token-typ-mac'],
    ['list', 'nothing'],
    ['fly'],
  ])('fieldproof %s %s %s: exit 2', async (...args) => {
    const { code, stderr } = await fieldproof(args.filter(Boolean))
    expect(code, stderr).toBe(2)
    expect(stderr.length).toBeGreaterThan(20)
  })

  test.each(['run', 'serve', 'prove', 'list', 'doctor', 'clean'])('%s --help explains itself', async (command) => {
    const { code, stdout } = await fieldproof([command, '--help'])
    expect(code).toBe(0)
    expect(stdout.length).toBeGreaterThan(300)
  })
})
