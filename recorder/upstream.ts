import http from 'node:http'
import https from 'node:https'

export interface Upstream {
  readonly origin: URL
  readonly agent: http.Agent | https.Agent
  /** The client named the upstream itself: its Host field stays as it is. */
  readonly named?: true
}

export const upstreamAt = (address: string, ca?: string): Upstream => {
  const origin = new URL(address)
  const options = { keepAlive: true, maxSockets: 256, ...(ca ? { ca } : {}) }
  return { origin, agent: origin.protocol === 'https:' ? new https.Agent(options) : new http.Agent(options) }
}
