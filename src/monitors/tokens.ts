import { isObject } from '../exchange/json.ts'
import type { MakeMonitor } from './monitor.ts'
import type { Moment } from './observed.ts'
import { isTelling } from './telling-token.ts'

const lifetime = 12 * 3_600_000
/** The clock of the recorder and that of the cluster may differ by this much, in milliseconds. */
const skew = 5 * 60_000
const fewSeconds = 300
/** Placeholders in recordings have few bits: among too many, two would be equal by chance. */
const tokensAtMost = 500

/** Each token request yields a new token (A-TOK-20), which is refused 12 hours after it was issued (A-TOK-21). */
export const tokens: MakeMonitor = () => {
  const issued = new Map<string, Moment>()
  return {
    name: 'tokens',
    side: 'server',
    statements: ['A-TOK-20', 'A-TOK-21'],
    see({ observed, out }) {
      const { reading, moment, status, token, batch } = observed
      const { operation } = reading.match
      if (operation.id === 'token/request' && status === 200) {
        const answer = isObject(reading.json) ? reading.json['access_token'] : undefined
        if (typeof answer !== 'string' || !isTelling(answer)) return
        out.assert('A-TOK-20')
        const seconds = isObject(reading.json) ? reading.json['expires_in'] : undefined
        if (typeof seconds === 'number') {
          out.assert('A-TOK-21')
          if (seconds > 43_200 || seconds < 43_200 - fewSeconds)
            out.find({
              statement: 'A-TOK-21',
              side: 'server',
              expected: 'a new token is valid for 43200 seconds, or a few less',
              actual: `expires_in is ${seconds}`,
              exchanges: [moment.ref],
            })
        }
        const earlier = issued.get(answer)
        // Two recordings that were joined may both have an exchange.
        if (earlier && (earlier.sentAt !== moment.sentAt || earlier.answeredAt !== moment.answeredAt))
          out.find({
            statement: 'A-TOK-20',
            side: 'server',
            expected: 'each token request yields a new token',
            actual: 'the token of an earlier request',
            exchanges: [earlier.ref, moment.ref],
          })
        if (!earlier) issued.set(answer, moment)
        if (issued.size > tokensAtMost) issued.delete(issued.keys().next().value as string)
        return
      }
      if (
        token === undefined ||
        !isTelling(token) ||
        batch ||
        operation.interface === 'token' ||
        operation.interface === 'directory'
      )
        return
      const of = issued.get(token)
      if (!of || moment.sentAt - of.answeredAt < lifetime + skew) return
      out.assert('A-TOK-21')
      if (status >= 200 && status <= 299)
        out.find({
          statement: 'A-TOK-21',
          side: 'server',
          expected: 'a token is refused 12 hours after it was issued',
          actual: `status ${status} after ${Math.floor((moment.sentAt - of.answeredAt) / 60_000)} minutes`,
          exchanges: [of.ref, moment.ref],
        })
    },
  }
}
