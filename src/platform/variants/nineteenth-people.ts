import type { Variant } from '../deviation.ts'
import { isWell } from '../faults/passing.ts'
import { elementsIn, sending, sentWith } from '../faults/people-kinds.ts'
import { perHouse } from '../house.ts'
import type { PlatformResponse } from '../http/message.ts'
import { isFieldList } from './turned-away.ts'

interface Heard {
  readonly at: number
  readonly body: string
  readonly answer: PlatformResponse
}
const heard = perHouse(() => new Map<string, Heard>())
const minuteMs = 60_000

/** Lawful readings of SCIM and the User API, thought up by a nineteenth reader (suites/two-readings). */
export const nineteenthPeopleVariants: readonly Variant[] = [
  {
    id: 'scim-one-primary-email',
    leaves: ['B-SCM-12'],
    says: 'Of e-mails that are sent as primary the first is, the others are not; where none is, the first is that is not said to be none.',
    seam: {
      people: {
        scim: (asked, handle) => {
          const { emails, ...sent } = sentWith(asked)
          if (!/^user-(?:post|put)$/.test(asked.operation) || !Array.isArray(emails) || !emails.every(isFieldList))
            return handle(asked)
          const all = elementsIn(emails)
          const main = all.findIndex(({ primary }) => primary === true)
          const first = main < 0 ? all.findIndex(({ primary }) => primary === undefined) : main
          const elected = all.map((one, at) =>
            at === first ? { ...one, primary: true } : one.primary === true ? { ...one, primary: false } : one,
          )
          return handle(sending(asked, { ...sent, emails: elected }))
        },
      },
    },
  },
  {
    id: 'user-post-heard-again-is-answered-again',
    leaves: ['B-USR-35'],
    says: 'A POST that is repeated within a minute, alike and with its X-Request-ID, is answered as the first time.',
    seam: {
      people: {
        user: (asked, handle) => {
          if (asked.operation !== 'post') return handle(asked)
          const { call, house } = asked
          const key = `${call.header('X-Request-ID')} ${call.header('Authorization')} ${call.request.target}`
          const body = call.request.body.toString('utf8')
          const known = heard(house).get(key)
          if (known?.body === body && house.clock.now() - known.at < minuteMs) return known.answer
          const answer = handle(asked)
          if (isWell(answer)) heard(house).set(key, { at: house.clock.now(), body, answer })
          return answer
        },
      },
    },
  },
]
