import { validateWorkflow } from '@action-validator/core'
import { parse as parseCtrf, validate as validateCtrf } from 'ctrf'
import { execFile } from 'node:child_process'
import { validate as dockerfileFaults } from 'dockerfile-utils'
import { CronJob } from 'kubernetes-models/batch/v1/CronJob'
import { Job } from 'kubernetes-models/batch/v1/Job'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isSarif } from '../support/sarif.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { read, root } from '../architecture/tree.ts'
import { createPlatform } from '../../src/platform/platform.ts'
import { streams } from '../reports/fixtures/streams.ts'

/** The recipes of examples/ci: valid by the schema of their system, and their steps do what they say. */
const recipe = (name: string): string => read(`examples/ci/${name}`)

interface Step {
  readonly name?: string
  readonly run?: string
}
interface Container {
  readonly command: readonly string[]
  readonly args: readonly string[]
}

let folder: string
let server: { readonly origin: string; close(): Promise<void> }
let platform: ReturnType<typeof createPlatform>
beforeAll(async () => {
  platform = createPlatform()
  server = await platform.listen({ port: 0 })
})
afterAll(() => server.close())

/** What a job finds: the target file of a checkout, and the commands. `run` takes few checks, so that a test is short. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fieldproof-test-'))
  writeFileSync(join(folder, 'cluster.yaml'), stringify(platform.targetFile(server.origin)))
  mkdirSync(join(folder, 'bin'))
  const command = (name: string, text: string) => {
    writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${text}\n`)
    chmodSync(join(folder, 'bin', name), 0o755)
  }
  const kit = `"${process.execPath}" "${join(root, 'bin/fieldproof.js')}"`
  command(
    'fieldproof',
    `case "$1" in run) exec ${kit} "$@" --only "directory/account-found/*";; *) exec ${kit} "$@";; esac`,
  )
  command('npx', 'exec "$@"')
  command('npm', '[ "$1" = ci ]')
})
afterEach(() => rmSync(folder, { recursive: true }))

const shell = (script: string, env: Readonly<Record<string, string>>, args = ['-e', '-o', 'pipefail', '-c']) =>
  new Promise<{ code: number; text: string }>((resolve) => {
    execFile(
      'bash',
      [...args, script],
      { cwd: folder, env: { ...process.env, ...env, PATH: `${join(folder, 'bin')}:${process.env['PATH']}` } },
      (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, text: `${stdout}${stderr}` }),
    )
  })

const shards = ['1', '2', '3']
const canMerge = existsSync(join(root, 'src/cli/merge.ts'))
/** The reports that other programs read, by the schemas and parsers of those. */
function expectReportsForPrograms(): void {
  const text = (name: string) => readFileSync(join(folder, 'fieldproof-report', name), 'utf8')
  expect(text('report.md')).toContain('## Fieldproof: ')
  const sarif: unknown = JSON.parse(text('fieldproof.sarif'))
  expect(isSarif(sarif), JSON.stringify(isSarif.errors)).toBe(true)
  expect(validateCtrf(parseCtrf(text('ctrf.json')))).toMatchObject({ valid: true })
}
const hasReport = (name: string) => existsSync(join(folder, name, 'report.jsonl'))
const ended = (name: string) =>
  (JSON.parse(readFileSync(join(folder, name, 'summary.json'), 'utf8')) as { exitCode: number }).exitCode

test('each runs strictly, and docs/ci.md names each', () => {
  const names = readdirSync(join(root, 'examples/ci'))
  expect(names.length).toBeGreaterThan(4)
  for (const name of names) {
    expect(read('docs/ci.md')).toContain(`(../examples/ci/${name})`)
    if (name !== 'Dockerfile') expect(recipe(name)).toMatch(/fieldproof run --target \S+ --strict /)
  }
})

describe('GitHub Actions', () => {
  const { jobs } = parse(recipe('github-actions.yml')) as { jobs: Record<string, { steps: readonly Step[] }> }
  const runs = (job: string) => jobs[job]?.steps.flatMap(({ run }) => (run === undefined ? [] : [run])) ?? []

  test('a valid workflow', () => {
    expect(validateWorkflow(recipe('github-actions.yml')).errors).toEqual([])
    expect(validateWorkflow(recipe('github-actions.yml').replace('runs-on', 'runs-off')).errors).not.toEqual([])
  })

  test('three shards, merged: one report, annotations, a summary', async () => {
    for (const shard of shards)
      for (const run of runs('shard')) {
        const step = await shell(run, { SHARD: shard, SEED: '7' })
        expect(step, step.text).toMatchObject({ code: 0 })
      }
    expect(shards.every((shard) => hasReport(`shard-${shard}`))).toBe(true)
    if (!canMerge) return
    for (const run of runs('report')) {
      const step = await shell(run, { GITHUB_STEP_SUMMARY: join(folder, 'summary.md') })
      expect(step, step.text).toMatchObject({ code: 0 })
    }
    expect(ended('fieldproof-report')).toBe(0)
    expect(readFileSync(join(folder, 'summary.md'), 'utf8')).toContain('Exit code 0.')
    const annotate = jobs['report']?.steps.find(({ name }) => name?.startsWith('annotations'))?.run ?? ''
    writeFileSync(
      join(folder, 'fieldproof-report/report.jsonl'),
      (streams['fail'] ?? []).map((line) => `${JSON.stringify(line)}\n`).join(''),
    )
    const { text } = await shell(annotate, { GITHUB_STEP_SUMMARY: join(folder, 'summary.md') })
    const commands = text.split('\n').filter((line) => line.startsWith('::'))
    expect(commands).toEqual([
      expect.stringMatching(/^::error title=data\/stale-lock-refused\/put-after-patch::A write with a stale lock/),
      expect.stringMatching(/^::notice title=Fieldproof::Not conformant: 1 check failed/),
    ])
    expect(readFileSync(join(folder, 'summary.md'), 'utf8')).toContain('## Fieldproof: Not conformant')
  })
})

test('GitLab CI: three shards, merged, with a JUnit report', async () => {
  const jobs = parse(recipe('gitlab-ci.yml')) as Record<
    string,
    { stage: string; script: readonly string[]; before_script: readonly string[] }
  > & { stages: readonly string[] }
  for (const name of ['fieldproof', 'fieldproof-report']) expect(jobs.stages).toContain(jobs[name]?.stage)
  const scripts = (name: string) => [...(jobs[name]?.before_script ?? []), ...(jobs[name]?.script ?? [])].join('\n')
  for (const shard of shards) {
    const step = await shell(scripts('fieldproof'), {
      CI_NODE_INDEX: shard,
      CI_NODE_TOTAL: '3',
      CI_PIPELINE_IID: '7',
    })
    expect(step, step.text).toMatchObject({ code: 0 })
  }
  if (!canMerge) return
  const last = await shell(scripts('fieldproof-report'), {})
  expect(last, last.text).toMatchObject({ code: 0 })
  expect(existsSync(join(folder, 'fieldproof-report/junit.xml'))).toBe(true)
  expectReportsForPrograms()
  rmSync(join(folder, 'shard-2'), { recursive: true })
  expect(await shell(scripts('fieldproof-report'), {}), 'a shard is missing').not.toMatchObject({ code: 0 })
})

test('Jenkins: the steps of a shard, and of the merge', async () => {
  const text = recipe('Jenkinsfile')
  expect((text.match(/\{/g) ?? []).length).toBe((text.match(/\}/g) ?? []).length)
  const steps = [...text.matchAll(/^\s*sh '([^']+)'$/gm)].map(([, step = '']) => step)
  const merging = steps.findIndex((step) => step.includes('merge'))
  expect(merging).toBeGreaterThan(1)
  // Each step has a shell of its own, with -e.
  for (const shard of shards)
    for (const step of steps.slice(0, merging - 1)) {
      const done = await shell(step, { SHARD: shard, BUILD_NUMBER: '7' })
      expect(done, done.text).toMatchObject({ code: 0 })
    }
  if (!canMerge) return
  for (const step of steps.slice(merging - 1)) {
    const done = await shell(step, {})
    expect(done, done.text).toMatchObject({ code: 0 })
  }
  expect(ended('fieldproof-report')).toBe(0)
  expectReportsForPrograms()
  writeFileSync(join(folder, 'code'), '3\n')
  expect(await shell(steps.at(-1) ?? '', {})).toMatchObject({ code: 3 })
})

describe('Kubernetes', () => {
  const cron = () => parse(recipe('kubernetes-nightly.yaml')) as ConstructorParameters<typeof CronJob>[0]
  const job = () => parse(recipe('kubernetes-shards.yaml')) as ConstructorParameters<typeof Job>[0]
  const env = () => ({ TARGET: join(folder, 'cluster.yaml'), REPORTS: join(folder, 'reports') })
  const inPod = ({ command, args }: Container, more: Readonly<Record<string, string>>) =>
    shell(args[0] ?? '', { ...env(), ...more }, [...command.slice(1)])

  test('a valid CronJob that runs one at a time', async () => {
    const made = new CronJob(cron())
    expect(() => made.validate()).not.toThrow()
    expect(() => new CronJob({ ...cron(), spec: { schedule: 5 } } as never).validate()).toThrow()
    expect(made.spec?.concurrencyPolicy).toBe('Forbid')
    const container = made.spec?.jobTemplate.spec?.template.spec?.containers[0] as unknown as Container
    const done = await inPod(container, {})
    expect(done, done.text).toMatchObject({ code: 0 })
    expect(readdirSync(join(folder, 'reports'))).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d$/)])
  })

  test('a valid Indexed Job: the first pod waits for the others, and merges', async () => {
    const made = new Job(job())
    expect(() => made.validate()).not.toThrow()
    expect(made.spec).toMatchObject({ completionMode: 'Indexed', completions: 3, parallelism: 3 })
    const container = made.spec?.template.spec?.containers[0] as unknown as Container
    const pods = await Promise.all(
      ['0', '1', '2'].map((index) => inPod(container, { JOB_COMPLETION_INDEX: index, JOB: 'fieldproof-x' })),
    )
    expect(shards.every((shard) => hasReport(`reports/fieldproof-x/shard-${shard}`))).toBe(true)
    if (!canMerge) return
    expect(
      pods.map(({ code }) => code),
      pods.map(({ text }) => text).join('\n'),
    ).toEqual([0, 0, 0])
    expect(ended('reports/fieldproof-x/report')).toBe(0)
  })
})

test('a valid Dockerfile, which copies only what is there', () => {
  expect(dockerfileFaults(recipe('Dockerfile')).map(({ message }) => message)).toEqual([])
  expect(dockerfileFaults('FORM node')).not.toEqual([])
  const copied = [...recipe('Dockerfile').matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, files = '']) => files.split(' '))
  expect(copied.length).toBeGreaterThan(1)
  expect(copied.filter((file) => !existsSync(join(root, file)))).toEqual([])
})
