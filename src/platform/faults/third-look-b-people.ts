import type { Fault } from '../deviation.ts'
import { userTurn } from './people-kinds.ts'
import { askingOtherwise } from './unlooked-people.ts'

/** Breaches of the User API that checks let pass where nothing was found. */
export const thirdLookPeopleFaults: readonly Fault[] = [
  userTurn(
    'user-active-alone-finds-nobody',
    ['B-USR-06'],
    ['list'],
    'The filter active finds nobody unless name or email stands beside it.',
    (asked, handle) => {
      const { query } = asked.call
      const isBeside = query.get('email') !== undefined || query.get('name') !== undefined
      const isAlone = query.get('active') !== undefined && !isBeside
      return handle(isAlone ? askingOtherwise(asked, (name) => (name === 'email' ? '-' : query.get(name))) : asked)
    },
  ),
]
