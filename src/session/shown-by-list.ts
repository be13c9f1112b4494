import { plainId } from '../exchange/plain-id.ts'
import type { Unfinished } from '../target/ledger.ts'
import { answeredJson, answeredRecords } from './answered-records.ts'
import type { Broom } from './clean-up.ts'
import { askForObject, withoutControls } from './object-request.ts'

/** So many objects are asked for in one list. */
export const listedAtOnce = 50

/** Those of a chunk, of one resource and one place of the Data API, that one list shows; undefined where the list itself is refused. */
export async function shownByList(
  chunk: readonly Unfinished[],
  broom: Broom,
): Promise<readonly Unfinished[] | undefined> {
  const [first] = chunk
  if (!first) return []
  const field = first.id ? 'id' : 'externalId'
  const names = chunk.map((object) => `"${object[field] ?? ''}"`).join(', ')
  const list = await askForObject('GET', '', withoutControls(first), broom, {
    query: `${field} in (${names})`,
    pageSize: String(listedAtOnce),
  }).catch(() => undefined)
  if (!list || list.status < 200 || list.status > 299 || !Array.isArray(answeredJson(list)?.['data'])) return undefined
  const shown = new Set(answeredRecords(list).map((record) => plainId(String(record[field]))))
  return chunk.filter((object) => shown.has(plainId(object[field] ?? '')))
}
