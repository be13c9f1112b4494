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

/** Users are named by their ids, which are integers (B-SCM-03, B-USR-10, 11, 12): told where another word was refused, and no answer shows other ids. */
export const callerPeople: MakeMonitor = () => {
  /** Interfaces whose answers hold ids that are no integers. */
  const odd = new Set<string>()
  return {
    name: 'caller-people',
    side: 'client',
    statements: ['B-SCM-03', 'B-USR-10', 'B-USR-11', 'B-USR-12'],
    see({ observed: { reading, status, moment }, out }) {
      const { id: operation, interface: of } = reading.match.operation
      if (of !== 'scim' && of !== 'user') return
      if (status >= 200 && status <= 299 && /"id"\s*:\s*(?:"(?!\d+")|\{)/.test(reading.text)) odd.add(of)
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
