import type { Monitor } from './monitor.ts'

/** The caller's duties in a single request beyond its format (A-EXP-06, A-CON-13, B-SVC-26). */
export const caller: Monitor = {
  name: 'caller',
  side: 'client',
  statements: ['A-EXP-06', 'A-CON-13', 'B-SVC-26'],
  see({ observed: { reading, moment }, out }) {
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
      const old = ['account', 'company'].filter((name) => reading.requestHeader(name) !== undefined)
      if (old.length > 0) find('B-SVC-26', 'X-Account-Name and X-Company-Name', `the deprecated ${old.join(' and ')}`)
    }
  },
}
