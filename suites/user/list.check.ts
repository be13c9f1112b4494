import { check, must } from '../../src/kit/index.ts'
import { foundIn, listedWith, mustShareUsers, sharedUsers, usersIn, withUser } from './people.ts'
import { user } from './requirements.ts'

const upper = (text: string): string => text.toUpperCase()
const idsOf = (dtos: readonly Readonly<Record<string, unknown>>[]): string[] => dtos.map(({ id }) => String(id))

check(
  user['list-parameters'],
  'email-is-exact',
  {
    effects: true,
    brokenBy: [
      'user-email-filter-ignored',
      'user-email-filter-contains',
      'user-email-filter-starts',
      'user-email-filter-pattern',
    ],
  },
  async (context) => {
    const [one] = await sharedUsers(context)
    must.equal('users with the e-mail', idsOf(await listedWith(context, one.email)), [one.id])
    must.equal('users with the beginning of the e-mail', idsOf(await listedWith(context, one.email.slice(0, -4))), [])
    must.equal('users with the end of the e-mail', idsOf(await listedWith(context, one.email.slice(1))), [])
    const pattern = `_${one.email.slice(1)}`
    must.equal(`users with the e-mail ${pattern}`, idsOf(await listedWith(context, pattern)), [])
  },
)

check(
  user['list-parameters'],
  'email-at-the-other-path',
  { effects: true, brokenBy: ['user-other-path-ignores-email'] },
  async (context) => {
    const [one] = await sharedUsers(context)
    const answer = await context.api.user.listAtOtherPath({ query: { email: one.email } })
    // A server need not have it.
    if (answer.status >= 300) return
    const emails = usersIn(answer).map(({ email }) => String(email).toLowerCase())
    must.equal(
      'users of another e-mail',
      emails.filter((email) => email !== one.email.toLowerCase()),
      [],
    )
  },
)

check(
  user['list-parameters'],
  'email-in-other-letter-case',
  { effects: true, brokenBy: ['user-email-filter-case'] },
  async (context) => {
    const [one] = await sharedUsers(context)
    must.equal('users with the e-mail in capitals', idsOf(await listedWith(context, upper(one.email))), [one.id])
  },
)

for (const [situation, ask, fault] of [
  ['name-is-exact', (name: string) => name, 'user-name-filter-ignored'],
  ['name-in-other-letter-case', upper, 'user-name-filter-case'],
] as const)
  check(user['list-parameters'], situation, { effects: true, brokenBy: [fault] }, async (context) => {
    const [one] = await sharedUsers(context)
    const answer = await context.api.user.list({ name: ask(String(one.dto['name'])) })
    must.success(answer)
    must.equal('users of the name', idsOf(usersIn(answer)), [one.id])
  })

check(
  user['list-parameters'],
  'part-of-a-name',
  { effects: true, brokenBy: ['user-name-filter-contains', 'user-name-filter-pattern'] },
  async (context) => {
    const [one] = await sharedUsers(context)
    const name = String(one.dto['name'])
    const whole = await context.api.user.list({ name })
    must.success(whole)
    must.equal('users of the name', idsOf(usersIn(whole)), [one.id])
    for (const part of [name.slice(0, -1), name.slice(1), `${name.slice(0, -1)}*`, `${name.slice(0, -1)}%`]) {
      must.lack(
        'user of the whole name',
        foundIn(await context.api.user.list({ name: part })).map(({ email }) => email),
        one.email,
      )
    }
  },
)

check(
  user['list-parameters'],
  'active-or-not',
  {
    effects: true,
    brokenBy: [
      'user-active-filter-ignored',
      'user-active-filter-reversed',
      'user-active-beside-another-filter-ignored',
      'user-active-false-beside-another-ignored',
    ],
  },
  async (context) => {
    const [active, other] = await sharedUsers(context)
    for (const [one, value] of [
      [active, true],
      [other, mustShareUsers(context)],
    ] as const)
      for (const asked of [true, false]) {
        const found = foundIn(await context.api.user.list({ email: one.email, active: String(asked) }))
        must.equal(`users with active=${asked}`, idsOf(found), asked === value ? [one.id] : [])
      }
  },
)

check(
  user['list-parameters'],
  'filters-left-out-after-others',
  { effects: true, brokenBy: ['user-filter-of-the-list-before'] },
  async (context) => {
    const [one, other] = await sharedUsers(context)
    const ids = async (query: Readonly<Record<string, string>>) => {
      const answer = await context.api.user.list(query)
      must.success(answer)
      return idsOf(usersIn(answer))
    }
    must.equal('users of one e-mail that are active', await ids({ email: one.email, active: 'true' }), [one.id])
    must.equal('users of the e-mail of the other', await ids({ email: other.email }), [other.id])
    must.equal('users of the name of one', await ids({ name: String(one.dto['name']) }), [one.id])
    must.equal('users of the name of the other', await ids({ name: String(other.dto['name']) }), [other.id])
  },
)

check(
  user['list-parameters'],
  'filters-combined',
  { effects: true, brokenBy: ['user-filters-joined-by-or', 'user-second-filter-ignored'] },
  async (context) => {
    const [one, other] = await sharedUsers(context)
    const both = async (name: unknown, email: string) =>
      idsOf(foundIn(await context.api.user.list({ name: String(name), email })))
    must.equal('users of one name and e-mail', await both(one.dto['name'], one.email), [one.id])
    must.equal('users of the name of one and the e-mail of the other', await both(one.dto['name'], other.email), [])
    must.equal('users of the name of the other and the e-mail of one', await both(other.dto['name'], one.email), [])
  },
)

check(
  user['list-parameters'],
  'name-in-other-letters-than-ascii',
  { effects: true, brokenBy: ['user-name-filter-ascii', 'user-list-name-as-latin-1'] },
  async (context) => {
    await withUser(context, async ({ id, body }) => {
      const name = `${context.fresh.externalId()}Ö`
      const put = await context.api.user.replace(id, { ...body, name })
      // Which letters a user name may have is not said.
      if (put.status >= 300) return must.refused4xx(put)
      const answer = await context.api.user.list({ name: name.toLowerCase() })
      must.success(answer)
      must.equal('users of the name in small letters', idsOf(usersIn(answer)), [id])
      must.equal('its name in the list', usersIn(answer)[0]?.['name'], name)
    })
  },
)
