import { check, must, objectOf, Unexercised } from '../../src/kit/index.ts'
import { listedPage } from './paging.ts'
import { freshEmail } from './emails.ts'
import { WithoutSubscription } from './full.ts'
import { createdUser, foundIn, usersIn } from './people.ts'
import { user } from './requirements.ts'

check(
  user['page-figures'],
  'of-a-page-of-more-than-twenty',
  // Alone: while it holds its users, others may find no subscription.
  { sampled: true, effects: true, alone: true, needs: ['many-users'], brokenBy: ['user-large-pages-cut'] },
  async (context) => {
    const large = async () => {
      const answer = await listedPage(context, { Size: '100' })
      must.success(answer)
      const { totalElements, totalPages } = objectOf(answer)
      return { count: usersIn(answer).length, total: Number(totalElements), pages: Number(totalPages) }
    }
    let page = await large()
    const lacking = Math.max(0, 21 - page.total)
    const made: string[] = []
    try {
      while (made.length < lacking) made.push((await createdUser(context)).id)
      if (lacking > 0) page = await large()
      // A page may hold fewer than asked for: then there are more of them.
      if (page.pages === 1) must.equal('users on the only page', page.count, page.total)
      else must.inRange('users on the first of several pages', page.count, { atMost: page.total })
    } catch (error) {
      if (!(error instanceof WithoutSubscription)) throw error
      throw new Unexercised(
        `the account has ${page.total + made.length} users, and no free subscription for more: no page has more than twenty`,
      )
    } finally {
      // Others of the run need their subscriptions.
      for (const id of made) await context.api.user.remove(id)
    }
  },
)

check(
  user['page-figures'],
  'of-a-list-of-nobody',
  { brokenBy: ['user-list-of-nobody-has-one-page'] },
  async (context) => {
    const answer = await context.api.user.list({ email: freshEmail(context) })
    must.equal('users with an e-mail of nobody', foundIn(answer).length, 0)
    if (answer.status === 404) return
    const { numberOfElements, totalElements, totalPages } = objectOf(answer)
    must.equal(
      'numberOfElements, totalElements and totalPages',
      [numberOfElements, totalElements, totalPages],
      [0, 0, 0],
    )
  },
)

check(
  user['list-parameters'],
  'a-page-without-its-size',
  { brokenBy: ['user-page-without-size-ignored'] },
  async (context) => {
    const plain = await listedPage(context, { Sort: 'email' })
    must.success(plain)
    const { size, number, totalElements } = objectOf(plain)
    for (const figure of [size, number]) must.hold('a size and a number', Number.isInteger(figure), objectOf(plain))
    // Without a Size the whole list may be one page, however large, of which there is no further one (B-USR-36).
    if (size === totalElements || Number(size) < 1 || Number(size) > 1000) return
    const behind = { Sort: 'email', Page: String(Number(number) + 100_000) }
    const [sized, alone] = [
      await listedPage(context, { ...behind, Size: String(size) }),
      await listedPage(context, behind),
    ]
    for (const answer of [sized, alone]) must.noServerError(answer)
    // A page behind the end is empty, or refused, or the last one again.
    if (sized.status >= 300 || usersIn(sized).length > 0) return
    must.equal('users on the same page, asked for without the usual Size', usersIn(alone).length, 0)
  },
)
