import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import type { Rulebook } from '../rulebook/rulebook.ts'
import type { Way } from '../seams/passage.ts'
import type { StoredRecord } from '../store/record.ts'
import { askedOf, isWell, jsonIn, type Asked, type Json } from './passing.ts'
import { around, isWrite, now, nowServed, plain, serving } from './serving.ts'

/** A write of a record as an index hears of it. */
export interface Heard {
  readonly asked: Asked
  readonly way: Way
  readonly status: number
  readonly sent: Json
  /** The record before it, and its id before or after it. */
  readonly before: Json | undefined
  readonly id: string
}

/** A fault of rules that go by what writes left in an index; `hears` is told of each write, done or refused. */
export function indexing(
  id: string,
  breaks: Fault['breaks'],
  says: string,
  hears: (heard: Heard) => void,
  rule: NonNullable<Fault['rule']>,
): Fault {
  const fault = serving(id, breaks, says, { rule })
  return around(fault, async (request, go, way) => {
    const asked = askedOf(request)
    const isOfOne = isWrite(asked) && asked.by !== 'list'
    const before = isOfOne ? await now(request, go) : undefined
    const response = await go(request)
    if (!isWrite(asked)) return response
    const sent = jsonIn(request) ?? {}
    const made =
      isOfOne && !before && isWell(response) && asked.method !== 'DELETE' ? await now(request, go) : undefined
    hears({ asked, way, status: response.status, sent, before, id: plain((before ?? made ?? sent)['id']) })
    return response
  })
}

/** Records that lists do not hold: those that a write hides, until another one of the record is done. */
export function unlisting(id: string, breaks: Fault['breaks'], says: string, hides: (heard: Heard) => boolean): Fault {
  const hidden = perHouse(() => new Set<string>())
  return indexing(
    id,
    breaks,
    says,
    (heard) => {
      if (hides(heard)) hidden(heard.way.house).add(heard.id)
      else if (isWell(heard)) hidden(heard.way.house).delete(heard.id)
    },
    {
      data: {
        listed: (records) => {
          const at = nowServed()
          return at
            ? records.filter((record) => !hidden(at.house).has(plain((record as unknown as StoredRecord).id)))
            : records
        },
      },
    },
  )
}

/** Criteria that test another version of a record than the one that is listed. */
export function testing(
  tested: (record: StoredRecord) => StoredRecord,
): NonNullable<NonNullable<Fault['rule']>['cql']> {
  const origins = new WeakMap<StoredRecord, StoredRecord>()
  const searched: Rulebook['cql']['searched'] = (records) =>
    records.map((record) => {
      const other = tested(record)
      if (other !== record) origins.set(other, record)
      return other
    })
  return {
    searched,
    result: (held) => held.map((one) => (origins.get(one as StoredRecord) as typeof one | undefined) ?? one),
  }
}
