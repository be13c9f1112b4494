import { check, eventually, matchers, must, objectOf } from '../../src/kit/index.ts'
import { listedIds, mustFindByName } from './found-by-name.ts'
import { listedPage } from './paging.ts'
import { foundByOdd, foundIn, mustShareUsers, sharedUsers, usersIn } from './people.ts'
import { user } from './requirements.ts'

const upper = (text: string): string => text.toUpperCase()

check(
  user['list-parameters'],
  'email-at-the-other-path',
  { effects: true, brokenBy: ['user-other-path-ignores-email'] },
  async (context) => {
    const [one] = await sharedUsers(context)
    const answer = await context.api.user.listAtOtherPath({ query: { email: one.email } })
    must.noServerError(answer)
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
  {
    effects: true,
    brokenBy: ['user-email-filter-case', 'user-total-by-email-as-written', 'user-filters-with-a-dotless-capital-i'],
  },
  async (context) => {
    const [one] = await sharedUsers(context)
    const answer = await context.api.user.list({ email: upper(one.email) })
    must.equal('users with the e-mail in capitals', listedIds(foundIn(answer)), [one.id])
    must.equal('totalElements', objectOf(answer)['totalElements'], 1)
  },
)

for (const [situation, ask, fault] of [
  ['name-is-exact', (name: string) => name, 'user-name-filter-ignored'],
  ['name-in-other-letter-case', upper, 'user-name-filter-case'],
] as const)
  check(user['list-parameters'], situation, { effects: true, brokenBy: [fault] }, async (context) => {
    const [one] = await sharedUsers(context)
    const name = String(one.dto['name'])
    await mustFindByName(context, ask(name), name, one.id)
  })

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
      'user-email-filter-starts-beside-active',
      'user-active-alone-ignored',
      'user-active-beside-a-name-ignored',
      'user-active-beside-name-and-email-ignored',
      'user-active-alone-finds-nobody',
      'user-active-lost-on-later-pages',
      'user-list-active-alone-lost-beside-a-sort',
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
        must.equal(`users with active=${asked}`, listedIds(found), asked === value ? [one.id] : [])
      }
    for (const [{ id, email, dto }, value] of [
      [active, true],
      [other, mustShareUsers(context)],
    ] as const) {
      const name = String(dto['name'])
      for (const beside of [{ Size: '50' }, { Size: '20', email }] as readonly Readonly<Record<string, string>>[]) {
        const none = foundIn(await listedPage(context, { name, active: String(!value), ...beside }))
        must.lack(`user of the name beside active=${!value}`, listedIds(none), id)
      }
      const some = foundIn(await listedPage(context, { name, active: String(value), Size: '50' }))
      must.include(`users of the name beside active=${value}`, listedIds(some), [id])
    }
    const begins = foundByOdd(await context.api.user.list({ email: active.email.slice(0, -4), active: 'true' }))
    must.equal('users with active=true and the beginning of the e-mail', listedIds(begins), [])
    // Others may change users meanwhile, and what a user has who was written without it is not said (B-USR-33).
    for (const [asked, more] of [
      [true, {}],
      [false, {}],
      [false, { Sort: 'email' }],
    ] as const)
      await eventually(
        context,
        async () => {
          const answer = await listedPage(context, { active: String(asked), Size: '50', ...more })
          return 'Sort' in more ? foundByOdd(answer) : foundIn(answer)
        },
        (found) => {
          const others = found.filter((one) => one['active'] === !asked)
          if (asked) must.some('user of the list with active=true, of whom there is one', found)
          return matchers.equal(`users of the list with active=${asked} alone that are not`, listedIds(others), [])
        },
      )
    // Most users are active, so that a page of all of them holds some; one behind the end may be refused.
    await eventually(
      context,
      async () => {
        const { number } = objectOf(await listedPage(context, { active: 'false', Size: '2' }))
        const Page = String(Number(number) + 2)
        return usersIn(await listedPage(context, { active: 'false', Size: '2', Page }))
      },
      (found) => {
        const others = found.filter((one) => one['active'] === true)
        return matchers.equal('users of a later page with active=false that are not', listedIds(others), [])
      },
    )
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
      return listedIds(usersIn(answer))
    }
    must.equal('users of one e-mail that are active', await ids({ email: one.email, active: 'true' }), [one.id])
    must.equal('users of the e-mail of the other', await ids({ email: other.email }), [other.id])
    for (const { id, dto } of [one, other]) {
      const name = String(dto['name'])
      await mustFindByName(context, name, name, id)
    }
    for (const { email, id } of [one, other])
      must.equal('users of an e-mail, others having been listed by name', await ids({ email }), [id])
  },
)

check(
  user['list-parameters'],
  'filters-combined',
  {
    effects: true,
    brokenBy: [
      'user-filters-joined-by-or',
      'user-second-filter-ignored',
      'user-filters-lost-on-later-pages',
      'user-name-filter-case-beside-an-email',
      'user-email-filter-case-beside-a-name',
    ],
  },
  async (context) => {
    const [one, other] = await sharedUsers(context)
    const both = async (name: unknown, email: string) =>
      listedIds(foundIn(await context.api.user.list({ name: String(name), email })))
    must.equal('users of one name and e-mail', await both(one.dto['name'], one.email), [one.id])
    const capitals = upper(String(one.dto['name']))
    must.equal('users of one name in capitals and its e-mail', await both(capitals, one.email), [one.id])
    must.equal('users of one name and its e-mail in capitals', await both(one.dto['name'], upper(one.email)), [one.id])
    must.equal('users of the name of one and the e-mail of the other', await both(one.dto['name'], other.email), [])
    must.equal('users of the name of the other and the e-mail of one', await both(other.dto['name'], one.email), [])
    for (const name of ['name', 'email']) {
      const query = { [name]: String(one.dto[name]), Size: '1' }
      const first = await listedPage(context, query)
      must.success(first)
      const { number } = objectOf(first)
      // A page behind the end may be refused, or the first one come twice (B-USR-36).
      for (const more of [1, 2]) {
        const next = await listedPage(context, { ...query, Page: String(Number(number) + more) })
        const values = usersIn(next).map((found) => String(found[name]).toLowerCase())
        must.equal(
          `${name} of users of a later page that have another one`,
          values.filter((value) => value !== query[name]?.toLowerCase()),
          [],
        )
      }
    }
  },
)
