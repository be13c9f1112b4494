import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import axios from 'axios'
import { HttpsProxyAgent } from 'https-proxy-agent'
import supertest from 'supertest'
import { Agent, fetch, ProxyAgent, request, type Dispatcher } from 'undici'
import { pairs } from './upstream.ts'

/** How a client comes to the server. */
export interface Route {
  readonly base: string
  readonly proxy?: string
  /** PEM of whom it trusts. */
  readonly caFile?: string
}

export interface Call {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer
}

/** What the client's user sees; headers raw where the client shows them so. */
export interface Seen {
  readonly status: number
  readonly says?: string
  readonly headers: ReadonlyArray<[string, string]>
  readonly body: Buffer
}

export type Client = (route: Route, call: Call) => Promise<Seen>

const ca = ({ caFile }: Route) => (caFile ? { ca: readFileSync(caFile, 'utf8') } : {})
function agentOf(route: Route): HttpAgent {
  if (!route.proxy) return route.base.startsWith('https') ? new HttpsAgent(ca(route)) : new HttpAgent()
  // What it is made with is for the connection to the proxy; the request's own options are for the server behind it.
  const agent = new HttpsProxyAgent(route.proxy)
  Object.assign(agent.options, ca(route))
  return agent
}

const byAxios: Client = async (route, { method, path, headers, body }) => {
  const agent = agentOf(route)
  const {
    status,
    statusText,
    data,
    request: sent,
  } = await axios.request<Buffer>({
    url: route.base + path,
    method,
    headers: { ...headers },
    data: body,
    httpAgent: agent,
    httpsAgent: agent,
    proxy: false,
    maxRedirects: 0,
    decompress: false,
    responseType: 'arraybuffer',
    validateStatus: () => true,
    maxBodyLength: Infinity,
  })
  agent.destroy()
  return { status, says: statusText, headers: pairs(sent.res.rawHeaders), body: Buffer.from(data) }
}

async function dispatched<T>(route: Route, work: (dispatcher: Dispatcher) => Promise<T>): Promise<T> {
  const dispatcher = route.proxy
    ? new ProxyAgent({ uri: route.proxy, requestTls: ca(route) })
    : new Agent({ connect: ca(route) })
  try {
    return await work(dispatcher)
  } finally {
    await dispatcher.close()
  }
}

const byUndiciRequest: Client = (route, { method, path, headers, body }) =>
  dispatched(route, async (dispatcher) => {
    const answer = await request(route.base + path, {
      dispatcher,
      method,
      headers: { ...headers },
      body,
      responseHeaders: 'raw',
    })
    const raw = answer.headers as unknown as string[]
    return { status: answer.statusCode, headers: pairs(raw), body: Buffer.from(await answer.body.arrayBuffer()) }
  })

const byFetch: Client = (route, { method, path, headers, body }) =>
  dispatched(route, async (dispatcher) => {
    const answer = await fetch(route.base + path, {
      dispatcher,
      method,
      headers: { ...headers },
      body,
      redirect: 'manual',
    })
    return {
      status: answer.status,
      says: answer.statusText,
      headers: [...answer.headers],
      body: Buffer.from(await answer.arrayBuffer()),
    }
  })

/** Superagent under its other name: what supertest sends, superagent does. */
const bySupertest: Client = async (route, { method, path, headers, body }) => {
  const agent = agentOf(route)
  const call = supertest(route.base)[method.toLowerCase() as 'get'](path)
  for (const [name, value] of Object.entries(headers ?? {})) void call.set(name, value)
  const whole = (response: NodeJS.ReadableStream, done: (error: Error | null, body: Buffer) => void) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(Buffer.from(chunk)))
    response.on('end', () => done(null, Buffer.concat(chunks)))
  }
  // Else it spells a Buffer as JSON.
  const answer = await (body ? call.serialize((given) => given as never).send(body) : call)
    .agent(agent)
    .redirects(0)
    .ok(() => true)
    .buffer(true)
    .parse(whole as never)
  agent.destroy()
  const { res } = answer as unknown as { res: { rawHeaders: string[]; statusMessage: string } }
  return {
    status: answer.status,
    says: res.statusMessage,
    headers: pairs(res.rawHeaders),
    body: Buffer.isBuffer(answer.body) ? answer.body : Buffer.alloc(0),
  }
}

const byCurl: Client = async ({ base, proxy, caFile }, { method, path, headers, body }) => {
  const args = [
    '-q',
    '-sS',
    '-i',
    '--http1.1',
    ...(method === 'HEAD' ? ['-I'] : ['-X', method]),
    ...(proxy ? ['-p', '-x', proxy, '--suppress-connect-headers'] : ['--noproxy', '*']),
    ...(caFile ? ['--cacert', caFile] : []),
    ...Object.entries(headers ?? {}).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    ...(body ? ['--data-binary', '@-'] : []),
    base + path,
  ]
  const output = await new Promise<Buffer>((resolve, reject) => {
    const child = execFile('curl', args, { encoding: 'buffer', maxBuffer: 64 * 1024 * 1024 }, (error, stdout) =>
      error ? reject(new Error(`curl: ${error.message}`, { cause: error })) : resolve(stdout),
    )
    child.stdin?.end(body)
  })
  // An interim answer to Expect: 100-continue stands before the real one.
  const from = /^(?:HTTP\/1\.1 100 [^]*?\r\n\r\n)?/.exec(output.toString('latin1'))?.[0].length ?? 0
  const end = output.indexOf('\r\n\r\n', from)
  const [start = '', ...lines] = output.subarray(from, end).toString('latin1').split('\r\n')
  const [, status = '', says = ''] = /^HTTP\/1\.1 (\d+) ?(.*)$/.exec(start) ?? []
  return {
    status: Number(status),
    says,
    headers: lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
    body: output.subarray(end + 4),
  }
}

const curlIsThere = spawnSync('curl', ['--version']).status === 0

export const clients: ReadonlyArray<{
  readonly name: string
  readonly send: Client
  readonly missing?: string
  readonly decodes?: true
}> = [
  { name: 'axios', send: byAxios },
  { name: 'undici request', send: byUndiciRequest },
  { name: 'undici fetch', send: byFetch, decodes: true },
  { name: 'supertest', send: bySupertest, decodes: true },
  { name: 'curl', send: byCurl, ...(curlIsThere ? {} : { missing: 'curl is not installed' }) },
]
