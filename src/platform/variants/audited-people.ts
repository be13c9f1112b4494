import type { Variant } from '../deviation.ts'
import { memoryOf, sentWith } from '../faults/people-kinds.ts'
import { askedOf } from '../faults/passing.ts'
import { bearerIn } from '../faults/token-calls.ts'
import { problem } from '../header-context.ts'
import { json } from '../http/answers.ts'
import { ScimRefused } from '../scim/scim-call.ts'
import { findToken } from '../token/store.ts'
import { through } from './lawful.ts'

/** How many users there were when the first was to be created. */
const before = memoryOf(() => ({ there: -1 }))

function isFull(
  asked: Parameters<typeof before>[0] & { readonly people: { readonly persons: { all(): readonly unknown[] } } },
) {
  const known = before(asked)
  const there = asked.people.persons.all().length
  if (known.there < 0) known.there = there
  return there - known.there >= 15
}

/** Lawful servers of people that an audit of the checks named. */
export const auditedPeopleVariants: readonly Variant[] = [
  {
    id: 'user-phones-of-digits-only',
    leaves: ['B-USR-03'],
    says: 'A phone with another sign than a digit is refused with 400.',
    seam: {
      people: {
        user: (asked, handle) => {
          const { phone } = asked.operation === 'put' || asked.operation === 'post' ? sentWith(asked) : {}
          return typeof phone === 'string' && /\D/.test(phone)
            ? json(400, { message: 'phone: digits only' })
            : handle(asked)
        },
      },
    },
  },
  {
    id: 'people-licences-run-out',
    leaves: ['B-USR-39', 'B-SCM-17'],
    says: 'With fifteen users more than there were, an account gets no others: 403 from the User API and 400 from SCIM, in no words.',
    seam: {
      people: {
        user: (asked, handle) =>
          asked.operation === 'post' && isFull(asked) ? json(403, { code: 'E-17' }) : handle(asked),
        scim: (asked, handle) => {
          if (asked.operation === 'user-post' && isFull(asked)) throw new ScimRefused(400, 'invalidValue', 'E-17')
          return handle(asked)
        },
      },
    },
  },
  through(
    'user-superuser-writes-in-a-company-of-its-own',
    ['B-PRV-02', 'B-USR-13'],
    'A superuser who is no administrator writes users of a company that is named: 403 to a write for all companies.',
    (request, go, { house }) => {
      const { method, path, query } = askedOf(request)
      const privileges = findToken(house, bearerIn(request))?.user?.privileges ?? []
      const isWrite = method !== 'GET' && path.includes('/api/user/v1/users') && !query.get('company')
      return isWrite && privileges.includes('SUPERUSER') && !privileges.includes('ADMINISTRATOR')
        ? Promise.resolve(problem(403, 'Forbidden', 'not in all companies'))
        : go(request)
    },
  ),
]
