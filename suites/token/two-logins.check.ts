import { Blocked, check, Inconclusive, must } from '../../src/kit/index.ts'
import { namesOf, sameName } from '../../src/kit/names.ts'
import { grant, response } from './requirements.ts'
import { fieldOf, granted, grantedExactly } from './steps.ts'

check(
  response['user-fields'],
  'of-two-users',
  { needs: ['user-login', 'other-user'], brokenBy: ['token-user-id-of-all', 'token-user-of-all'] },
  async ({ api, as, target }) => {
    const one = grantedExactly(await api.token.obtain())
    const other = grantedExactly(await as('superuser').token.obtain())
    const [mine, theirs] = [target.identities['admin']?.username, target.identities['superuser']?.username]
    if (sameName(mine, theirs)) throw new Blocked('identities.admin and identities.superuser are one user')
    // Accounts may each have a user of this name, and clusters may count for themselves.
    if (typeof one.account === 'string' && !sameName(one.account, other.account))
      throw new Inconclusive('the two users are of different accounts')
    must.differ('user of another login', fieldOf(other, 'user'), fieldOf(one, 'user'))
    must.differ('user_id of another user', fieldOf(other, 'user_id'), fieldOf(one, 'user_id'))
  },
)

check(
  response['user-fields'],
  'of-one-user-twice',
  { needs: ['user-login'], brokenBy: ['token-user-id-of-token'] },
  async ({ api }) => {
    const first = grantedExactly(await api.token.obtain())
    const second = grantedExactly(await api.token.obtain())
    must.present('user_id', fieldOf(first, 'user_id'))
    fieldOf(second, 'user_id')
    must.equal('user and user_id of the same user', [second.user, second.user_id], [first.user, first.user_id])
  },
)

check(
  response['account-id'],
  'of-two-users',
  { needs: ['user-login', 'other-user'], brokenBy: ['token-account-id-of-user'] },
  async ({ api, as }) => {
    const one = grantedExactly(await api.token.obtain())
    const other = grantedExactly(await as('superuser').token.obtain())
    must.present('account_id', one['account_id'])
    const isSame = sameName(one.account, other.account)
    if (!isSame && one.cluster_url !== other.cluster_url) throw new Inconclusive('each cluster may count its accounts')
    must.hold(
      `account_id ${isSame ? 'of the same account' : 'of another account, another one'}`,
      (one['account_id'] === other['account_id']) === isSame,
      [one['account_id'], other['account_id']],
    )
  },
)

check(
  grant['company-user-login'],
  'two-users-at-the-same-time',
  { needs: ['user-login', 'user-grant'], brokenBy: ['logins-under-way-share-companies'] },
  async ({ api, as }) => {
    const callers = [api, as('user')]
    const alone: string[][] = []
    for (const caller of callers) alone.push(namesOf(granted(await caller.token.obtain()).companies).toSorted())
    for (const turn of [1, 2, 3]) {
      const answers = await Promise.all(callers.map((caller) => caller.token.obtain()))
      const told = answers.map((answer) => namesOf(granted(answer).companies).toSorted())
      must.equal(`companies told to the two of them, time ${turn}`, told, alone)
    }
  },
)
