import type { Variant } from '../deviation.ts'
import { sentWith } from '../faults/people-kinds.ts'
import { json } from '../http/answers.ts'
import { ScimRefused } from '../scim/scim-call.ts'

const isOddEmail = (value: unknown): boolean => typeof value === 'string' && /[A-Z+]/.test(value)
const isBeyondLatin = (value: unknown): boolean => typeof value === 'string' && /[^\u0000-\u00ff]/.test(value)

/** The values of all texts of a body, however deep. */
const textsIn = (value: unknown): readonly unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [value]

/** Lawful servers of people that a second look at the checks named. */
export const secondLookPeopleVariants: readonly Variant[] = [
  {
    id: 'people-odd-emails-are-forbidden',
    leaves: ['B-USR-03', 'B-USR-19', 'B-SCM-12', 'B-SCM-17'],
    says: 'An e-mail with a capital or a plus is refused with 403, as is a SCIM user with two e-mails with 409.',
    seam: {
      people: {
        user: (asked, handle) => {
          const isWrite = asked.operation === 'put' || asked.operation === 'post'
          return isWrite && isOddEmail(sentWith(asked)['email']) ? json(403, { message: 'e-mail' }) : handle(asked)
        },
        scim: (asked, handle) => {
          const isWrite = asked.operation === 'user-put' || asked.operation === 'user-post'
          const { emails } = isWrite ? sentWith(asked) : {}
          if (Array.isArray(emails) && emails.length > 1) throw new ScimRefused(409, 'uniqueness', 'one e-mail')
          if (textsIn(emails).some(isOddEmail)) throw new ScimRefused(403, 'invalidValue', 'e-mail')
          return handle(asked)
        },
      },
    },
  },
  {
    id: 'people-names-of-latin-1',
    leaves: ['B-USR-03', 'B-SCM-17'],
    says: 'A user with a name of letters beyond Latin-1 is refused with 400.',
    seam: {
      people: {
        user: (asked, handle) => {
          const { firstName, lastName } = asked.operation === 'put' || asked.operation === 'post' ? sentWith(asked) : {}
          return [firstName, lastName].some(isBeyondLatin)
            ? json(400, { message: 'a name exceeds the limits of Latin-1' })
            : handle(asked)
        },
        scim: (asked, handle) => {
          const { name } = asked.operation === 'user-put' || asked.operation === 'user-post' ? sentWith(asked) : {}
          if (textsIn(name).some(isBeyondLatin))
            throw new ScimRefused(400, 'invalidValue', 'a name exceeds the limits of Latin-1')
          return handle(asked)
        },
      },
    },
  },
]
