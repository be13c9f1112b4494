import { isObject } from '../exchange/json.ts'
import type { MakeMonitor } from './monitor.ts'
import { precedes, type Moment } from './observed.ts'

const namesAtMost = 500

/**
 * A technician is named by the external id that the service gave it (B-CRW-04), not by its e-mail or the word before its @: told where the caller was
 * given the one, sent the other, and was told that there is no such technician.
 */
export const callerTechnicians: MakeMonitor = () => {
  /** Those that this traffic created, by place and what they might be called otherwise. */
  const byName = new Map<string, Moment>()
  return {
    name: 'caller-technicians',
    side: 'client',
    statements: ['B-CRW-04'],
    see({ observed: { reading, place, moment, status }, out }) {
      const { operation } = reading.match
      if (operation.interface !== 'crowd') return
      // What any answer shows as an external id is one.
      if (status >= 200 && status <= 299)
        for (const [, shown = ''] of reading.text.matchAll(/"externalId"\s*:\s*"([^"]{1,200})"/g))
          byName.delete(`${place} ${shown.toLowerCase()}`)
      if (operation.id === 'crowd/create' && status === 201)
        return learn(place, reading.requestJson, reading.json, moment)
      const named = reading.path('externalId')
      if (named === undefined) return
      out.assert('B-CRW-04')
      const known = byName.get(`${place} ${named.toLowerCase()}`)
      if (known && status === 404 && precedes(known, moment))
        out.find({
          statement: 'B-CRW-04',
          side: 'client',
          expected: 'a technician is named by the external id that the service gave it',
          actual: named.includes('@') ? 'its e-mail' : 'the word before the @ of its e-mail',
          exchanges: [known.ref, moment.ref],
        })
    },
  }

  function learn(place: string, sent: unknown, told: unknown, by: Moment): void {
    const results = isObject(told) ? told['results'] : undefined
    const record: unknown = Array.isArray(results) && results.length === 1 ? results[0] : undefined
    const externalId = isObject(record) ? record['externalId'] : undefined
    const email = isObject(sent) ? sent['email'] : undefined
    if (typeof externalId !== 'string' || externalId === '' || typeof email !== 'string') return
    const [word = '', host] = email.toLowerCase().split('@')
    // A short word may be a name that somebody else has.
    const names = host === undefined ? [] : [email.toLowerCase(), ...(word.length >= 8 ? [word] : [])]
    for (const name of names) if (name !== externalId.toLowerCase()) byName.set(`${place} ${name}`, by)
    while (byName.size > namesAtMost) byName.delete(byName.keys().next().value as string)
  }
}
