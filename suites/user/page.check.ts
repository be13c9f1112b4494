import {
  check,
  each,
  Inconclusive,
  must,
  objectOf,
  settle,
  show,
  Unexercised,
  type Context,
} from '../../src/kit/index.ts'
import { listedPage, sizeMismatch, sortForms } from './paging.ts'
import { farPage, figuresOf, firstPageOf } from './figures.ts'
import { sharedUsers, usersIn } from './people.ts'
import { user } from './requirements.ts'

const size = 2
/** Sizes of a page that is to be full. */
const sizes = [2, 3, 5, 7, 11, 13, 17, 19, 23]

/** A list of pages of two, or of another size, with at least two users in it. */
function pageOf(context: Context, page?: number, of = size) {
  const at: Record<string, string> = page === undefined ? {} : { Page: String(page) }
  return listedPage(context, { Size: String(of), ...at }).then(figuresOf)
}

check(
  user['page-form'],
  'of-a-list',
  { brokenBy: ['user-page-spring-names', 'user-list-bare', 'user-content-null', 'user-several-sorts-as-array'] },
  async (context) => {
    const { number } = await pageOf(context)
    const past = await listedPage(context, { Size: String(size), Page: String(number + 100_000) })
    // A page past the end is empty or refused.
    if (past.status >= 300) must.refused4xx(past)
    else figuresOf(past)
    for (const by of [[], ['email'], ['lastName', 'email']]) {
      const answer = await listedPage(context, { Size: String(size), Sort: by })
      const { sort } = objectOf(answer)
      must.hold('sort, an object', sort === undefined || (typeof sort === 'object' && !Array.isArray(sort)), sort)
    }
  },
)

check(
  user['list-parameters'],
  'size-limits-the-page',
  { brokenBy: ['user-size-ignored', 'user-size-off-by-one'] },
  async (context) => {
    await sharedUsers(context)
    for (const asked of [1, 2]) {
      const { count } = figuresOf(await context.api.user.list({ Size: String(asked) }))
      settle(await sizeMismatch(context, count, asked))
    }
  },
)

check(
  user['page-figures'],
  'of-the-first-pages-and-the-last',
  {
    // Other checks create and delete users while pages are read.
    alone: true,
    needs: ['created-users'],
    brokenBy: [
      'user-total-pages-rounded-down',
      'user-number-of-elements-is-size',
      'user-first-page-always',
      'user-last-page-never',
      'user-total-is-of-page',
      'user-total-pages-one-more',
      'user-elements-of-later-pages-are-size',
      'user-size-is-of-content',
    ],
  },
  async (context) => {
    await sharedUsers(context)
    const { totalElements } = await pageOf(context)
    must.inRange('users in all', totalElements, { atLeast: 2 })
    // Figures that are right for full pages only show on a last page that is not full.
    const of = [2, 3, 5, 7, 11].find((one) => totalElements % one > 0) ?? size
    const first = await pageOf(context, undefined, of)
    const single = figuresOf(await listedPage(context, { Size: '1' }))
    must.equal('pages of one user each', single.totalPages, single.totalElements)
    const pages = Math.ceil(first.totalElements / first.size)
    const places = [...new Set([0, 1, pages - 1])].filter((place) => place >= 0 && place < pages)
    const from = await firstPageOf(first, (page) => pageOf(context, page, of))
    await each(places, async (place) => {
      const page = place === 0 ? first : await farPage(context, { Size: String(of), Page: String(from + place) })
      if (!page) return
      if (page.totalElements !== first.totalElements)
        throw new Inconclusive('users were created or deleted by others while the pages were read')
      const expected = {
        numberOfElements: page.count,
        totalPages: Math.ceil(page.totalElements / first.size),
        firstPage: place === 0,
        lastPage: place === pages - 1,
      }
      const { numberOfElements, totalPages, firstPage, lastPage } = page
      must.equal(
        `figures of page ${place + 1} of ${pages}`,
        { numberOfElements, totalPages, firstPage, lastPage },
        expected,
      )
    })
  },
)

check(
  user['page-figures'],
  'of-a-filtered-list',
  {
    needs: ['created-users'],
    brokenBy: [
      'user-total-unfiltered',
      'user-filter-within-page',
      'user-total-of-memberships',
      'user-last-page-is-not-full',
      'user-counts-by-active-alone',
    ],
  },
  async (context) => {
    const [one] = await sharedUsers(context)
    const page = figuresOf(await listedPage(context, { email: one.email, Size: '1' }))
    const oneUser = { count: 1, numberOfElements: 1, totalElements: 1, totalPages: 1, firstPage: true, lastPage: true }
    const mustBeOfOne = (what: string, found: typeof page) => {
      const names = Object.keys(oneUser) as Array<keyof typeof oneUser>
      must.equal(what, Object.fromEntries(names.map((name) => [name, found[name]])), oneUser)
    }
    mustBeOfOne('figures of a list of one user', page)
    const active = async (query: Readonly<Record<string, string>>) =>
      figuresOf(await listedPage(context, { ...query, active: 'true' }))
    mustBeOfOne('figures of a list of email and active', await active({ email: one.email, Size: '1' }))
    // Others may have the name, too: e-mails alone are unique (B-USR-03).
    const { count, totalElements, totalPages } = await active({ name: String(one.dto['name']), Size: '50' })
    if (totalPages === 1) must.equal('totalElements of a list of name and active', totalElements, count)
  },
)

check(
  user['page-figures'],
  'of-a-full-last-page-of-a-filtered-list',
  { needs: ['created-users'], brokenBy: ['user-last-page-of-filtered-is-not-full'] },
  async (context) => {
    await sharedUsers(context)
    const active = async (of: number, page?: number) =>
      figuresOf(
        await listedPage(context, {
          active: 'true',
          Size: String(of),
          ...(page === undefined ? {} : { Page: String(page) }),
        }),
      )
    const { totalElements } = await active(1)
    const of = sizes.find((one) => totalElements % one === 0) ?? totalElements
    const first = await active(of)
    const pages = first.totalElements / first.size
    // Where a page may hold fewer users, or there are others now, none may be full.
    if (!Number.isInteger(pages) || pages < 1) return
    const from = await firstPageOf(first, (page) => active(of, page))
    const Page = String(from + pages - 1)
    const last = pages === 1 ? first : await farPage(context, { active: 'true', Size: String(of), Page })
    if (!last) throw new Unexercised('the list is not read to its last page')
    if (last.totalElements !== first.totalElements)
      throw new Inconclusive('users were created or deleted by others while the pages were read')
    must.equal('figures of the last page', [last.count, last.lastPage], [last.size, true])
  },
)

/** The form of Sort that lists users from the last e-mail to the first; undefined if none is seen to. */
async function fallingForm(context: Context): Promise<string | undefined> {
  for (const form of sortForms('email', 'desc')) {
    const answer = await listedPage(context, { Size: '16', Sort: form })
    const emails = usersIn(answer).map(({ email }) => String(email).toLowerCase())
    if (emails.length > size && show(emails) === show([...emails].sort().reverse())) return form
  }
  return undefined
}

/** Pages of two users, one after the other, are the beginning of one that holds as many. */
async function mustFollow(context: Context, Sort: string, most: number): Promise<void> {
  const whole = figuresOf(await listedPage(context, { Size: String(2 * most), Sort }))
  const seen: string[] = []
  const sorted = (page?: number) =>
    listedPage(context, { Size: String(size), Sort, ...(page === undefined ? {} : { Page: String(page) }) })
  const first = figuresOf(await sorted())
  const from = await firstPageOf(first, async (page) => figuresOf(await sorted(page)))
  for (let place = 0; place < Math.min(most, first.totalPages); place += 1)
    seen.push(...(place === 0 ? first : figuresOf(await sorted(from + place))).ids)
  // A page may hold fewer users than are asked for.
  const compared = Math.min(seen.length, whole.ids.length)
  const again = figuresOf(await listedPage(context, { Size: String(2 * most), Sort }))
  if (show(again.ids) !== show(whole.ids))
    throw new Inconclusive('users were created or deleted by others while the pages were read')
  must.equal(
    `users of all pages by ${Sort}, one after the other`,
    seen.slice(0, compared),
    whole.ids.slice(0, compared),
  )
}

check(
  user['list-parameters'],
  'pages-follow-each-other',
  {
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
    await mustFollow(context, 'email', 8)
    const form = await fallingForm(context)
    if (form !== undefined) await mustFollow(context, form, 3)
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
    const whole = { Size: String(usual + 1) }
    const { ids } = await list(whole)
    const next = await listedPage(context, { Sort: 'email', Offset: '1' })
    const again = await list(whole)
    if (show(again.ids) !== show(ids))
      throw new Inconclusive('users were created or deleted by others while the pages were read')
    must.inRange('users in all', ids.length, { atLeast: 2 })
    // Whether it skips users or whole pages is not said: the second page may be past the end, and asking for that be refused.
    if (next.status >= 300 && again.totalElements <= usual) return must.refused4xx(next)
    const after = figuresOf(next)
    if (ids.length <= usual && again.totalElements > ids.length)
      must.differ('the first user after one', after.ids[0], ids[0])
    else
      must.oneOf('the first user after one', after.ids[0], [
        ids[1],
        ids[usual],
        ...(again.totalElements <= after.size ? [undefined] : []),
      ])
  },
)
