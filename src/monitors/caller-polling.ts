import type { MakeMonitor } from './monitor.ts'

/** So close to the present, in milliseconds, an interval misses what is still being committed. */
const tooFresh = 10_000
/** An interval that begins earlier than this before the end of the last one is no poll. */
const overlapAtMost = 15 * 60_000
/** No answer holds as many records: who asks for so many means the largest page (2^31-1), or one like it. */
const largestPage = 1_000_000_000

/** In seconds. */
const aMonth = 31 * 24 * 3600

const wholeIn = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined

const bound = (query: string, sign: '<' | '>'): number | undefined => {
  const [, digits] = new RegExp(`\\blastChanged\\s*${sign}=?\\s*(\\d{1,15})\\b`, 'i').exec(query) ?? []
  return digits === undefined ? undefined : Number(digits)
}

/** How callers poll for changes: advice that one can see followed or not (A-CON-04, 06, 14). */
export const callerPolling: MakeMonitor = () => {
  /** Where the last interval that a caller asked for ended, by place, resource and caller. */
  const ends = new Map<string, { readonly to: number; readonly isFresh: boolean }>()
  return {
    name: 'caller-polling',
    side: 'client',
    statements: ['A-CON-04', 'A-CON-06', 'A-CON-14'],
    see({ observed: { reading, moment, place, token }, out }) {
      const { operation } = reading.match
      const find = (statement: string, expected: string, actual: string) =>
        out.find({ statement, side: 'client', expected, actual, exchanges: [moment.ref] })
      const judgeUnit = (times: ReadonlyArray<number | undefined>): void => {
        const told = times.filter((time) => time !== undefined)
        if (told.length === 0) return
        out.assert('A-CON-04')
        const seconds = told.find((time) => Math.abs(time - moment.sentAt / 1000) < aMonth)
        if (seconds !== undefined)
          find('A-CON-04', 'times are sent in milliseconds since 1970', `${seconds}: as milliseconds in January 1970`)
      }
      if (operation.id === 'data/deleted') judgeUnit(['from', 'to'].map((name) => wholeIn(reading.query(name))))
      if (operation.id !== 'data/list') return
      const size = reading.query('pageSize')
      if (size !== undefined) {
        out.assert('A-CON-14')
        if (Number(size) >= largestPage) find('A-CON-14', 'pages of a reasonable size', `pageSize=${size}`)
      }
      const query = (reading.query('query') ?? '').replace(/"[^"]*"/g, '""')
      const [from, to] = [bound(query, '>'), bound(query, '<')]
      judgeUnit([from, to])
      if (from === undefined || to === undefined) return
      // A caller that gets a token for each poll is the same by its client and its user.
      const named = [reading.requestHeader('x-client-id') ?? reading.query('clientId'), reading.query('user')]
      const caller = named.includes(undefined) ? (token ?? '') : named.join(' ')
      const key = `${place} ${reading.path('resourceName') ?? ''} ${caller}`
      const before = ends.get(key)
      // A page of one interval has its bounds; one far from the last is a question of its own, and no poll.
      if (before !== undefined && to > before.to && from <= before.to + 1 && from > before.to - overlapAtMost) {
        out.assert('A-CON-04')
        if (!/\blastChangedBy\s*!=/i.test(query))
          find('A-CON-04', 'a poll without the own changes of the caller (lastChangedBy != me())', 'no such criterion')
        if (reading.query('useExternalIds') !== 'true')
          find('A-CON-04', 'changes are polled with useExternalIds=true', 'useExternalIds is not true')
        out.assert('A-CON-06')
        if (from >= before.to && before.isFresh)
          find(
            'A-CON-06',
            'intervals that overlap, or end some minutes before the present',
            `an interval from ${from} after one that ended at ${before.to}, the present`,
          )
      }
      ends.delete(key)
      ends.set(key, { to, isFresh: to > moment.sentAt - tooFresh })
      if (ends.size > 1000) ends.delete(ends.keys().next().value as string)
    },
  }
}
