import type { WireResponse } from '../exchange/exchange.ts'
import type { Unfinished } from '../target/ledger.ts'
import { answeredJson } from './answered-records.ts'
import type { Broom } from './clean-up.ts'
import { askForObject, objectPath, withoutControls } from './object-request.ts'
import { shownByList } from './shown-by-list.ts'

/** Status and error code of a refused read: what is the same for all missing records of a target. */
export const refusalIn = (read: WireResponse): string => {
  const body = answeredJson(read)
  return JSON.stringify([read.status, body?.['error'], body?.['code']])
}

/**
 * Those of a chunk, of one resource and one place of the Data API, that are not there: a list does not show them, and a read of each was refused as
 * that of an id which nobody made is. Either alone proves nothing: a list may lag, and a target may refuse every read.
 */
export async function missingLikeAny(
  chunk: readonly Unfinished[],
  refusal: (object: Unfinished) => string | undefined,
  broom: Broom,
): Promise<readonly Unfinished[]> {
  const [first] = chunk
  if (!first || first.interface !== undefined) return []
  const invented = withoutControls({
    ...first,
    ...(first.id ? { id: likeIt(first.id) } : { externalId: `${first.externalId}-nobody` }),
  })
  const read = await askForObject('GET', objectPath(invented), invented, broom, {}).catch(() => undefined)
  const alike = read ? chunk.filter((object) => refusal(object) === refusalIn(read)) : []
  const shown = alike.length > 0 ? await shownByList(alike, broom) : undefined
  return shown ? alike.filter((object) => !shown.includes(object)) : []
}

/** An id of the same form that no record has. */
const likeIt = (id: string): string =>
  id
    .replace(/[0-9]/g, () => String(Math.floor(Math.random() * 10)))
    .replace(/[a-f]/g, () => pick('abcdef'))
    .replace(/[A-F]/g, () => pick('ABCDEF'))

const pick = (letters: string): string => letters[Math.floor(Math.random() * letters.length)] ?? ''
