// What attacks are made of: a hostile server, a target file that names it, and the command line with what it took.
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const bin = join(root, 'bin/fieldproof.js')

/** Starts a command; `ended` tells its exit code, what it said, its milliseconds, and the most memory that it held, in MB (on Linux; else 0). */
export function begin(args, { cwd = root, longestMs = 90_000, program = [bin] } = {}) {
  const started = performance.now()
  const child = spawn(process.execPath, [...program, ...args], {
    cwd,
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [said, peak, late] = ['', 0, false]
  const keep = (chunk) => {
    said = (said + chunk).slice(-200_000)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const look = () => {
    try {
      peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0))
    } catch {
      /* Not Linux, or over. */
    }
  }
  const looking = setInterval(look, 50)
  const timer = setTimeout(() => {
    late = true
    child.kill('SIGKILL')
  }, longestMs)
  const ended = new Promise((resolve) => {
    child.on('close', (code) => {
      clearInterval(looking)
      clearTimeout(timer)
      resolve({ code, said, late, ms: performance.now() - started, mb: Math.round(peak / 1024) })
    })
  })
  const until = async (pattern) => {
    while (!pattern.test(said) && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 30))
    return pattern.exec(said)
  }
  return { child, ended, until, look }
}

export const fieldproof = (args, options) => begin(args, options).ended

/** A server on a free port of this machine; `requests` are the lines that it got. */
export async function listening(handle) {
  const requests = []
  const sockets = new Set()
  const server = createServer({ maxHeaderSize: 1024 * 1024 }, (request, response) => {
    requests.push(`${request.method} ${request.url}`)
    request.on('error', () => undefined)
    response.on('error', () => undefined)
    handle(request, response)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address()
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    requests,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** A token answer of the documents' form, and everything else by `handle`: a target that lets callers in. */
export const lettingIn = (handle, clusterUrl) => (request, response) => {
  if (/\/token\b/.test(request.url) && request.method === 'POST') {
    request.resume()
    const at = clusterUrl ?? `http://${request.headers.host}`
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(
      JSON.stringify({
        access_token: 'a-token-of-some-length',
        token_type: 'bearer',
        expires_in: 3600,
        scope: 'all',
        account: 'acme',
        account_id: 1,
        user: 'ann',
        user_id: 2,
        user_email: 'ann@example.org',
        tenant_id: 1,
        company: 'main',
        company_id: 1,
        companies: [{ id: 1, name: 'main', description: '' }],
        authorities: ['SUPERUSER'],
        cluster_url: at,
      }),
    )
    return
  }
  handle(request, response)
}

/** Writes a target file for such a server; returns its path. */
export function targetFile(folder, origin, more = '') {
  const file = join(folder, 't.yaml')
  writeFileSync(
    file,
    `name: hostile
addresses: { auth: "${origin}", directory: "${origin}" }
account: acme
company: main
identities:
  admin: { grant: password, client: { id: kit, secret: a-client-secret, version: "1.0", scope: local }, username: acme/ann, password: a-password-of-ann }
  user: { grant: password, client: { id: kit, secret: a-client-secret, version: "1.0", scope: local }, username: acme/bob, password: a-password-of-bob }
dtos: { ServiceCall: { version: 27, syncBase: 10 } }
templates: { ServiceCall: { subject: s } }
limits: { listLagMs: 0 }
fixtures: { redirectUri: "http://127.0.0.1:1/back" }
${more}`,
  )
  return file
}
