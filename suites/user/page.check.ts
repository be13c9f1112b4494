import { check, each, must, objectOf, settle, Unexercised, type Context } from '../../src/kit/index.ts'
import { listedPage, sizeMismatch } from './paging.ts'
import { farPage, figuresOf, firstPageOf } from './figures.ts'
import { sharedUsers } from './people.ts'
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
        throw new Unexercised('users were created, deleted or made inactive by others while the pages were read')
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

/** The last page of a list, where it is full: with others before it, for what comes first may be right by itself. */
async function mustEndFull(context: Context, filter: Readonly<Record<string, string>>): Promise<void> {
  await sharedUsers(context)
  const list = (of: number, page?: number) => {
    const at: Record<string, string> = page === undefined ? {} : { Page: String(page) }
    return listedPage(context, { ...filter, Size: String(of), ...at }).then(figuresOf)
  }
  const { totalElements } = await list(1)
  const several = sizes.find((one) => totalElements % one === 0 && totalElements > one)
  let judged = 0
  // A number of users that none of them divides is divided by itself and by one.
  for (const of of several === undefined ? [1, totalElements] : [several]) {
    const first = await list(of)
    const pages = first.totalElements / first.size
    // Where a page may hold fewer users, or there are others now, none may be full.
    if (!Number.isInteger(pages) || pages < 1) continue
    const from = await firstPageOf(first, (page) => list(of, page))
    const Page = String(from + pages - 1)
    const last = pages === 1 ? first : await farPage(context, { ...filter, Size: String(of), Page })
    // Where the list comes in another order each time, what to ask for as Page is guessed at: the page's own number tells which it is.
    if (last?.totalElements !== first.totalElements || last.number - first.number !== pages - 1) continue
    judged += 1
    must.equal('figures of the last page', [last.count, last.lastPage], [last.size, true])
  }
  if (judged === 0)
    throw new Unexercised('no last page was seen full: the list is not read so far, or others create and delete users')
}

check(
  user['page-figures'],
  'of-a-full-last-page',
  // Other checks create and delete users while pages are read.
  { alone: true, needs: ['created-users'], brokenBy: ['user-full-page-behind-the-first-is-never-last'] },
  (context) => mustEndFull(context, {}),
)

check(
  user['page-figures'],
  'of-a-full-last-page-of-a-filtered-list',
  {
    alone: true,
    needs: ['created-users'],
    brokenBy: ['user-last-page-of-filtered-is-not-full', 'user-full-page-behind-the-first-is-never-last'],
  },
  (context) => mustEndFull(context, { active: 'true' }),
)
