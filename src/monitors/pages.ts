import type { MakeMonitor } from './monitor.ts'
import { precedes, type Moment } from './observed.ts'
import type { Sighting } from './sighting.ts'

interface Page {
  readonly rows: readonly string[]
  readonly ids: ReadonlySet<string>
  readonly ranks: readonly string[]
  readonly moment: Moment
  readonly again?: Moment
}

const [walksAtMost, pagesAtMost] = [50, 40]

/**
 * Pages of an ordered list that does not change hold each record once (A-PAR-07). Whether it changed shows only where pages were read again: two
 * that were read by turns, and are the same both times, overlap where they share a record. One turn tells nothing: a record may have come and gone.
 */
export const pages: MakeMonitor = () => {
  const walks = new Map<string, Map<number, Page>>()
  return {
    name: 'pages',
    side: 'server',
    statements: ['A-PAR-07'],
    see({ observed, sightings, write, out }) {
      const { reading, moment, place } = observed
      const [order, number] = [reading.query('orderBy'), Number(reading.query('page'))]
      const [, field = ''] = /^\s*(\w+)\s+(?:asc|desc)\s*(?:,|$)/.exec(order ?? '') ?? []
      if (write || field === '' || reading.match.operation.id !== 'data/list' || sightings.length === 0) return
      const find = (actual: string, exchanges: readonly string[]) =>
        out.find({
          statement: 'A-PAR-07',
          side: 'server',
          expected: 'the pages of an unchanged sorted list contain each record once',
          actual,
          exchanges,
        })
      const ids = sightings.map(({ id }) => id)
      out.assert('A-PAR-07')
      if (new Set(ids).size < ids.length) return find('one page contains a record twice', [moment.ref])
      if (!Number.isInteger(number) || reading.query('pageSize') === undefined) return
      const key = `${place} ${reading.path('resourceName')} ${reading.match.query
        .split('&')
        .filter((pair) => !/^page=/.test(pair))
        .sort()
        .join('&')}`
      const walk = walks.get(key) ?? new Map<number, Page>()
      walks.delete(key)
      walks.set(key, walk)
      if (walks.size > walksAtMost) walks.delete(walks.keys().next().value as string)
      const page: Page = {
        rows: sightings.map(rowOf),
        ids: new Set(ids),
        ranks: sightings.map(({ fields }) => String(fields[field])),
        moment,
      }
      const earlier = walk.get(number)
      const isSame = earlier !== undefined && precedes(earlier.moment, moment) && same(earlier.rows, page.rows)
      if (isSame) {
        for (const [other, { ids: held, ranks, moment: first, again: at }] of walk) {
          if (
            other === number ||
            !at ||
            !precedes(first, earlier.moment) ||
            !precedes(earlier.moment, at) ||
            !precedes(at, moment)
          )
            continue
          const shared = [...held].filter((id) => page.ids.has(id)).length
          // Records with equal sort values may be in any order.
          if (shared > 0 && new Set([...ranks, ...page.ranks]).size >= ranks.length + page.ranks.length - shared)
            find(`pages ${other} and ${number} overlap by ${shared}`, [earlier.moment.ref, at.ref, moment.ref])
        }
      }
      if (earlier || walk.size < pagesAtMost) walk.set(number, isSame ? { ...earlier, again: moment } : page)
    },
  }
}

const rowOf = ({ id, lastChanged }: Sighting): string => `${id} ${lastChanged}`
const same = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((row, at) => row === other[at])
