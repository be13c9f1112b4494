import { isObject } from '../exchange/json.ts'
import type { MakeMonitor } from './monitor.ts'
import { numberedAs, peopleIn } from './written-kinds.ts'

/** Smaller numbers may be those of groups, too, that nobody was seen in. */
const tellingAtLeast = 1000
const idsAtMost = 5000

/** The groupId of a user serves as companyGroupId (B-USR-08), its companyId does not: that is told where it was refused, and no user has such a group. */
export const callerGroups: MakeMonitor = () => {
  const groups = new Set<string>()
  const companies = new Set<string>()
  return {
    name: 'caller-groups',
    side: 'client',
    statements: ['B-USR-08'],
    see({ observed: { reading, moment, place, status }, out }) {
      const { id: operation, interface: from } = reading.match.operation
      if (from !== 'user') return
      const house = place.split(' ', 2).join(' ')
      const { requestJson: sent } = reading
      const given = isObject(sent) ? numberedAs(sent['companyGroupId']) : undefined
      if (given !== undefined && (operation === 'user/create' || operation === 'user/replace')) {
        out.assert('B-USR-08')
        const key = `${house} ${given}`
        const isMistaken = companies.has(key) && !groups.has(key) && Number(given) >= tellingAtLeast
        if (isMistaken && status >= 400 && status < 500)
          out.find({
            statement: 'B-USR-08',
            side: 'client',
            expected: 'companyGroupId is the groupId of a user',
            actual: 'the companyId of one, which was refused',
            exchanges: [moment.ref],
          })
      }
      if (status < 200 || status > 299) return
      for (const row of [...peopleIn(reading.json), reading.json]) {
        const all = isObject(row) ? row['companies'] : undefined
        for (const { companyId, groupId } of Array.isArray(all) ? all.filter(isObject) : []) {
          note(companies, house, companyId)
          note(groups, house, groupId)
        }
      }
    },
  }
}

function note(ids: Set<string>, house: string, value: unknown): void {
  const id = numberedAs(value)
  if (id !== undefined && ids.size < idsAtMost) ids.add(`${house} ${id}`)
}
