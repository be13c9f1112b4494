import { check, must } from '../../src/kit/index.ts'
import { listedIds, mustFindByName } from './found-by-name.ts'
import { foundByOdd, listedWith, sharedUsers } from './people.ts'
import { user } from './requirements.ts'

/** Signs that stand for another one, or for several, in patterns of one kind or the other. */
const wild = ['_', '%', '*', '?', '.']

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
      'user-email-filter-any-sign-for-a-question-mark',
    ],
  },
  async (context) => {
    const [one] = await sharedUsers(context)
    must.equal('users with the e-mail', listedIds(await listedWith(context, one.email)), [one.id])
    must.equal(
      'users with the beginning of the e-mail',
      listedIds(foundByOdd(await context.api.user.list({ email: one.email.slice(0, -4) }))),
      [],
    )
    must.equal('users with the end of the e-mail', listedIds(await listedWith(context, one.email.slice(1))), [])
    for (const sign of wild) {
      const email = `${sign}${one.email.slice(1)}`
      must.equal(`users with the e-mail ${email}`, listedIds(foundByOdd(await context.api.user.list({ email }))), [])
    }
  },
)

check(
  user['list-parameters'],
  'part-of-a-name',
  {
    effects: true,
    brokenBy: [
      'user-name-filter-contains',
      'user-name-filter-pattern',
      'user-name-filter-any-sign-for-an-underscore',
      'user-name-filter-any-sign-for-a-dot',
      'user-name-filter-finds-first-names',
      'user-name-filter-finds-last-names',
      'user-name-filter-finds-e-mails',
    ],
  },
  async (context) => {
    const [one] = await sharedUsers(context)
    const name = String(one.dto['name'])
    await mustFindByName(context, name, name, one.id)
    const begins = name.slice(0, -1)
    const others = [one.dto['firstName'], one.dto['lastName'], one.email].flatMap((text) =>
      typeof text === 'string' && text !== '' && text.toLowerCase() !== name.toLowerCase() ? [text] : [],
    )
    for (const part of [begins, name.slice(1), ...wild.map((sign) => `${begins}${sign}`), ...others]) {
      must.lack(
        'user of another name',
        foundByOdd(await context.api.user.list({ name: part })).map(({ email }) => email),
        one.email,
      )
    }
  },
)
