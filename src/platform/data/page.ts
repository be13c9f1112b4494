import type { StoredRecord } from '../store/record.ts'
import type { DataCall } from './data-call.ts'
import { refusal } from './refusal.ts'
import type { Reply } from './step.ts'

export interface RecordPage {
  readonly records: readonly StoredRecord[]
  /** Position of the page, from 0. */
  readonly at: number
  readonly size: number
  readonly total: number
}

/** The page that page and pageSize ask for; without them the first twenty (A-PAR-04..06). */
export function pageOf(records: readonly StoredRecord[], { call, house }: DataCall): RecordPage | Reply {
  const { page } = house.rules
  const asked = { page: call.query.get('page'), size: call.query.get('pageSize'), searches: call.query.has('query') }
  const size = sizeOf(asked.size)
  if (typeof size === 'object') return size
  const given = asked.page === undefined ? page.first() : /^\d+$/.test(asked.page) ? Number(asked.page) : Number.NaN
  if (!(given >= page.first())) return refusal(400, 'CA-400', 'page is not a valid page number')
  const at = page.number(given - page.first())
  const [from, to] = size === Number.POSITIVE_INFINITY ? [0, records.length] : page.window(at, size, records.length)
  const taken = records.slice(from, to)
  const beyond = taken.length === 0 && at > 0 ? page.beyond() : 'empty'
  if (beyond !== 'empty') return refusal(beyond.status, 'CA-400', 'there is no such page')
  return { records: taken, at, size, total: records.length }

  function sizeOf(raw: string | undefined): number | Reply {
    if (raw === undefined) return page.defaultSize(asked)
    const refused = (status: number) => refusal(status, 'CA-400', 'pageSize is not a number from 1 to 2147483647')
    if (!/^-?\d+$/.test(raw)) {
      const meant = page.unreadable(raw)
      return 'status' in meant ? refused(meant.status) : meant.size
    }
    const number = Number(raw)
    if (number === 0 && page.zero() === 'all') return Number.POSITIVE_INFINITY
    return number >= 1 && number <= page.largest() ? page.size(number, asked) : refused(400)
  }
}
