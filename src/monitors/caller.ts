import type { Monitor } from './monitor.ts'

/** The headers of service management, each with the deprecated one that it stands for. */
const replaced = [
  ['X-Account-Name', 'account'],
  ['X-Company-Name', 'company'],
] as const

/** The caller's duties in a single request beyond its format (A-EXP-06, A-CON-13, B-SVC-26). */
export const caller: Monitor = {
  name: 'caller',
  side: 'client',
  statements: ['A-EXP-06', 'A-CON-13', 'B-SVC-26'],
  see({ observed: { reading, moment }, out }) {
    const has = (name: string): boolean => reading.requestHeader(name.toLowerCase()) !== undefined
    const find = (statement: string, expected: string, actual: string): void =>
      out.find({ statement, side: 'client', expected, actual, exchanges: [moment.ref] })
    const expanded = reading
      .queryAll('expand')
      .flatMap((value) => /^\s*(?:count\()?object\.objectId\((\w+)\)/.exec(value)?.[1] ?? [])
    if (reading.match.operation.interface === 'data' && expanded.length > 0) {
      out.assert('A-EXP-06')
      const named = (reading.query('dtos') ?? '').split(';').map((pair) => pair.split('.', 1)[0]?.trim())
      for (const resource of expanded)
        if (!named.includes(resource))
          find('A-EXP-06', `dtos names a version of the expanded ${resource}`, `dtos=${reading.query('dtos') ?? ''}`)
    }
    if (reading.match.operation.id === 'token/request') {
      out.assert('A-CON-13')
      if (reading.form['grant_type'] === 'refresh_token')
        find('A-CON-13', 'a new token is obtained by a new token request', 'grant_type=refresh_token')
    }
    if (reading.match.operation.interface === 'service') {
      out.assert('B-SVC-26')
      // Beside the new ones, which are sent as advised, the old ones are no breach: nothing forbids them.
      const old = replaced.filter(([now, was]) => has(was) && !has(now))
      if (old.length > 0) {
        const [now, was] = [old.map(([name]) => name).join(' and '), old.map(([, name]) => name).join(' and ')]
        find('B-SVC-26', now, `the deprecated ${was}`)
      }
    }
  },
}
