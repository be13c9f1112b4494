import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createData } from './data.ts'
import { batch } from './peer/batch.ts'
import type { Answer, Call } from './http.ts'
import { oauthRefusal, onlyMethods, readTarget, Refusal } from './http.ts'
import { createPartB, partB } from './peer-b/index.ts'
import { describeTarget } from './target.ts'
import { clusterAddress, createAccess } from './token.ts'
import { createWorld } from './world.ts'

export interface Peer {
  readonly origin: string
  close(): Promise<void>
  readonly target: Record<string, unknown>
  /** People, groups and other things of the interfaces of the second document. */
  readonly partB: typeof partB
}

async function readCall(request: IncomingMessage): Promise<Call> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { path, query, expand, pairs } = readTarget(request.url ?? '/')
  // Choice: the second cluster lives below /us of the same host.
  const us = path[0] === 'us'
  return {
    method: request.method ?? 'GET',
    path: us ? path.slice(1) : path,
    query,
    expand,
    pairs,
    headers: request.headers,
    body: Buffer.concat(chunks).toString(),
    origin: `http://${request.headers.host ?? ''}`,
    cluster: us ? 'US' : 'EU',
  }
}

export async function startPeer(): Promise<Peer> {
  const world = createWorld()
  const access = createAccess(world)
  const data = createData()
  const second = createPartB(world, access, data.records)
  const begin = () => {
    const ends = [data.begin(), second.begin()]
    return (keep: boolean) => ends.forEach((end) => end(keep))
  }

  /** Choice: the directory asks for no token, as callers need it to learn where to go; names are matched exactly. */
  function directory(call: Call, name: string): Answer {
    onlyMethods(call, 'GET')
    const account = access.accountNamed(name)
    if (account === undefined) throw oauthRefusal(404, 'unknown_account', 'No such account')
    return {
      status: 200,
      json: {
        accountName: account.name,
        clusterName: account.cluster,
        URL: clusterAddress(call.origin, account.cluster),
      },
    }
  }

  function companies(call: Call): Answer {
    onlyMethods(call, 'GET')
    const list = access.companiesOf(access.callerOf(call, false))
    const asked = (call.headers.accept ?? '')
      .split(',')
      .map((range) => (range.split(';')[0] ?? '').trim().toLowerCase())
    const type = asked.find((one) => one === 'application/json' || one === 'application/text')
    // Choice: one of the two types has to be named, a wildcard does not do; of both the first named counts.
    if (type === undefined)
      throw oauthRefusal(406, 'invalid_request', 'Accept has to name application/json or application/text')
    if (type === 'application/json')
      return { status: 200, json: { companies: list.map(({ name, description }) => ({ name, description })) } }
    // Choice: the text has names only and no final new-line character.
    return {
      status: 200,
      headers: { 'content-type': 'application/text; charset=utf-8' },
      text: list.map(({ name }) => name).join('\n'),
    }
  }

  function answer(call: Call): Answer {
    const at = call.path.join('/')
    // Choice: the token service and the directory belong to no cluster and are not found below one.
    if (call.cluster === 'EU') {
      if (at === 'api/oauth2/v1/token') return access.token(call)
      if (at === 'api/oauth2/v1/change_password') return access.changePassword(call)
      if (at === 'api/oauth2/v1/authorize') return access.authorize(call, false)
      if (at === 'api/oauth2/v1/authorize/confirm') return access.authorize(call, true)
      if (call.path.length === 6 && call.path.slice(0, 5).join('/') === 'ds/api/directory/v1/accounts')
        return directory(call, call.path[5] ?? '')
    }
    if (at === 'masterCloudInterface/informationService/companies') return companies(call)
    if (call.path.slice(0, 3).join('/') === 'api/data/v4')
      return data.answer(call, call.path.slice(3), access.callerOf(call, true))
    if (at === 'api/query/v1') return data.select(call, access.callerOf(call, true))
    if (at === 'dataCloudInterface/attachmentService') return data.download(call, access.callerOf(call, true))
    if (at === 'api/data/batch/v1/' || at === 'api/data/batch/v1') {
      // Choice: a batch is for somebody with a token; its parts are for themselves.
      access.callerOf(call, false)
      return batch(call, answer, begin)
    }
    return second.answer(call)
  }

  const server = createServer((request, response) => {
    readCall(request)
      .then((call): Answer => {
        const id = call.headers['x-request-id'] ?? call.query.get('requestId')
        // Choice: a request identifier comes back as a header.
        if (typeof id === 'string' && /^[\x20-\x7e]+$/.test(id)) response.setHeader('x-request-id', id)
        return answer(call)
      })
      .catch((error: unknown): Answer => {
        if (error instanceof Refusal) return error.answer
        return { status: 500, json: { error: 'PEER-FAULT', message: String(error), values: [] } }
      })
      .then(({ status, headers, json, text, bytes }) => {
        response.writeHead(status, { ...(json !== undefined && { 'content-type': 'application/json' }), ...headers })
        response.end(json === undefined ? (bytes ?? text) : JSON.stringify(json))
      })
      .catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { origin, close, target: describeTarget(origin), partB }
}
