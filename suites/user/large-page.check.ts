import { check, must, objectOf } from '../../src/kit/index.ts'
import { listedPage } from './paging.ts'
import { createdUser, usersIn } from './people.ts'
import { user } from './requirements.ts'

check(
  user['page-figures'],
  'of-a-page-of-more-than-twenty',
  { sampled: true, effects: true, needs: ['many-users'], brokenBy: ['user-large-pages-cut'] },
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
    } finally {
      // Others of the run need their subscriptions.
      for (const id of made) await context.api.user.remove(id)
    }
  },
)
