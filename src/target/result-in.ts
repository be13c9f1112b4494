import type { WireResponse } from '../exchange/exchange.ts'

/** The external id of a technician that the answer to its creation tells. */
export function resultIn({ body }: WireResponse): string | undefined {
  try {
    const { results } = JSON.parse(Buffer.from(body).toString('utf8')) as { results?: Array<{ externalId?: unknown }> }
    const id = results?.[0]?.externalId
    return typeof id === 'string' && id !== '' ? id : undefined
  } catch {
    return undefined
  }
}
