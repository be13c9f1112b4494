import { isObject } from '../exchange/json.ts'
import type { MakeMonitor, Scene } from './monitor.ts'

/** What an address may say that it was resolved from; a sample of an answer shows ACTIVITY, too (B-SVC-20). */
const known = ['BUSINESSPARTNER', 'EQUIPMENT', 'ACTIVITY', 'SERVICECALL']
const sourcesAtMost = 100

/** What callers send in a tree beyond the types of its fields: sources of addresses that there are (B-SVC-22, 23), and no external id twice (B-SVC-23). */
export const callerTrees: MakeMonitor = () => {
  /** Other sources that were read. */
  const shown = new Set<string>()
  return {
    name: 'caller-trees',
    side: 'client',
    statements: ['B-SVC-22', 'B-SVC-23'],
    see(scene) {
      const { reading } = scene.observed
      const { operation } = reading.match
      if (operation.id === 'service/create' && isObject(reading.requestJson)) judgeTree(reading.requestJson, scene)
      if (operation.interface !== 'service' || operation.method !== 'GET') return
      for (const [, source = ''] of reading.text.matchAll(/"source"\s*:\s*"([^"]{1,60})"/g))
        if (shown.size < sourcesAtMost) shown.add(source)
    },
  }

  function judgeTree(sent: Readonly<Record<string, unknown>>, { observed: { moment }, out }: Scene): void {
    const find = (statement: string, expected: string, actual: string): void =>
      out.find({ statement, side: 'client', expected, actual, exchanges: [moment.ref] })
    const judgeSource = (statement: string, address: unknown): void => {
      const source = isObject(address) ? address['source'] : undefined
      if (typeof source !== 'string' || source === '') return
      out.assert(statement)
      if (!shown.has(source) && !known.includes(source.toUpperCase().replaceAll('_', '')))
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
    if (new Set(named).size < named.length)
      find('B-SVC-23', 'external ids are unique among activities', 'two activities of one body with one externalId')
  }
}
