import { check, matchers, must, show, type Context } from '../../src/kit/index.ts'
import { mustHoldAtRest } from './at-rest.ts'
import { figuresOf, firstPageOf } from './figures.ts'
import { listedPage, sortForms } from './paging.ts'
import { sharedUsers, usersIn } from './people.ts'
import { user } from './requirements.ts'

const size = 2

/** The form of Sort that lists users from the last e-mail to the first; undefined if none is seen to. */
async function fallingForm(context: Context): Promise<string | undefined> {
  for (const form of sortForms('email', 'desc')) {
    const answer = await listedPage(context, { Size: '16', Sort: form })
    const emails = usersIn(answer).map(({ email }) => String(email).toLowerCase())
    if (emails.length > size && show(emails) === show([...emails].sort().reverse())) return form
  }
  return undefined
}

type Query = Readonly<Record<string, string>>

/** Pages of two users or more, one after the other, are the beginning of one that holds as many. */
function mustFollow(context: Context, query: Query, most: number, each = size): Promise<void> {
  const sorted = async (page?: number) =>
    figuresOf(
      await listedPage(context, {
        Size: String(each),
        ...query,
        ...(page === undefined ? {} : { Page: String(page) }),
      }),
    )
  return mustHoldAtRest({
    whole: async () => figuresOf(await listedPage(context, { ...query, Size: String(each * most) })).ids,
    pages: async () => {
      const first = await sorted()
      const from = await firstPageOf(first, sorted)
      const seen = [...first.ids]
      for (let place = 1; place < Math.min(most, first.totalPages); place += 1)
        seen.push(...(await sorted(from + place)).ids)
      return seen
    },
    judged: (whole, seen) => {
      // A page may hold fewer users than are asked for.
      const compared = Math.min(seen.length, whole.length)
      return matchers.equal(
        `users of all pages by ${Object.values(query).join(', ')}, one after the other`,
        seen.slice(0, compared),
        whole.slice(0, compared),
      )
    },
  })
}

check(
  user['list-parameters'],
  'pages-follow-each-other',
  {
    // Others of the run create and change users meanwhile.
    alone: true,
    brokenBy: [
      'user-page-ignored',
      'user-pages-overlap',
      'user-pages-skip',
      'user-sorted-within-page',
      'user-later-pages-of-a-descending-list-ascend',
    ],
  },
  async (context) => {
    await sharedUsers(context)
    await mustFollow(context, { Sort: 'email' }, 8)
    const form = await fallingForm(context)
    if (form !== undefined) await mustFollow(context, { Sort: form }, 3)
  },
)

/** Most users on a page that is asked for. */
const largest = 50

check(
  user['list-parameters'],
  'pages-of-one-filter-follow-each-other',
  {
    // Others of the run create and change users meanwhile.
    alone: true,
    brokenBy: ['user-active-lost-in-the-content-of-later-pages', 'user-active-lost-on-later-pages'],
  },
  async (context) => {
    await sharedUsers(context)
    for (const active of ['true', 'false']) {
      const query = { active, Sort: 'email' }
      const { totalElements } = figuresOf(await listedPage(context, { ...query, Size: '1' }))
      // Halves of the list: what the second one has of others shows, wherever they would stand.
      const half = Math.min(largest, Math.ceil(totalElements / 2))
      if (totalElements > 1) await mustFollow(context, query, 2, half)
    }
  },
)

check(
  user['list-parameters'],
  'offset-skips',
  { brokenBy: ['user-offset-ignored', 'user-offset-off-by-one'] },
  async (context) => {
    await sharedUsers(context)
    const list = async (query: Readonly<Record<string, string>>) =>
      figuresOf(await listedPage(context, { Sort: 'email', ...query }))
    const { size: usual } = await list({})
    await mustHoldAtRest({
      whole: async () => {
        const { ids, totalElements } = await list({ Size: String(usual + 1) })
        must.inRange('users in all', ids.length, { atLeast: 2 })
        return { ids, totalElements }
      },
      pages: () => listedPage(context, { Sort: 'email', Offset: '1' }),
      judged: ({ ids, totalElements }, next) => {
        // Whether it skips users or whole pages is not said: the second page may be past the end, and asking for that be refused.
        if (next.status >= 300 && totalElements <= usual) return void must.refused4xx(next)
        const after = figuresOf(next)
        if (ids.length <= usual && totalElements > ids.length)
          return matchers.differ('the first user after one', after.ids[0], ids[0])
        return matchers.oneOf('the first user after one', after.ids[0], [
          ids[1],
          ids[usual],
          ...(totalElements <= after.size ? [undefined] : []),
        ])
      },
    })
  },
)
