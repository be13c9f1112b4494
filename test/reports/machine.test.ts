import { sarifToMarkdown } from '@security-alert/sarif-to-markdown'
import { parse as parseCtrf, filterTests, validate as validateCtrf } from 'ctrf'
import fetchHar from 'fetch-har'
import harValidator from 'har-validator'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parse as readJUnit } from 'junit2json'
import { describe, expect, test } from 'vitest'
import { renderAnnotations } from '../../reports/annotations.ts'
import { renderCtrf } from '../../reports/ctrf.ts'
import { renderHar } from '../../reports/har.ts'
import { renderJUnit } from '../../reports/junit.ts'
import { renderSarif } from '../../reports/sarif.ts'
import { verdictWords, type StreamRecord } from '../../src/verdict/stream.ts'
import { ended, exchange, finding, plan, planned, verdict } from './fixtures/build.ts'
import { isSarif } from '../support/sarif.ts'
import { machine } from './fixtures/machine.ts'
import { streams } from './fixtures/streams.ts'

const json = (file: string, stream: string) =>
  JSON.parse((machine[file] as (typeof machine)[string])(streams[stream] ?? [])) as Record<string, any>

const check = 'data/stale-lock-refused/put-after-patch'

describe.each(Object.keys(streams))('%s', (name) => {
  test('is valid SARIF, and each result names a rule of the run', () => {
    const log = json('fieldproof.sarif', name)
    isSarif(log)
    expect(isSarif.errors ?? []).toEqual([])
    const [{ tool, results }] = log['runs']
    for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex].id).toBe(ruleId)
    expect(isSarif({ ...log, runs: [{ results }] })).toBe(false)
  })
  test('is valid CTRF, whose counts are those of its tests', () => {
    const report = json('ctrf.json', name)
    expect(validateCtrf(report).errors ?? []).toEqual([])
    expect(validateCtrf({ ...report, results: {} }).valid).toBe(false)
    const { summary, tests } = report['results']
    expect(summary.tests).toBe(tests.length)
    for (const status of ['passed', 'failed', 'skipped'])
      expect(tests.filter((one: { status: string }) => one.status === status).length).toBe(summary[status])
  })
  test('is valid HAR', async () => {
    await expect(harValidator.har(json('findings.har', name))).resolves.toBeTruthy()
  })
})

describe('SARIF', () => {
  test('is read by another program: rule, place and message of a failure', () => {
    const [told] = sarifToMarkdown({ owner: 'o', repo: 'r', branch: 'main', sourceRoot: '' })(
      json('fieldproof.sarif', 'fail') as never,
    )
    expect(told?.hasMessages).toBe(true)
    expect(told?.body).toContain('targets/a%20b.yaml#L7')
    expect(told?.body).toContain('A-DAT-20')
  })
  test('known failures are suppressed, warnings are warnings, a run that did not finish was not successful', () => {
    const resultOf = (stream: string) => json('fieldproof.sarif', stream)['runs'][0].results[0]
    expect(resultOf('known').suppressions).toEqual([
      { kind: 'external', justification: expect.stringContaining('lock') },
    ])
    expect(resultOf('warn').level).toBe('warning')
    expect(resultOf('fail')).toMatchObject({ level: 'error', webResponse: { statusCode: 201 } })
    const successful = (stream: string) =>
      json('fieldproof.sarif', stream)['runs'][0].invocations[0].executionSuccessful
    expect(['pass', 'fail', 'no-footer', 'blocked', 'no-check', 'interrupted', 'kit-error'].map(successful)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ])
    const checks = ['data/a/one', 'data/a/two']
    const late = { because: 'the time is up', leftOut: true } as const
    const cut = ended(
      [
        plan(checks.map((id) => planned(id))),
        verdict('data/a/one', 'fail', { findings: [finding()] }),
        verdict('data/a/two', 'blocked', late),
      ],
      1,
    )
    expect(JSON.parse(renderSarif(cut)).runs[0].invocations[0].executionSuccessful).toBe(false)
  })
  test('a finding is one result, which names what it blocked; what is stale or seen of another shard is told', () => {
    const ids = ['data/a/one', 'data/a/two', 'data/b/three', 'data/c/four']
    const [own, setup] = [finding(), finding({ fingerprint: 'ba9876543210' })]
    const log = JSON.parse(
      renderSarif(
        ended(
          [
            plan(ids.map((id) => planned(id))),
            verdict('data/a/one', 'fail', { findings: [own] }),
            verdict('data/a/two', 'blocked', { findings: [setup], because: 'no record' }),
            verdict('data/b/three', 'blocked', { findings: [setup], because: 'no record' }),
            verdict('data/c/four', 'stale', { findings: [finding({ symptom: 'data/get: 200 -> 500' })] }),
            { elsewhere: { check: 'data/d/five', requirement: 'data/d', is: 'fail', findings: [own], ms: 1 } },
          ],
          1,
        ),
      ),
    ).runs[0]
    expect(log.results.map(({ properties }: any) => [properties.check, properties.blocked])).toEqual([
      ['data/a/one', ['data/a/two', 'data/b/three']],
      ['data/c/four', undefined],
    ])
    const told = log.invocations[0].toolExecutionNotifications
    expect(told.map(({ descriptor }: any) => descriptor.id)).toContain('seen-here')
  })
  test('no message has a link or a placeholder that a target wrote', () => {
    const { message } = json('fieldproof.sarif', 'commands')['runs'][0].results[0]
    expect(message.text).toContain('\\[seven\\](http')
    expect(message.text).toContain('{{0}')
    expect(message.text).not.toMatch(/[\u0007\u001b\u202e]/)
  })
})

describe('CTRF', () => {
  test('is read back by its own library', () => {
    const report = parseCtrf(JSON.stringify(json('ctrf.json', 'fail')))
    expect(filterTests(report, { status: 'failed' }).map(({ name }) => name)).toEqual([check])
  })
  test.each(verdictWords)('%s is red only where a run is', (word) => {
    const test_ = json('ctrf.json', word)['results'].tests.find(
      ({ rawStatus }: { rawStatus: string }) => rawStatus === word,
    )
    expect(test_.status === 'failed').toBe(['fail', 'stale', 'blocked', 'kit-error'].includes(word))
  })
  test('no two tests have one name', () => {
    const twice = ['one', 'two'].map((text): StreamRecord => ({ notice: { kind: 'baseline', text } }))
    const records = ended([plan([planned('data/a/one')]), verdict('data/a/one', 'pass'), ...twice], 1)
    const names: string[] = JSON.parse(renderCtrf(records)).results.tests.map(({ name }: any) => name)
    expect(names).toEqual(['data/a/one', 'run/baseline', 'run/baseline/2'])
    const cases = [...renderJUnit(records).matchAll(/<testcase classname="run" name="([^"]*)"/g)].map(
      ([, name]) => name,
    )
    expect(cases).toEqual(names.slice(1))
  })
  test('a run that did not finish is red', () => {
    for (const stream of ['no-footer', 'no-check', 'wrong-footer', 'no-footer-none-judged'])
      expect(json('ctrf.json', stream)['results'].summary.failed, stream).toBeGreaterThan(0)
  })
})

/** What the runner of GitHub makes of a line of output: github.com/actions/runner, ActionCommand.cs. */
function commandOf(line: string) {
  const [, name, properties = '', text = ''] = /^\s*::([^\s:]+)(?: (.*?))?::(.*)$/.exec(line) ?? []
  const plain = (told: string) =>
    told
      .replaceAll('%0D', '\r')
      .replaceAll('%0A', '\n')
      .replaceAll('%3A', ':')
      .replaceAll('%2C', ',')
      .replaceAll('%25', '%')
  return {
    name,
    properties: Object.fromEntries(properties.split(',').map((one) => one.split('=', 2).map(plain))) as Record<
      string,
      string
    >,
    text: plain(text),
  }
}

describe('annotations', () => {
  test.each(Object.keys(streams))('%s: each line is one command of ours', (name) => {
    const lines = renderAnnotations(streams[name] ?? [])
      .trimEnd()
      .split('\n')
    for (const line of lines) expect(line).toMatch(/^::(?:error|warning|notice) /)
    expect(lines.filter((line) => line.includes('##['))).toEqual([])
    expect(lines.at(-1)).toMatch(/^::notice title=Fieldproof::/)
  })
  test('an error per cause, with its place, rule and difference', () => {
    const [first] = (machine['annotations.txt'] as (typeof machine)[string])(streams['commands'] ?? [])
      .split('\n')
      .slice(1)
    const { name, properties, text } = commandOf(first ?? '')
    expect(name).toBe('error')
    expect(properties).toEqual({ file: 'targets/a b.yaml', line: '7', title: check })
    expect(text).toContain('one\n::error::two')
    expect(text).toContain('%0A::warning::ten')
  })
  test('an error for what makes the run red without a check of its own', () => {
    const text = renderAnnotations(
      ended(
        [
          plan([planned('data/a/one')]),
          verdict('data/a/one', 'pass'),
          { elsewhere: { check: 'data/d/five', requirement: 'data/d', is: 'fail', findings: [finding()], ms: 1 } },
          { notice: { kind: 'baseline', text: 'the entry for data/x matches no finding' } },
        ],
        1,
      ),
    )
    expect(text).toContain('::error title=Fieldproof%3A the run::the entry for data/x')
    expect(text).toContain('::error title=Fieldproof%3A the run::data/d/five')
  })
  test('no more than GitHub shows, and the last says how many are left', () => {
    const ids = Array.from({ length: 30 }, (_, n) => `data/rule-${n}/case`)
    const records = ended(
      [
        plan(ids.map((id) => planned(id))),
        ...ids.map((id) => verdict(id, 'fail', { findings: [finding({ requirement: id, symptom: `${id}: other` })] })),
      ],
      1,
    )
    const errors = renderAnnotations(records)
      .split('\n')
      .filter((line) => line.startsWith('::error'))
    expect(errors).toHaveLength(10)
    expect(errors.at(-1)).toContain('21 further errors')
  })
})

describe('JUnit', () => {
  test('is read by another program, a warning with its exchanges', async () => {
    const warning = ended(
      [plan([planned(check, 'implied')]), verdict(check, 'warn', { findings: [finding()] }), exchange()],
      0,
    )
    const read = (await readJUnit(renderJUnit(warning))) as { testsuite?: { tests?: number; testcase?: any[] }[] }
    const [suite] = read.testsuite ?? []
    expect(suite?.tests).toBe(1)
    expect(suite?.testcase?.[0]['system-out'].join('')).toMatch(/PUT http:\/\/127[^]*status 201[^]*curl: /)
  })
  test.each(Object.keys(streams))('%s: as many cases as its suites say', async (name) => {
    const read = (await readJUnit(renderJUnit(streams[name] ?? []))) as {
      testsuite?: { tests?: number; testcase?: unknown[] }[]
    }
    for (const { tests, testcase } of read.testsuite ?? []) expect(testcase?.length ?? 0).toBe(tests)
    expect(read).toBeTruthy()
  })
})

describe('HAR', () => {
  test('holds the exchanges of findings and no others, with their times', () => {
    const records = [...(streams['fail'] ?? []), exchange({ id: 'cited by none' })]
    const { entries } = (JSON.parse(renderHar(records)) as { log: { entries: any[] } }).log
    expect(entries.map((entry) => entry._id)).toEqual(['x1y2z00001-2'])
    expect(entries[0]).toMatchObject({
      startedDateTime: '2026-01-02T03:04:06.000Z',
      time: 7,
      comment: `shown by ${check}`,
    })
  })
  test('is repeated by another program as it was sent', async () => {
    const seen: unknown[] = []
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', (piece) => (body += piece))
      request.on('end', () => {
        seen.push([request.method, request.url, request.headers['content-type'], body])
        response.end('{}')
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const har = JSON.parse(
      JSON.stringify(json('findings.har', 'fail')).replaceAll('127.0.0.1:4010', `127.0.0.1:${port}`),
    ) as { log: { entries: { request: { queryString: unknown[] } }[] } }
    const [entry] = har.log.entries
    expect(entry?.request.queryString).toContainEqual({ name: 'dtos', value: 'ServiceCall.26' })
    // This reader adds them to an address that has them already.
    if (entry) entry.request.queryString = []
    await fetchHar(har as never)
    server.close()
    expect(seen).toEqual([
      [
        'PUT',
        '/api/data/v4/ServiceCall/0A1B2C3D4E5F60718293A4B5C6D7E8F9?dtos=ServiceCall.26&account=acme&company=main',
        'application/json',
        '{"subject":"x1y2z00001 1","lastChanged":1767323045000}',
      ],
    ])
  })
})
