import { isObject } from '../exchange/json.ts'
import type { MakeMonitor } from './monitor.ts'
import type { Moment } from './observed.ts'

/** That an account moves is not spoken of: hardly within this time, in milliseconds. */
const shortly = 60 * 60_000
const accountsAtMost = 1000

/** The directory names the one cluster that an account is assigned to (A-GEN-08), whichever node of it. */
export const oneCluster: MakeMonitor = () => {
  const named = new Map<string, { readonly cluster: string; readonly moment: Moment }>()
  return {
    name: 'one-cluster',
    side: 'server',
    statements: ['A-GEN-08'],
    see({ observed: { reading, moment, status }, out }) {
      if (reading.match.operation.id !== 'directory/account' || status !== 200 || !isObject(reading.json)) return
      const { clusterName: cluster } = reading.json
      const account = reading.path('accountName')
      if (typeof cluster !== 'string' || account === undefined) return
      out.assert('A-GEN-08')
      // Whose directory it is, the address tells.
      const key = `${new URL(reading.exchange.request.url).host} ${account}`
      const before = named.get(key)
      if (before && before.cluster !== cluster && moment.sentAt - before.moment.answeredAt <= shortly)
        out.find({
          statement: 'A-GEN-08',
          side: 'server',
          expected: `the directory names the same cluster for ${account} every time`,
          actual: `${before.cluster}, and then ${cluster}`,
          exchanges: [before.moment.ref, moment.ref],
        })
      named.set(key, { cluster, moment })
      if (named.size > accountsAtMost) named.delete(named.keys().next().value as string)
    },
  }
}
