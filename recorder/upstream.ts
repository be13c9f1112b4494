import { readFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import { createSecureContext, rootCertificates } from 'node:tls'

export interface Upstream {
  readonly origin: URL
  readonly agent: http.Agent | https.Agent
  /** The client named the upstream itself: its Host field stays as it is. */
  readonly named?: true
}

/** An authority beside all that are trusted without it: given alone, it would take their place. */
export const alsoTrusting = (ca: string | undefined): { readonly ca?: string[] } =>
  ca ? { ca: [...rootCertificates, ...extraAuthorities(), ca] } : {}

/** What Node.js trusts besides, which it forgets where authorities are given; a file that it could not use it passes over. */
function extraAuthorities(): readonly string[] {
  const file = process.env['NODE_EXTRA_CA_CERTS']
  if (!file) return []
  try {
    const pem = readFileSync(file, 'utf8')
    createSecureContext({ ca: pem })
    return [pem]
  } catch {
    return []
  }
}

export const upstreamAt = (address: string, ca?: string): Upstream => {
  const origin = new URL(address)
  const options = { keepAlive: true, maxSockets: 256, ...alsoTrusting(ca) }
  return { origin, agent: origin.protocol === 'https:' ? new https.Agent(options) : new http.Agent(options) }
}
