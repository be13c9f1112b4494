import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import type { PlatformResponse } from '../http/message.ts'
import { authorizationRules } from '../rulebook/authorization.ts'
import { passwordRules } from '../rulebook/password.ts'
import { askedOf, headerIn, passing } from './passing.ts'
import { isUpdate } from './serving.ts'

const answered = perHouse(() => new Map<string, PlatformResponse>())

/** Quiet breaches of access that no call of the company list, no creation and no second password shows. */
export const unlookedAccessFaults: readonly Fault[] = [
  {
    id: 'local-tokens-taken-by-lists-and-queries-elsewhere',
    breaks: ['A-TOK-26'],
    says: 'The Data API and the Query API of another cluster take a token of local scope.',
    rule: {
      bearer: {
        accepts: (state, room, operation) =>
          (state === 'foreign' && (room === 'data' || room === 'query')) ||
          authorizationRules.bearer.accepts(state, room, operation),
      },
    },
  },
  passing(
    'request-id-ends-the-second-update',
    ['A-AUT-08'],
    'An update of a record with the request id of an earlier one gets the answer of that and is not carried out.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const id = isUpdate(asked) ? headerIn(request, 'X-Request-ID') : undefined
      if (id === undefined) return go(request)
      const key = [request.method, asked.path, id].join(' ')
      const response = answered(house).get(key) ?? (await go(request))
      answered(house).set(key, response)
      return response
    },
  ),
  {
    id: 'password-before-the-former-taken',
    breaks: ['A-PWD-13'],
    says: 'Of the passwords that were used before only the last is remembered.',
    rule: {
      password: {
        violated: (code, trial) =>
          code === 'MC-05'
            ? trial.former.slice(0, 2).includes(trial.password)
            : passwordRules.password.violated(code, trial),
      },
    },
  },
]
