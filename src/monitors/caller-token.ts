import { isObject } from '../exchange/json.ts'
import type { MakeMonitor } from './monitor.ts'
import { precedes, type Moment } from './observed.ts'
import { parallelTokens } from './parallel.ts'
import { isTelling } from './telling-token.ts'

/** A caller may say a call again before it believes the refusal; with so many refused in a row it goes on. */
const refusedAtMost = 3
/** Of several workers each may hear of it for itself, one after the other, in milliseconds. */
const heardOf = 10_000

/** A caller whose token is refused as invalid asks for a new one (A-CON-13): it does not go on with the old one. */
export const callerToken: MakeMonitor = () => {
  const parallel = parallelTokens()
  /** The refusals of the token that is sent now: none of its calls was served, and no other token asked for or sent in between. */
  let row:
    { readonly token: string; readonly place: string; readonly first: Moment; last: Moment; many: number } | undefined
  return {
    name: 'caller-token',
    side: 'client',
    statements: ['A-CON-13'],
    see({ observed: { reading, status, token, batch, moment, place: where }, observed, out }) {
      const { operation } = reading.match
      const isParallel = parallel.note(observed)
      if (batch) return
      if (operation.interface === 'token') {
        row = undefined
        return
      }
      if (token === undefined || !isTelling(token) || operation.interface === 'directory') return
      const place = where.split(' ', 1)[0] ?? ''
      const isInvalid = status === 401 && isObject(reading.json) && reading.json['error'] === 'invalid_token'
      if (!isInvalid) {
        if (row?.token !== token || status !== 401) row = undefined
        return
      }
      if (row?.token !== token || row.place !== place) {
        row = { token, place, first: moment, last: moment, many: 1 }
        return
      }
      // Calls that were under way together were sent before the refusal was read.
      if (!precedes(row.last, moment)) return
      row.last = moment
      row.many += 1
      if (row.many <= refusedAtMost || (isParallel && moment.sentAt - row.first.answeredAt < heardOf)) return
      out.find({
        statement: 'A-CON-13',
        side: 'client',
        expected: 'a new token is asked for when one was refused as invalid_token',
        actual: 'further calls with the token that was refused',
        exchanges: [row.first.ref, moment.ref],
      })
    },
  }
}
