import http from 'node:http'
import https from 'node:https'
import { Agent } from 'undici'

/** Agents of Node's own client, as supertest and races take them. */
export interface Agents {
  readonly http: http.Agent
  readonly https: https.Agent
}

export interface Connections {
  readonly agents: Agents
  /** The cheaper client's, for the calls that a run makes by the hundred. */
  readonly many: Agent
  close(): void
}

/** Connections of undici; with `kept` false each request has its own. */
export const pooled = (ca: string | undefined, kept: boolean): Agent =>
  new Agent({ connections: 64, pipelining: kept ? 1 : 0, ...(ca ? { connect: { ca } } : {}) })

/**
 * Connections that are kept open: without that supertest opens a socket for every request and costs four times as much.
 * With `kept` false each request has its own: RFC 9112 section 9.3 lets a server close an idle connection at any moment, and a
 * write that crosses the close may have been done or not.
 */
export function connections(ca?: string, kept = true): Connections {
  const common = { keepAlive: kept, maxSockets: 64, scheduling: 'fifo' as const }
  const agents = { http: new http.Agent(common), https: new https.Agent({ ...common, ...(ca ? { ca } : {}) }) }
  const many = pooled(ca, kept)
  return {
    agents,
    many,
    close() {
      agents.http.destroy()
      agents.https.destroy()
      void many.destroy()
    },
  }
}
