import type { Exchange } from '../exchange/exchange.ts'

/** What a gateway says of a server that is down or restarts; 500 and others are the server's own words. */
const isDown = (status = 0): boolean => status === 503 || isOfGateway(status)
/** What is answered so within this time of one another, in milliseconds, is of one outage. */
const atMost = 60_000

const [pathOf, hostOf] = [(url: string) => new URL(url).pathname, (url: string) => new URL(url).host]

/** Whether the answer to one call shows that the server was down when another was made: a plain read was answered with 503, or one of something else no better. */
export const isOutage = (other: Exchange, one: Exchange): boolean =>
  other.request.method === 'GET' &&
  isDown(other.response?.status) &&
  hostOf(other.request.url) === hostOf(one.request.url) &&
  (other.response?.status === 503 || pathOf(other.request.url) !== pathOf(one.request.url)) &&
  Math.abs(other.startedAt - one.startedAt) <= atMost

/** Whether the same call was answered in its own words when it was repeated: the request did not bring the server down. */
export const isAnswered = (again: Exchange, one: Exchange): boolean =>
  again.request.method === one.request.method &&
  again.request.url === one.request.url &&
  again.startedAt > one.startedAt &&
  (again.response?.status ?? 500) < 500

/** A status that a gateway gives in place of the server; those from 520 on are of delivery networks, 598 and 599 of proxies. */
export const isOfGateway = (status: number): boolean =>
  status === 502 || status === 504 || (status >= 520 && status <= 530) || status === 598 || status === 599

/** The last reads that were answered so. */
export function outages() {
  const seen: Exchange[] = []
  return {
    note(exchange: Exchange): void {
      if (exchange.request.method !== 'GET' || !isDown(exchange.response?.status)) return
      seen.push({ ...exchange, request: { ...exchange.request, body: new Uint8Array(), text: '' } })
      if (seen.length > 20) seen.shift()
    },
    explain: (exchange: Exchange): boolean => seen.some((other) => isOutage(other, exchange)),
  }
}

export type Outages = ReturnType<typeof outages>
