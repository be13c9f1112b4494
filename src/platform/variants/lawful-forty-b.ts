import type { Variant } from '../deviation.ts'
import { askedOf, isWell } from '../faults/passing.ts'
import { sentWith } from '../faults/people-kinds.ts'
import { json } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import { everyPerson } from '../people/store.ts'
import { ScimRefused, type ScimCall } from '../scim/scim-call.ts'
import type { UserCall } from '../user/user-call.ts'
import { withOldUsers } from './fourteenth-people.ts'
import { alone } from './lawful.ts'
import { isFieldList } from './turned-away.ts'

/** As far as a search index reads a list. */
const window = 1000

/** Whether a page other than the first ends behind the window. */
function isBehindWindow(query: URLSearchParams): boolean {
  const [first, many] = [Number(query.get('startIndex') ?? 1), Number(query.get('count') ?? 100)]
  const [page, size] = [Number(query.get('Page') ?? 0), Number(query.get('Size') ?? 20)]
  return (first > 1 && first - 1 + many > window) || (page > 0 && (page + 1) * size > window)
}

const folded = (emails: readonly unknown[]): readonly string[] =>
  emails.map((one) => String(isFieldList(one) ? one['value'] : one).toLowerCase()).sort()

/** Whether a PUT brings a user other e-mails than it has, and none of another user. */
function bringsOthers({ call, house }: UserCall | ScimCall, sent: readonly unknown[]): boolean {
  const all = everyPerson(house)
  const before = all.find(({ id }) => id === Number(call.params['userId']))
  if (!before || sent.length === 0) return false
  const kept = folded(before.emails.some(({ value }) => value === before.email) ? before.emails : [before.email])
  const wanted = folded(sent)
  const others = all.filter(({ id }) => id !== before.id).flatMap(({ email, emails }) => folded([email, ...emails]))
  return kept.join() !== wanted.join() && !wanted.some((email) => others.includes(email))
}

/** Lawful servers of people whose e-mails are keys of their identity provider, or who are very many. */
export const lawfulFortyBVariants: readonly Variant[] = [
  alone({
    id: 'people-lists-to-the-thousandth-user',
    leaves: ['B-SCM-17', 'B-USR-36'],
    says: 'Each account has 3000 users of 2009 who stand before all others; a page other than the first that would end after the thousandth is refused with 400.',
    rule: { scim: { pageSize: () => 100 }, user: { size: (asked) => Math.min(100, asked) } },
    seam: {
      people: { scim: withOldUsers(), user: withOldUsers() },
      passage: {
        through: async (request, go) => {
          const { method, path, query } = askedOf(request)
          const answer = await go(request)
          return method === 'GET' && /\/users$/i.test(path) && isWell(answer) && isBehindWindow(query)
            ? json(400, { error: 'UA-04', message: 'the list is not read that far: filter it', values: [] })
            : answer
        },
      },
    },
  }),
  {
    id: 'user-email-stays',
    leaves: ['B-USR-19'],
    says: 'A PUT of the User API with another e-mail than the one that a user has, but for letter case, is refused with 403.',
    seam: {
      people: {
        user: (asked, handle): PlatformResponse => {
          const { email } = asked.operation === 'put' ? sentWith(asked) : {}
          return typeof email === 'string' && email !== '' && bringsOthers(asked, [email])
            ? json(403, { error: 'UA-05', message: 'an e-mail stays', values: [] })
            : handle(asked)
        },
      },
    },
  },
  {
    id: 'scim-emails-stay',
    leaves: ['B-SCM-05', 'B-SCM-17'],
    says: 'A SCIM PUT with other e-mails than those that a user has, but for letter case, is refused with 400.',
    // The attributes of that one are shown by other names than they are sent by.
    excludes: ['scim-attributes-capitalised'],
    seam: {
      people: {
        scim: (asked, handle): PlatformResponse => {
          const { emails } = asked.operation === 'user-put' ? sentWith(asked) : {}
          if (Array.isArray(emails) && bringsOthers(asked, emails))
            throw new ScimRefused(400, 'mutability', 'an e-mail is not changed')
          return handle(asked)
        },
      },
    },
  },
]
