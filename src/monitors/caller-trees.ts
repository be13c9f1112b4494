import { isObject } from '../exchange/json.ts'
import type { Monitor } from './monitor.ts'

/** What an address may say that it was resolved from; a sample of an answer shows ACTIVITY, too (B-SVC-20). */
const ofCall = ['BUSINESSPARTNER', 'EQUIPMENT', 'ACTIVITY', 'SERVICECALL']

/** What callers send in a tree beyond the types of its fields: sources of addresses that there are (B-SVC-22, 23), and no external id twice (B-SVC-23). */
export const callerTrees: Monitor = {
  name: 'caller-trees',
  side: 'client',
  statements: ['B-SVC-22', 'B-SVC-23'],
  see({ observed: { reading, moment }, out }) {
    const sent = reading.requestJson
    if (reading.match.operation.id !== 'service/create' || !isObject(sent)) return
    const find = (statement: string, expected: string, actual: string): void =>
      out.find({ statement, side: 'client', expected, actual, exchanges: [moment.ref] })
    const judgeSource = (statement: string, address: unknown): void => {
      const source = isObject(address) ? address['source'] : undefined
      if (typeof source !== 'string' || source === '') return
      out.assert(statement)
      if (!ofCall.includes(source.toUpperCase().replaceAll('_', '')))
        find(
          statement,
          'the source of an address is BUSINESSPARTNER, EQUIPMENT or SERVICECALL',
          JSON.stringify(source.slice(0, 60)),
        )
    }
    judgeSource('B-SVC-22', sent['address'])
    const activities = Array.isArray(sent['activities']) ? sent['activities'].filter(isObject) : []
    for (const { address } of activities) judgeSource('B-SVC-23', address)
    const named = activities.flatMap(({ externalId }) =>
      typeof externalId === 'string' && externalId !== '' ? [externalId] : [],
    )
    if (named.length < 2) return
    out.assert('B-SVC-23')
    const twice = named.find((one, at) => named.indexOf(one) !== at)
    if (twice !== undefined)
      find(
        'B-SVC-23',
        'external ids are unique among activities',
        'two activities of one body with the same externalId',
      )
  },
}
