// The attacks: what each does, what is promised, and how to see whether the promise holds. `sample`: npm test tries it, too.
import { linkSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { answers, nested, send } from './bombs.mjs'
import { begin, fieldproof, lettingIn, listening, targetFile } from './scene.mjs'

const memoryAtMost = 400
const mb = 1024 * 1024
const reports = ['report.jsonl', 'summary.json', 'junit.xml', 'index.html']

const isSentence = (said, pattern) => pattern.test(said) && !/internal error|\n\s+at |Maximum call stack/.test(said)
const ended = ({ code, late, ms, mb: held }, more = '') =>
  `${late ? 'did not end' : `exit ${code}`} in ${(ms / 1000).toFixed(1)} s${held ? `, ${held} MB` : ''}${more}`

/** A run against a server that answers like this. */
async function running(
  folder,
  handle,
  { only = ['company/*', 'directory/*'], more = '', args = ['--time', '8s'], clusterUrl } = {},
) {
  const server = await listening(lettingIn(handle, clusterUrl))
  try {
    const target = targetFile(folder, server.origin, more)
    const run = await fieldproof([
      'run',
      '--target',
      target,
      '--out',
      join(folder, 'out'),
      ...only.flatMap((one) => ['--only', one]),
      ...args,
    ])
    return { ...run, requests: server.requests }
  } finally {
    server.close()
  }
}

/** A server that counts who comes, and is none of the target's. */
async function elsewhere(folder, handle, options, clusterUrl) {
  const other = await listening((_request, response) =>
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(login),
  )
  try {
    const run = await running(folder, (request, response) => handle(request, response, other.origin), {
      ...options,
      clusterUrl: clusterUrl?.(other.origin),
    })
    const came = other.requests.length
    const named = run.said.includes(other.origin)
    return {
      held: came === 0 && named && !run.late,
      saw: ended(run, `; ${came} requests to the other host, which is ${named ? '' : 'not '}named`),
    }
  } finally {
    other.close()
  }
}
const login =
  '<form method="post" action="/login"><input name="user"><input type="password" name="password"><button>Log in</button></form>'
const plainly = (response, status, body) => response.writeHead(status, { 'Content-Type': 'application/json' }).end(body)

const bombed = (name) => ({
  name: `run: ${name}`,
  does: `every answer but the token's is ${name}`,
  promise: `the answer is not read, the reason says so; at most ${memoryAtMost} MB`,
  async attack(folder) {
    const answer = answers[name]
    const made = answer.body?.()
    const run = await running(folder, (request, response) => {
      request.resume()
      send(response, answer, made)
    })
    const told = isSentence(
      run.said,
      /its answer (?:has more than|is nested deeper)|not reach|no answer|blocked|BLOCKED|could not judge/,
    )
    return {
      held: !run.late && told && run.mb < memoryAtMost && [1, 2, 3].includes(run.code),
      saw: ended(run, told ? '' : '; no reason told'),
    }
  },
})

/** A recorder, what a client sends through it, and whether it then still works and its file is whole. */
async function recording(folder, handle, client) {
  const upstream = await listening(handle)
  const out = join(folder, 'traffic.har')
  const recorder = begin(['record', '--to', upstream.origin, '--port', '0', '--out', out])
  try {
    const [, port] = (await recorder.until(/127\.0\.0\.1:(\d+)/)) ?? []
    if (!port) throw new Error('the recorder did not start')
    await client(Number(port))
    const alive = await ask(Number(port), '/alive')
    recorder.look()
    recorder.child.kill('SIGINT')
    const run = await recorder.ended
    const text = readFileSync(out, 'utf8')
    const whole = JSON.parse(text).log.entries.length
    return { ...run, alive: alive === 200, whole, text, requests: upstream.requests }
  } finally {
    recorder.child.kill('SIGKILL')
    upstream.close()
  }
}
const ask = (port, path, { method = 'GET', headers = {}, body } = {}) =>
  new Promise((resolve) => {
    const request = http.request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      response.on('data', () => undefined)
      response.on('error', () => resolve(undefined))
      response.on('end', () => resolve(response.statusCode))
    })
    request.on('error', () => resolve(undefined))
    request.end(body)
  })
const raw = (port, bytes) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(Buffer.from(bytes, 'latin1')))
    let got = ''
    socket.setTimeout(2000, () => socket.destroy())
    socket.on('data', (chunk) => {
      got += chunk
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(got))
  })

const packed = (name, message, sample = false) => ({
  name: `record: ${name}`,
  does: 'a message of some kilobytes whose parts decode to gigabytes, sent and answered',
  promise: `it passes; what cannot be searched for secrets is not written; at most ${memoryAtMost} MB`,
  ...(sample ? { sample } : {}),
  async attack(folder) {
    const body = message()
    const type = { 'Content-Type': 'multipart/mixed; boundary=x1' }
    const run = await recording(
      folder,
      (request, response) => {
        request.resume()
        if (request.url === '/alive') return void response.end('ok')
        response.writeHead(200, type).end(body)
      },
      async (port) => {
        for (let time = 0; time < 3; time += 1) await ask(port, '/', { method: 'POST', headers: type, body })
      },
    )
    return {
      held: run.alive && run.whole === 4 && run.mb < memoryAtMost,
      saw: ended(run, `; ${Math.round(body.length / 1024)} KB three times, ${run.whole} entries`),
    }
  },
})

const har = (folder, entry) => {
  const file = join(folder, 'hostile.har')
  writeFileSync(file, `{"log":{"version":"1.2","creator":{"name":"x","version":"1"},"entries":[${entry}]}}`)
  return file
}
const entryOf = (type, text, more = '') =>
  `{"startedDateTime":"2026-11-21T10:00:00.000Z","time":1,${more}"request":{"method":"GET","url":"https://c.example/api/data/v4/ServiceCall?dtos=ServiceCall.27","headers":[]},` +
  `"response":{"status":200,"statusText":"","headers":[{"name":"Content-Type","value":${JSON.stringify(type)}}],"content":{"size":${text.length},"mimeType":${JSON.stringify(type)},"text":${JSON.stringify(text)}}}}`

const verified = (name, entry, sample = false) => ({
  name: `verify: ${name}`,
  does: `a recording with ${name}`,
  promise: `what is too much is counted as not judged; at most ${memoryAtMost} MB, and no longer than a reader would wait`,
  ...(sample ? { sample } : {}),
  async attack(folder) {
    const file = har(folder, `${entry()},${entryOf('application/json', '{"data":[]}')}`)
    const run = await fieldproof(['verify', file, '--out', join(folder, 'out')], { longestMs: 60_000 })
    return {
      held:
        !run.late &&
        run.mb < memoryAtMost &&
        [0, 1, 3].includes(run.code) &&
        isSentence(run.said, /./) &&
        run.ms < 30_000,
      saw: ended(run, `, ${Math.round(statSync(file).size / mb)} MB of recording`),
    }
  },
})

/** Test files that try one thing in many forms. */
const tested = (name, does, promise, files) => ({
  name,
  does,
  promise,
  async attack() {
    const run = await begin(['run', ...files, '--reporter=dot'], {
      program: ['node_modules/vitest/vitest.mjs'],
      longestMs: 200_000,
    }).ended
    const [, count = '0'] =
      /Tests\s+(?:\S*\s)*?(\d+) passed/.exec(
        run.said.replace(new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g'), ''),
      ) ?? []
    return { held: run.code === 0 && Number(count) > 0, saw: `${count} tests passed, ${ended({ ...run, mb: 0 })}` }
  },
})

export const rows = [
  {
    name: 'credentials: cluster_url',
    does: 'the token answer names another host as cluster',
    promise: 'nothing is sent there, and the host is named',
    sample: true,
    attack: (folder) =>
      elsewhere(
        folder,
        (_request, response) => plainly(response, 404, '{}'),
        {},
        (origin) => origin,
      ),
  },
  tested(
    'credentials: hosts and schemes',
    'answers, redirects and login pages that lead to other hosts, ports and from https to http',
    'only hosts of the target file are asked',
    ['test/target/known-hosts.test.ts', 'test/clients/walk-pages.test.ts'],
  ),
  tested(
    'record: request smuggling',
    'a hundred forms of messages that two sides could frame differently, both modes',
    'refused, or one and the same request for both sides and the file',
    ['test/recorder/smuggling.test.ts'],
  ),
  {
    name: 'record: hop by hop, HTTP/1.0',
    does: 'a Connection field that names Content-Length or Host; HTTP/1.0 without Host',
    promise: 'the first two are refused, the last one passes',
    async attack(folder) {
      const got = []
      const run = await recording(
        folder,
        (request, response) => {
          request.resume()
          response.end('ok')
        },
        async (port) => {
          const hidden = 'DELETE /hidden HTTP/1.1\r\nHost: x\r\n\r\n'
          got.push(
            await raw(
              port,
              `DELETE /a HTTP/1.1\r\nHost: x\r\nConnection: content-length\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
            ),
          )
          got.push(await raw(port, 'GET /b HTTP/1.1\r\nHost: x\r\nConnection: host\r\n\r\n'))
          got.push(await raw(port, 'GET /c HTTP/1.0\r\n\r\n'))
        },
      )
      const first = got.map((text) => text.slice(9, 12)).join(', ')
      return {
        held: first === '400, 400, 200' && !run.requests.some((line) => line.includes('hidden')),
        saw: `${first}; upstream: ${run.requests.join(', ')}`,
      }
    },
  },
  packed('parts in gzip', () => nested('gzip', 100, 32 * mb)),
  packed('parts in brotli', () => nested('br', 600, 32 * mb), true),
  packed('messages in messages', () => nested('gzip', 20, 8 * mb, 3)),
  {
    name: 'record: one body of a gigabyte in gzip',
    does: 'an answer of one megabyte that decodes to a gigabyte',
    promise: `it passes; at most ${memoryAtMost} MB`,
    async attack(folder) {
      const { gzipSync } = await import('node:zlib')
      const body = gzipSync(Buffer.alloc(1024 * mb))
      const run = await recording(
        folder,
        (request, response) => {
          request.resume()
          response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }).end(body)
        },
        (port) => ask(port, '/'),
      )
      return { held: run.alive && run.mb < memoryAtMost, saw: ended(run, `, ${run.whole} entries`) }
    },
  },
  ...Object.keys(answers).map((name) => ({
    ...bombed(name),
    ...(['lists in lists'].includes(name) ? { sample: true } : {}),
  })),
  {
    name: 'run: a drip without end',
    does: "every answer but the token's is one byte a second, for ever; --time 6s",
    promise: 'it ends within 3 s after its time, and says what it could not judge',
    async attack(folder) {
      const drip = (request, response) => {
        request.resume()
        response.writeHead(200, { 'Content-Type': 'application/json' })
        const timer = setInterval(() => response.write(' '), 1000)
        response.on('close', () => clearInterval(timer))
      }
      const alone = await running(folder, drip, { args: ['--time', '6s'] })
      return { held: !alone.late && alone.code === 3 && alone.ms < 6000 + 3000 + startingAtMost, saw: ended(alone) }
    },
  },
  verified('a text of 200 MB', () => entryOf('application/json', 'x'.repeat(200 * mb))),
  verified('a text of 30 MB', () =>
    entryOf('application/json', JSON.stringify({ data: [{ serviceCall: { id: 'x', subject: 'a'.repeat(30 * mb) } }] })),
  ),
  verified(
    '100,000 blanks in a Content-Type',
    () => entryOf(`multipart/mixed;${' '.repeat(100_000)}`, '--x\r\n\r\n--x--'),
    true,
  ),
  verified('a million levels', () => entryOf('application/json', '['.repeat(mb) + ']'.repeat(mb))),
  verified('millions of values beside the exchange', () =>
    entryOf('application/json', '{}', `"_a":[${'{},'.repeat(4 * mb)}1],`),
  ),
  verified('millions of parts', () => entryOf('multipart/mixed; boundary=x', '--x\r\n\r\n\r\n'.repeat(mb))),
  tested(
    'parsers: repetitions',
    'thousands of repetitions of every character at which a reader looks back, over every parser of foreign bytes',
    'time grows with the length',
    ['test/outside/linear.test.ts', 'test/batch/linear.test.ts'],
  ),
  tested('platform: LIKE', 'patterns of many wildcards over long texts', 'time grows with text times pattern', [
    'test/platform/data/pattern.test.ts',
  ]),
  {
    name: 'YAML: an alias to its own parent',
    does: 'a target file that never ends',
    promise: 'one sentence with line and column, exit 2',
    sample: true,
    async attack(folder) {
      const file = join(folder, 'endless.yaml')
      writeFileSync(file, 'name: &a\n  of: *a\n')
      const run = await fieldproof(['doctor', '--target', file], { longestMs: 30_000 })
      return {
        held: run.code === 2 && isSentence(run.said, /endless\.yaml:2:7: the alias \*a stands within/),
        saw: ended(run),
      }
    },
  },
  {
    name: 'files: links',
    does: 'symbolic links where reports are to be written',
    promise: 'refused; what they lead to is as it was',
    sample: true,
    async attack(folder) {
      const out = join(folder, 'out')
      const victim = join(folder, 'victim')
      mkdirSync(out)
      writeFileSync(victim, 'precious')
      symlinkSync(victim, join(out, 'report.jsonl'))
      const run = await fieldproof(['verify', har(folder, entryOf('application/json', '{"data":[]}')), '--out', out])
      return {
        held: run.code === 2 && readFileSync(victim, 'utf8') === 'precious' && isSentence(run.said, /symbolic link/),
        saw: ended(run),
      }
    },
  },
  {
    name: 'files: modes',
    does: 'looks at what a run writes',
    promise: 'readable by its user alone (0600)',
    async attack(folder) {
      const run = await running(folder, (_request, response) => plainly(response, 404, '{}'))
      const modes = [...reports, 'ledger.jsonl'].map(
        (name) => `${name} ${(statSync(join(folder, 'out', name), { throwIfNoEntry: false })?.mode ?? 0o600) & 0o777}`,
      )
      return {
        held: !run.late && modes.every((one) => one.endsWith(` ${0o600}`)),
        saw: modes.map((one) => one.replace(/\d+$/, (mode) => Number(mode).toString(8))).join(', '),
      }
    },
  },
  {
    name: 'reports: what a terminal obeys',
    does: 'escape sequences, C1 and marks of direction in every answer',
    promise: 'shown as escapes on the terminal and in every report; JUnit is well-formed',
    sample: true,
    async attack(folder) {
      const spell = 'a\u001b[31mb\u009b2Jc\u202ed\u2066e\u0007f\u0000g\u2028h\ufffei'
      const run = await running(folder, (_request, response) =>
        response
          .writeHead(200, { 'Content-Type': 'application/json', 'X-Request-ID': 'x' })
          .end(
            Buffer.from(
              JSON.stringify({ data: [{ serviceCall: { id: spell, subject: spell } }], [spell]: spell }).replace(
                /\\u001b/g,
                '\u001b',
              ),
            ),
          ),
      )
      const obeyed =
        /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe]/
      const bad = [
        ['the terminal', run.said],
        ...reports.map((name) => [name, readFileSync(join(folder, 'out', name), 'utf8')]),
      ].filter(([, text]) => obeyed.test(text))
      const shown = readFileSync(join(folder, 'out', 'report.jsonl'), 'utf8').includes('\\u202e')
      return {
        held: !run.late && bad.length === 0 && shown,
        saw:
          bad.length > 0
            ? `raw in ${bad.map(([name]) => name).join(', ')}`
            : ended(run, shown ? '; shown' : '; never shown'),
      }
    },
  },
  {
    name: 'record: two recorders on one file',
    does: 'a second recorder by a hard link, and by a symbolic link',
    promise: 'refused',
    async attack(folder) {
      const out = join(folder, 'traffic.har')
      const first = begin(['record', '--to', 'http://127.0.0.1:9', '--port', '0', '--out', out])
      try {
        await first.until(/127\.0\.0\.1:(\d+)/)
        const [hard, soft] = [join(folder, 'hard.har'), join(folder, 'soft.har')]
        linkSync(out, hard)
        symlinkSync(out, soft)
        const codes = []
        for (const link of [hard, soft]) {
          const second = begin(['record', '--to', 'http://127.0.0.1:9', '--port', '0', '--append', '--out', link], {
            longestMs: 5000,
          })
          codes.push((await second.ended).code)
        }
        return {
          held: codes.join() === '2,2',
          saw: `exit ${codes.map((code) => code ?? 'none, it recorded').join(' and ')}`,
        }
      } finally {
        first.child.kill('SIGINT')
        await first.ended
      }
    },
  },
]

/** What a command takes on a busy machine before it begins, in milliseconds. */
const startingAtMost = 15_000
