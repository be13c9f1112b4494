import { isObject } from '../exchange/json.ts'
import type { MakeMonitor } from './monitor.ts'

/** Calls of one user, by the statement that has its id in the path. */
const ofOne: Readonly<Record<string, string>> = {
  'scim/users/get': 'B-SCM-03',
  'scim/users/replace': 'B-SCM-03',
  'scim/users/delete': 'B-SCM-03',
  'user/get': 'B-USR-10',
  'user/replace': 'B-USR-11',
  'user/delete': 'B-USR-12',
}

/** Calls whose body names members, by the statement that they are named by their ids. */
const ofMembers: Readonly<Record<string, string>> = {
  'scim/groups/create': 'B-SCM-13',
  'scim/groups/replace': 'B-SCM-13',
  'scim/groups/update': 'B-SCM-14',
}

/**
 * Users are named by their ids, which are integers (B-SCM-03, B-USR-10, 11, 12), as members of groups, too (B-SCM-13, 14): told where another word was
 * refused, and no answer shows other ids.
 */
export const callerPeople: MakeMonitor = () => {
  /** Interfaces whose answers hold ids that are no integers. */
  const odd = new Set<string>()
  return {
    name: 'caller-people',
    side: 'client',
    statements: ['B-SCM-03', 'B-SCM-13', 'B-SCM-14', 'B-USR-10', 'B-USR-11', 'B-USR-12'],
    see({ observed: { reading, status, moment }, out }) {
      const { id: operation, interface: of } = reading.match.operation
      if (of !== 'scim' && of !== 'user') return
      if (status >= 200 && status <= 299 && /"id"\s*:\s*(?:"(?!\d+")|\{)/.test(reading.text)) odd.add(of)
      const named = ofMembers[operation]
      if (named !== undefined && status === 400) {
        const members = membersIn(reading.requestJson)
        if (members.length > 0) out.assert(named)
        if (members.some((member) => !/^-?\d+$/.test(member)) && !odd.has(of))
          out.find({
            statement: named,
            side: 'client',
            expected: 'a member is named by the id of a user, an integer',
            actual: members.some((member) => member.includes('@')) ? 'an e-mail address' : 'a text that is no integer',
            exchanges: [moment.ref],
          })
      }
      const [statement, id] = [ofOne[operation], reading.path('userId')]
      if (statement === undefined || id === undefined || (status !== 400 && status !== 404)) return
      out.assert(statement)
      if (!/^-?\d+$/.test(id) && !odd.has(of))
        out.find({
          statement,
          side: 'client',
          expected: 'a user is named by its id, an integer',
          actual: /^\d+(?:,\d+)+$/.test(id) ? 'several ids, separated by commas' : 'a text that is no integer',
          exchanges: [moment.ref],
        })
    },
  }
}

/** The values of the members that a group or a patch names, where they are texts; of operations, those on members. */
function membersIn(body: unknown): readonly string[] {
  if (!isObject(body)) return []
  const operations = Array.isArray(body['Operations']) ? body['Operations'].filter(isObject) : []
  const lists = [body['members'], ...operations.filter(({ path }) => path === 'members').map(({ value }) => value)]
  return lists.flatMap((list) =>
    (Array.isArray(list) ? list : []).flatMap((member) =>
      isObject(member) && typeof member['value'] === 'string' && member['value'] !== '' ? [member['value']] : [],
    ),
  )
}
