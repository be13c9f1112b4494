import { knownDifference } from '../contract/index.ts'
import { isObject } from '../exchange/json.ts'
import type { MakeMonitor } from './monitor.ts'
import { isAnyToken } from './telling-token.ts'

const interfaces = new Set(['data', 'query', 'batch', 'bulk'])
/** Their calls name account and company in their own way, or need none: only a client that is not named, and was refused, is told. */
const lookups = new Set(['directory', 'company'])

/** A call with a token of local scope names client, version, account and company, and the user if it is a user's token (A-AUT-06). */
export const callerContext: MakeMonitor = () => {
  /** Tokens of local scope -> whether they are a user's, as far as the token request shows. */
  const local = new Map<string, boolean>()
  return {
    name: 'caller-context',
    side: 'client',
    statements: ['A-AUT-06'],
    see({ observed, out }) {
      const { reading, status, token, batch, moment } = observed
      const { operation } = reading.match
      if (operation.id === 'token/request' && status === 200 && isObject(reading.json)) {
        const { access_token: issued, scope } = reading.json
        if (typeof issued !== 'string' || scope !== 'local' || isAnyToken(issued)) return
        local.set(
          issued,
          reading.form['grant_type'] === 'authorization_code' || (reading.form['username'] ?? '').includes('/'),
        )
        if (local.size > 1000) local.delete(local.keys().next().value as string)
        return
      }
      const isUser = token === undefined || batch ? undefined : local.get(token)
      const isLookup = lookups.has(operation.interface) && status === 400
      if (isUser === undefined || !(interfaces.has(operation.interface) || isLookup)) return
      out.assert('A-AUT-06')
      const missing = [
        ...((reading.requestHeader('x-client-id') ?? reading.query('clientId')) ? [] : ['the client id']),
        ...((reading.requestHeader('x-client-version') ?? reading.query('clientVersion'))
          ? []
          : ['the client version']),
        ...(isLookup ? [] : ['account', 'company', ...(isUser ? ['user'] : [])]).filter((name) => !reading.query(name)),
      ]
      if (missing.length === 0) return
      const known = missing.map((parameter) => knownDifference('A-AUT-06', reading.exchange, { parameter }))
      out.find({
        statement: 'A-AUT-06',
        side: 'client',
        expected: `a call with a token of local scope names its ${isLookup ? 'client' : 'full context'}`,
        actual: `without ${missing.join(', ')}${isLookup ? ', which was refused' : ''}`,
        exchanges: [moment.ref],
        ...(known.includes(undefined) ? {} : { seenInTheWild: known[0] as string }),
      })
    },
  }
}
