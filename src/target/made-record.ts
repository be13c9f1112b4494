import { parseForeign } from '../exchange/bounds.ts'
import { recordInElement } from '../exchange/record-in.ts'
import { headerOf, type WireResponse } from '../exchange/exchange.ts'
import type { Ownership } from './ownership.ts'

/** The id of a created record: from the response body, or from the end of Location (the documents do not show the body of a create). */
export function idOfMade({ body, headers }: WireResponse): string | undefined {
  try {
    const { data } = parseForeign(Buffer.from(body).toString('utf8')) as { data?: readonly unknown[] }
    const id = recordInElement(data?.[0])?.['id']
    if (typeof id === 'string') return id
  } catch {
    /* No record in the body: use Location. */
  }
  return /\/([0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12})\/?(?:[?#].*)?$/i.exec(
    headerOf(headers, 'Location') ?? '',
  )?.[1]
}

/** More than this before the answer, in milliseconds, and a record is none that the request made. */
const clearlyBeforeMs = 3_600_000

/** Owns what a create is answered with, unless it was there long before. */
export function isTakenAsOwn(
  key: string,
  response: WireResponse,
  ownership: Pick<Ownership, 'own' | 'doubt'>,
): boolean {
  const isOwn = !isMadeBefore(response)
  if (isOwn) ownership.own(key)
  else ownership.doubt(key)
  return isOwn
}

/** Whether a create is answered with a record that was there long before: somebody else's, whatever the answer says. */
function isMadeBefore({ body, headers }: WireResponse): boolean {
  const told = Date.parse(headerOf(headers, 'Date') ?? '')
  // A proxy that writes Date may have a clock that is ahead.
  const answeredAt = Math.min(told, Date.now())
  const times = [
    ...Buffer.from(body)
      .toString('utf8')
      .matchAll(/"lastChanged"\s*:\s*(\d{1,16})/g),
  ].map(([, ms]) => Number(ms))
  const latest = Math.max(...times)
  // A number of seconds would be a time in 1970: nothing is known of its age.
  return latest > answeredAt / 100 && latest < answeredAt - clearlyBeforeMs
}
