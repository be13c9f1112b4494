// Wrong target files, baselines, ledgers, streams, recordings, overlays, replay files and options, each to whoever reads it: one sentence with
// place and remedy, or an answer where the input was good after all; never anything else, and never longer than some seconds.
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CommanderError } from 'commander'
import { cleanCommand } from '../../dist/src/cli/clean.js'
import { doctorCommand } from '../../dist/src/cli/doctor.js'
import { fuzzCommand } from '../../dist/src/cli/fuzz.js'
import { learnCommand } from '../../dist/src/cli/learn.js'
import { listCommand } from '../../dist/src/cli/list.js'
import { proveCommand } from '../../dist/src/cli/prove.js'
import { recordCommand } from '../../dist/src/cli/record.js'
import { replayCommand } from '../../dist/src/cli/replay.js'
import { runCommand } from '../../dist/src/cli/run.js'
import { showRequests } from '../../dist/src/cli/request-coverage.js'
import { serveCommand } from '../../dist/src/cli/serve.js'
import { sweepCommand } from '../../dist/src/cli/sweep.js'
import { verifyCommand } from '../../dist/src/cli/verify.js'
import { UserError } from '../../dist/src/errors/user-error.js'
import { readReplay } from '../../dist/src/fuzz/finding-file.js'
import { harHead, harTail } from '../../dist/src/har/har.js'
import { readEntries } from '../../dist/src/har/read.js'
import { loadCatalogue } from '../../dist/src/judging/catalogue.js'
import { derivedChecks } from '../../dist/src/judging/derived.js'
import { knownChecks } from '../../dist/src/judging/known-checks.js'
import { loadBaseline } from '../../dist/src/judging/load-baseline.js'
import { learn } from '../../dist/src/learn/learn.js'
import { newLearned } from '../../dist/src/learn/learned.js'
import { overlayOf, overlayText } from '../../dist/src/learn/overlay.js'
import { readOverlay } from '../../dist/src/learn/read-overlay.js'
import { basePaths } from '../../dist/src/target/base-paths.js'
import { readLedger } from '../../dist/src/target/ledger.js'
import { loadTarget } from '../../dist/src/target/load.js'
import { onlyKnownHosts } from '../../dist/src/target/known-hosts.js'
import { contractFacts } from '../../dist/src/contract/facts.js'
import { createTrafficJudge } from '../../dist/src/verify/judge-traffic.js'
import { randomOf, wrongArguments, wrongJson, wrongLines, wrongText } from './wrong.mjs'

const example = fileURLToPath(new URL('../../examples/target.yaml', import.meta.url))
const longestMs = 20_000

const entry = (method, path, status, body, sent) => ({
  startedDateTime: '2026-11-21T10:00:00.123456Z',
  time: 12,
  request: {
    method,
    url: `https://cluster.example${path}`,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: [
      { name: 'Authorization', value: 'Bearer redacted-12345678' },
      { name: 'X-Account-Name', value: 'acme' },
    ],
    queryString: [],
    headersSize: -1,
    bodySize: sent ? sent.length : 0,
    ...(sent ? { postData: { mimeType: 'application/json', text: sent } } : {}),
  },
  response: {
    status,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: [{ name: 'Content-Type', value: 'application/json' }],
    redirectURL: '',
    headersSize: -1,
    bodySize: body.length,
    content: { size: body.length, mimeType: 'application/json', text: body, _kept: 'whole' },
  },
  cache: {},
  timings: { send: 0, wait: 1, receive: 1 },
})
const record =
  '{"data":[{"serviceCall":{"id":"6EB2A541DE1B4A489A334B7BC80ED532","subject":"a","lastChanged":1795318033634}}]}'
const context = 'account=acme&company=main&user=ann&dtos=ServiceCall.27'
const entries = [
  entry('GET', `/api/data/v4/ServiceCall?${context}`, 200, record),
  entry('POST', `/api/data/v4/ServiceCall?${context}`, 201, record, '{"subject":"a"}'),
  entry(
    'PUT',
    `/api/data/v4/ServiceCall/6EB2A541DE1B4A489A334B7BC80ED532?${context}`,
    409,
    '{"error":"CA-27","values":[1]}',
    '{"subject":"b"}',
  ),
  entry(
    'POST',
    '/api/query/v1?account=acme&company=main&dtos=ServiceCall.27',
    200,
    '{"data":[]}',
    '{"query":"select s.id from ServiceCall s"}',
  ),
]
const har = { log: { version: '1.2', creator: { name: 'x', version: '1' }, pages: [], entries } }
const intent = {
  trace: 'fabcd-1',
  kind: 'create',
  resource: 'ServiceCall',
  at: 'http://127.0.0.1:1/api/data/v4',
  query: { account: 'acme' },
  id: '6EB2A541DE1B4A489A334B7BC80ED532',
}
const ledger = [
  { intent },
  { created: { ...intent, kind: undefined } },
  { gone: { trace: 'fabcd-1' } },
  { refused: { trace: 'fabcd-2' } },
  { settled: { left: 0 } },
]
const stream = [
  { plan: { kit: '0.1.0', target: 't.yaml', seed: 1, started: '2026-11-21T10:00:00.000Z', checks: [] } },
  { requests: { 'data/list': { plain: 3 } } },
  { end: { planned: 0, judged: 0, counts: {}, exitCode: 0, requests: 0, waitedMs: 0, ms: 1 } },
]
const replays = [
  { fuzz: 'cql', case: { law: 'x', questions: [{}, {}] } },
  { fuzz: 'batch', case: { steps: [], form: {} } },
]
const baseline = `- check: data/stale-lock-refused/put-by-id
  finding: 967cf15bf79d
  reason: known, mended in March
  owner: ann
  expires: 2027-03-01
- check: data/*
  rate: 30%
  reason: flaky
  owner: bob
  expires: 2027-01-01
`

/** Options by the values that they must not take; those with none are wrong by themselves or lack a value. */
const numbers = ['', '0', '-1', '1.5', '1e23', 'x', '99999999999999999999', '0x7f', ' ', 'NaN']
const spans = ['', '0', '0s', '5', '-1s', '1000h', 'soon', '1d', '10 m']
const seeds = ['', '-1', '2147483648', 'x', '1.5']
const ports = ['', '-1', '65536', 'http', '1e3']
const shards = ['', '0/1', '2/1', '1', '1/0', 'a/b', '1/2/3']
/** What reads a file that is not there, or is another. `at`: paths of a folder, a text and one below a file. */
const files = ({ folder, text, missing }) => [
  missing,
  folder,
  text,
  join(text, 'below'),
  '',
  '\0',
  'x'.repeat(5000),
  '\u202e.yaml',
]
const notThere = ({ folder, missing }) => [missing, folder, 'x'.repeat(5000)]
const notAFolder = ({ text }) => [text, join(text, 'below')]
const nobody = ['nope', '', '\u202e', 'lock-ignord-on-put', '*', '__proto__', 'toString']

const commandsIn = (place) => [
  {
    make: runCommand,
    name: ['run'],
    good: ['--out', place.out, '--target', place.missing],
    options: [
      ['--target', files(place)],
      ['--interface', ['nope', 'tokn', '__proto__', 'data,nope']],
      ['--only', ['nope/*', '(', 'constructor']],
      ['--seed', seeds],
      ['--requests', numbers],
      ['--time', spans],
      ['--shard', shards],
      ['--baseline', files(place)],
      ['--out', notAFolder(place)],
      ['--target', []],
      ['extra', []],
    ],
  },
  {
    make: doctorCommand,
    name: ['doctor'],
    good: [],
    options: [
      ['--target', files(place)],
      ['--target', []],
      ['extra', []],
    ],
  },
  {
    make: cleanCommand,
    name: ['clean'],
    good: ['--ledger', place.missing],
    options: [
      ['--target', files(place)],
      ['--target', []],
      ['extra', []],
    ],
  },
  {
    make: verifyCommand,
    name: ['verify'],
    good: [],
    options: [...files(place).map((file) => [file, []]), ['--baseline', files(place)], ['--out', notAFolder(place)]],
  },
  {
    make: replayCommand,
    name: ['replay'],
    good: ['--ledger', join(place.out, 'l.jsonl')],
    options: [
      ...notThere(place).map((file) => [file, []]),
      ['--target', files(place)],
      ['--requests', numbers],
      ['--time', spans],
    ],
  },
  {
    make: learnCommand,
    name: ['learn'],
    good: [],
    options: [
      ...files(place).map((file) => [file, []]),
      ['--min-count', numbers],
      ['--against', files(place)],
      ['--onto', files(place)],
    ],
  },
  {
    make: fuzzCommand,
    name: ['fuzz', 'cql'],
    good: ['--out', place.out, '--target', place.missing],
    options: [
      ['--runs', numbers],
      ['--requests', numbers],
      ['--time', spans],
      ['--seed', seeds],
      ['--replay', files(place)],
      ['--target', files(place)],
      ['--out', notAFolder(place)],
      ['--corpus', notAFolder(place)],
    ],
  },
  {
    make: fuzzCommand,
    name: ['fuzz'],
    good: [],
    options: [
      ['nope', []],
      ['cq', []],
      ['--runs', ['1']],
    ],
  },
  {
    make: serveCommand,
    name: ['serve'],
    good: [],
    options: [
      ['--port', ports],
      ['--fault', nobody],
      ['--variant', nobody],
      ['--world', nobody],
      ['extra', []],
    ],
  },
  {
    make: proveCommand,
    name: ['prove'],
    good: [],
    options: [
      ['--only', ['nope/*', '(']],
      ['--interface', ['nope']],
      ['--json', notThere(place).slice(1)],
    ],
  },
  {
    make: sweepCommand,
    name: ['sweep'],
    good: ['--out', place.out, '--target', place.missing],
    options: [
      ['--only', ['nope/*']],
      ['--seed', seeds],
      ['--requests', numbers],
      ['--target', files(place)],
      ['--sample', numbers],
    ],
  },
  {
    make: recordCommand,
    name: ['record'],
    good: ['--out', join(place.out, 'x', 't.har')],
    options: [
      ['--to', ['', 'nope', 'ftp://x', 'http://', 'a=b=c', 'x=', '=http://127.0.0.1:1']],
      ['--port', ports],
      ['--forward', []],
      ['--host', ['']],
      ['--ca', files(place)],
      ['--proxy-password-env', ['', 'NO_SUCH_VARIABLE']],
    ],
  },
  {
    make: listCommand,
    name: ['list'],
    good: [],
    options: [
      ['nope', []],
      ['check', []],
      ['faultz', []],
      ['statements', ['extra']],
    ],
  },
  {
    make: listCommand,
    name: ['list', 'statement'],
    good: [],
    options: [
      ['A-DAT-999', []],
      ['', []],
      ['a-dat', []],
    ],
  },
  { make: listCommand, name: ['list', 'coverage'], good: [], options: [['--from', files(place)]] },
]

function quiet() {
  const [out, error] = [process.stdout.write, process.stderr.write]
  let said = ''
  const keep = (chunk) => {
    said += chunk
    return true
  }
  process.stdout.write = keep
  process.stderr.write = keep
  return () => {
    Object.assign(process.stdout, { write: out })
    Object.assign(process.stderr, { write: error })
    return said
  }
}

/** Each kind: a wrong one, and whoever reads it. */
async function kindsIn(folder) {
  const catalogue = await loadCatalogue()
  const known = knownChecks(catalogue)
  const contract = derivedChecks(catalogue.requirements)
  const facts = contractFacts({ addresses: { auth: '', directory: '' }, basePaths, dtos: {} })
  const at = (name) => join(folder, name)
  const sound = at('sound.har')
  writeFileSync(sound, JSON.stringify(har))
  const learned = newLearned()
  await learn(learned, sound, facts)
  const overlay = JSON.parse(overlayText(overlayOf(learned, 1)))
  const env = {
    FSM_AUTH_URL: 'https://auth.example',
    FSM_DIRECTORY_URL: 'https://dir.example',
    FSM_ACCOUNT: 'acme',
    FSM_COMPANY: 'main',
    FSM_CLIENT_ID: 'kit',
    FSM_CLIENT_SECRET: 'a-client-secret',
    FSM_USER: 'ann',
    FSM_PASSWORD: 'a-password',
  }
  const targets = [readFileSync(example, 'utf8')]
  const reading = (name, make, read) => ({
    name,
    attempt: async (random) => {
      const [file, text] = [at(name), make(random)]
      writeFileSync(file, text)
      const loud = quiet()
      try {
        return { given: text, done: await caught(() => read(file)), file }
      } finally {
        loud()
      }
    },
  })
  const place = { folder: at('folder'), text: at('text'), missing: at('missing'), out: at('out') }
  writeFileSync(place.text, 'here before\n')
  const { mkdirSync } = await import('node:fs')
  mkdirSync(place.folder)
  mkdirSync(place.out)
  const commands = commandsIn(place)
  return [
    reading(
      'target.yaml',
      (random) => wrongText(targets[0], random),
      (file) => {
        const { target } = loadTarget(file, env)
        onlyKnownHosts(target)
        contractFacts(target)
      },
    ),
    reading(
      'baseline.yaml',
      (random) => wrongText(baseline, random),
      (file) => loadBaseline(file, known),
    ),
    reading(
      'ledger.jsonl',
      (random) => wrongLines(ledger, random),
      (file) => readLedger(file),
    ),
    reading(
      'report.jsonl',
      (random) => wrongLines(stream, random),
      (file) => showRequests(file, true),
    ),
    reading(
      'overlay.json',
      (random) => wrongJson(overlay, random),
      (file) => readOverlay(readFileSync(file, 'utf8'), file),
    ),
    reading(
      'replay.json',
      (random) => wrongJson(replays[Math.floor(random() * 2)], random),
      (file) => readReplay(file),
    ),
    reading(
      'traffic.har',
      (random) =>
        random() < 0.5
          ? wrongJson(har, random)
          : `${harHead({ name: 'fieldproof', version: '1' })}\n${entries.map((one) => (random() < 0.4 ? wrongJson(one, random) : JSON.stringify(one))).join(',\n')}${random() < 0.8 ? harTail : ''}`,
      async (file) => {
        const judge = createTrafficJudge(contract, (check) => check)
        for await (const one of readEntries(file)) judge.see(one.read(), one.number)
        judge.end()
        await learn(newLearned(), file, facts)
      },
    ),
    {
      name: 'options',
      attempt: async (random) => {
        const command = commands[Math.floor(random() * commands.length)]
        const args = wrongArguments(command, random)
        const before = process.exitCode
        const spoken = quiet()
        let done
        try {
          const made = command.make().exitOverride()
          for (const inner of made.commands) inner.exitOverride()
          done = await caught(() => made.parseAsync(args.slice(1), { from: 'user' }))
        } finally {
          var said = spoken()
        }
        const code = process.exitCode
        process.exitCode = before
        if (done.error instanceof CommanderError)
          done = said.trim() === '' ? { error: new Error('refused without a word') } : { refused: said }
        else if (!done.error && !(code > 0)) done = { error: new Error(`taken for good: ${said.slice(0, 200)}`) }
        return { given: args.join(' '), done, file: '' }
      },
    },
  ]
}

async function caught(work) {
  const started = performance.now()
  let timer
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it did not end within ${longestMs / 1000} s`)), longestMs)
  })
  try {
    await Promise.race([work(), late])
    return slow(started) ?? {}
  } catch (error) {
    return slow(started) ?? { error }
  } finally {
    clearTimeout(timer)
  }
}
const slow = (started) => {
  const ms = performance.now() - started
  return ms > longestMs ? { error: new Error(`it took ${Math.round(ms / 1000)} s`) } : undefined
}

/** What is wrong with how an input was taken; undefined if nothing is. */
function complaint({ done: { error, refused }, file, given }) {
  if (refused !== undefined || error === undefined) return undefined
  if (!(error instanceof UserError)) return `${error?.stack ?? error}`.split('\n').slice(0, 4).join(' | ')
  const { message } = error
  if (file !== '' && !message.startsWith(`${file}:`)) return `no place: ${message}`
  if (message.length > 500 + (file === '' ? given : file).length) return `too long: ${message.slice(0, 300)}`
  if (/[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/.test(message))
    return `not one visible line: ${JSON.stringify(message)}`
  if (
    /\bundefined\b(?!")|\[object |Error:|call stack|Cannot read prop| is not a function/.test(
      message.replace(/"[^"]*"/g, ''),
    )
  )
    return `not meant for people: ${message}`
  return undefined
}

/** Tries as many wrong inputs as asked; returns how each kind ended, and every one that ended otherwise than it should. */
export async function badInput({ count, seed = 1, told = () => undefined }) {
  const folder = mkdtempSync(join(tmpdir(), 'bad-input-'))
  const counts = {}
  const wrong = []
  try {
    const kinds = await kindsIn(folder)
    for (let number = 0; number < count; number += 1) {
      const kind = kinds[number % kinds.length]
      const its = (counts[kind.name] ??= { tried: 0, refused: 0, taken: 0 })
      const attempt = await kind.attempt(randomOf(seed * 1_000_003 + number))
      const why = complaint(attempt)
      its.tried += 1
      its[attempt.done.error || attempt.done.refused ? 'refused' : 'taken'] += 1
      if (why !== undefined) wrong.push({ number, kind: kind.name, why, given: attempt.given.slice(0, 300) })
      told(number + 1, attempt)
    }
    // A run that cannot begin says so in its reports, whole.
    const written = readdirSync(join(folder, 'out')).filter((name) => name.endsWith('.part'))
    if (written.length > 0)
      wrong.push({ number: count, kind: 'options', why: `half written: ${written.join(', ')}`, given: '' })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return { counts, wrong }
}
