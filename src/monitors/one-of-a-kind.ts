import { isObject } from '../exchange/json.ts'
import type { MakeMonitor } from './monitor.ts'
import { precedes, type Moment, type Observed } from './observed.ts'

/** Another client may have deleted the first meanwhile: hardly between two calls that follow each other this closely, in milliseconds. */
const shortly = 10_000
const keptAtMost = 500

const idOf = (value: unknown): string | undefined =>
  isObject(value) && (typeof value['id'] === 'string' || typeof value['id'] === 'number')
    ? String(value['id'])
    : undefined

function emailIn(body: unknown): string | undefined {
  if (!isObject(body)) return undefined
  const [first] = Array.isArray(body['emails']) ? (body['emails'] as readonly unknown[]) : [body]
  const email = isObject(first) ? (first['email'] ?? first['value']) : undefined
  return typeof email === 'string' && email.includes('@') ? email : undefined
}

/** Whether a technician may be gone by it, or have another e-mail. */
const freesTechnicians = ({ reading }: Observed): boolean =>
  ['crowd/delete', 'crowd/update'].includes(reading.match.operation.id)

const statementOf: Readonly<Record<string, string>> = { 'scim/users/create': 'B-SCM-04', 'user/create': 'B-USR-03' }

/** No two users have one e-mail (B-SCM-04, B-USR-03), no two technicians one external id (B-CRW-04). */
export const oneOfAKind: MakeMonitor = () => {
  const users = new Map<string, { readonly id: string; readonly by: Moment }>()
  const technicians = new Map<string, { readonly email: string; readonly by: Moment }>()
  return {
    name: 'one-of-a-kind',
    side: 'server',
    statements: ['B-SCM-04', 'B-USR-03', 'B-CRW-04'],
    see({ observed, out }) {
      const { reading, moment, status } = observed
      const { operation } = reading.match
      // A deletion may be told with 400 (B-USR-40).
      if (operation.method === 'GET' || (operation.method !== 'DELETE' && status >= 400 && status < 500)) return
      const place = observed.place.split(' ', 1)[0] ?? ''
      if (operation.id === 'crowd/create' && status === 201) {
        const results = isObject(reading.json) ? reading.json['results'] : undefined
        const record: unknown = Array.isArray(results) && results.length === 1 ? results[0] : undefined
        const externalId = isObject(record) ? record['externalId'] : undefined
        const sent = reading.requestJson
        const email = isObject(sent) ? sent['email'] : undefined
        if (typeof externalId !== 'string' || externalId === '' || typeof email !== 'string') return
        out.assert('B-CRW-04')
        const key = `${observed.place} ${externalId}`
        const before = technicians.get(key)
        // A create that a client repeats may be answered with what it made the first time.
        const isOther = before !== undefined && before.email.toLowerCase() !== email.toLowerCase()
        if (isOther && precedes(before.by, moment) && moment.sentAt - before.by.answeredAt <= shortly)
          // What is recorded after it, but began before it ended, may have deleted the first.
          out.suspectUnless(freesTechnicians, moment.answeredAt, {
            statement: 'B-CRW-04',
            side: 'server',
            expected: 'an external id of its own for each technician',
            actual: 'the external id of another one',
            exchanges: [before.by.ref, moment.ref],
          })
        technicians.set(key, { email, by: moment })
        if (technicians.size > keptAtMost) technicians.delete(technicians.keys().next().value as string)
      }
      if (freesTechnicians(observed)) technicians.clear()
      if (operation.interface !== 'scim' && operation.interface !== 'user') return
      const statement = statementOf[operation.id]
      const [id, email] = [idOf(reading.json), emailIn(reading.requestJson)]
      // Any other write may have given the e-mail up.
      if (statement === undefined || status < 200 || status > 299 || id === undefined || email === undefined) {
        if (!operation.id.startsWith('scim/groups/')) users.clear()
        return
      }
      out.assert(statement)
      const key = `${place} ${email}`
      const before = users.get(key)
      if (before && before.id !== id && precedes(before.by, moment) && moment.sentAt - before.by.answeredAt <= shortly)
        out.find({
          statement,
          side: 'server',
          expected: 'a second user with an e-mail in use is not created',
          actual: `status ${status}, and another id`,
          exchanges: [before.by.ref, moment.ref],
        })
      users.set(key, { id, by: moment })
      if (users.size > keptAtMost) users.delete(users.keys().next().value as string)
    },
  }
}
