import type { MakeMonitor } from './monitor.ts'
import { listLag } from './list-lag.ts'
import { isCached, isOfOne, precedes, wellBefore, type Moment, type Observed } from './observed.ts'

interface Holder {
  readonly id: string
  readonly lastChanged: number
  readonly first: Moment
  last: Moment
}

const [namesAtMost, holdersAtMost] = [5000, 4]

/**
 * No two records of a resource have the same external id (A-REC-07). It may move between records: it is a breach if both have it in one
 * response, or if one is seen with it between two sightings of the same version of the other.
 */
export const externalIds: MakeMonitor = () => {
  const holders = new Map<string, Holder[]>()
  return {
    name: 'external-ids',
    side: 'server',
    statements: ['A-REC-07'],
    see({ observed, sightings, out }) {
      // Within a transaction an answer may show what never was for anyone else; a cache what is no more.
      if (observed.batch || isCached(observed)) return
      const { moment } = observed
      // A list may lag behind writes; a read by id shows the current state.
      const isOne = isOfOne(observed)
      const here = new Map<string, { readonly id: string; readonly lastChanged: number }>()
      for (const { resource, id, externalId, lastChanged } of sightings) {
        if (typeof externalId !== 'string' || externalId === '') continue
        const name = `${observed.place} ${resource} ${externalId}`
        out.assert('A-REC-07')
        if (lastChanged === undefined) continue
        const other = here.get(name)
        if (other !== undefined && other.id !== id && isSettled(Math.max(other.lastChanged, lastChanged), observed))
          breach([moment.ref], 'in one response')
        here.set(name, { id, lastChanged })
        const known = holders.get(name) ?? []
        holders.delete(name)
        holders.set(name, known)
        if (holders.size > namesAtMost) holders.delete(holders.keys().next().value as string)
        const mine = known.find((holder) => holder.id === id && holder.lastChanged === lastChanged)
        if (mine && isOne && precedes(mine.last, moment)) mine.last = moment
        if (!mine && isOne) known.push({ id, lastChanged, first: moment, last: moment })
        if (known.length > holdersAtMost) known.shift()
        for (const one of known)
          for (const two of known)
            if (one.id !== two.id && spans(one, two))
              breach([one.first.ref, two.first.ref, one.last.ref], 'at the same time')
      }

      function breach(exchanges: readonly string[], when: string): void {
        out.find({
          statement: 'A-REC-07',
          side: 'server',
          expected: 'no two records of a resource have the same externalId',
          actual: `two have it ${when}`,
          exchanges,
        })
      }
    },
  }
}

/** By the server's own clock both versions are older than the list lag. */
function isSettled(lastChanged: number, { reading }: Observed): boolean {
  const date = Date.parse(reading.responseHeader('date') ?? '')
  return date - lastChanged > listLag
}

/**
 * A version lasts from its first sight to its last: another that is seen in between is there beside it, unless the external id went to and fro
 * within the millisecond of the first.
 */
const spans = (one: Holder, two: Holder): boolean => wellBefore(one.first, two.first) && precedes(two.first, one.last)
