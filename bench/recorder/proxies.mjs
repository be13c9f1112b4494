import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bin } from '../served.mjs'

const beside = (file) => fileURLToPath(new URL(file, import.meta.url))

/** A module of ours in a process of its own, and the first thing it says. */
export async function forked(file, args, env = {}) {
  const child = fork(beside(file), args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const [said] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error(`${file} ended before it listened`)
    }),
  ])
  return { child, said }
}

export async function ended(child, signal = 'SIGTERM') {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}

/** `fieldproof record` as a user starts it. */
export async function recorder(args, env = {}) {
  const child = spawn(process.execPath, [bin, 'record', '--port', '0', ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  const port = await new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      said += chunk
      const bound = /(?:127\.0\.0\.1|localhost):(\d+)/.exec(said)?.[1]
      if (bound) resolve(Number(bound))
    })
    child.once('exit', (code) => reject(new Error(`record ended with ${code}`)))
  })
  return { child, said: port }
}

const reverseMode = {
  name: 'our reverse mode, recording',
  how: 'reverse',
  ours: 'reverse mode',
  start: ({ folder, env, upstream, name }) =>
    recorder(['--to', upstream, '--ca', join(folder, 'cert.pem'), '--out', join(folder, `${name}.har`)], env),
}
const forwardMode = {
  name: 'our forward mode, recording',
  how: 'forward',
  ours: 'forward mode',
  start: ({ folder, env, name }) =>
    recorder(
      [
        '--forward',
        '--host',
        'localhost',
        '--ca-dir',
        join(folder, `${name}-ca`),
        '--out',
        join(folder, `${name}.har`),
      ],
      env,
    ),
}
const bare = (secure) => ({
  name: 'bare Node reverse proxy',
  how: 'reverse',
  secure,
  start: ({ folder, env, upstream }) => forked('../rivals/bare.mjs', [upstream, ...(secure ? [folder] : [])], env),
})
const httpMitmProxy = {
  name: 'http-mitm-proxy 1.1.0, keepAlive',
  how: 'forward',
  start: ({ folder, env, name }) => forked('../rivals/http-mitm-proxy.mjs', [join(folder, `${name}-hmp`)], env),
}
const mockttp = {
  name: 'mockttp 4.6.3, passing through',
  how: 'forward',
  start: ({ env }) => forked('../rivals/mockttp.mjs', [], env),
}

/** What is compared with what; the first of each is the measure of the others. */
export const courses = [
  {
    name: 'HTTP',
    upstream: 'http',
    aim: 1.8,
    proxies: [bare(false), reverseMode, forwardMode, httpMitmProxy, mockttp],
  },
  { name: 'HTTP in, TLS out', upstream: 'https', aim: 3, proxies: [bare(false), reverseMode] },
  { name: 'TLS in and out', upstream: 'https', aim: 3, proxies: [bare(true), forwardMode, httpMitmProxy, mockttp] },
]
