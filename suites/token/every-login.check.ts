import { Blocked, check, must, type Context } from '../../src/kit/index.ts'
import { namesOf } from '../../src/kit/names.ts'
import type { Need } from '../../src/target/needs.ts'
import { response, scope } from './requirements.ts'
import { granted, mustServe, type TokenResponse } from './steps.ts'

/** Logins of every kind, each with what it needs. */
const logins: Readonly<Record<string, readonly Need[]>> = {
  user: ['user-grant'],
  account: ['account-grant'],
  service: ['client-grant'],
  general: ['general-client'],
}

for (const [login, needs] of Object.entries(logins)) {
  check(
    response['cluster-url'],
    `serves-the-token-of-${login}`,
    { needs, brokenBy: [`cluster-url-of-token-service-for-${login}`] },
    async ({ as }) => {
      const api = as(login)
      await mustServe(api, granted(await api.token.obtain()))
    },
  )

  check(
    scope['scope-by-client-type'],
    `any-scope-asked-by-${login}`,
    {
      needs,
      brokenBy: [
        `unknown-scope-refused-for-${login}`,
        ...(login === 'service'
          ? ['several-scopes-refused-with-client-credentials', 'requested-scope-refused-to-local-clients']
          : ['several-scopes-refused-with-password']),
      ],
    },
    async ({ as, fresh }) => {
      const { token } = as(login)
      const usual = granted(await token.obtain()).scope
      for (const asked of ['general', 'local', `${fresh.tag}-scope`, 'general local', ''])
        must.equal(`scope, ${asked} asked for`, granted(await token.obtain({ scope: asked })).scope, usual)
    },
  )
}

/** What stands in every token response of a login: names in any letter case, companies in any order. */
const lasting = ({ account, account_id, user, user_email, user_id, scope: word, companies: list }: TokenResponse) => ({
  account: String(account).toLowerCase(),
  account_id,
  user: user === undefined || user === null ? undefined : String(user).toLowerCase(),
  user_email: user_email === undefined || user_email === null ? undefined : String(user_email).toLowerCase(),
  user_id: user_id ?? undefined,
  scope: word,
  companies: namesOf(list),
})

const told = async ({ as, target }: Context, names: readonly string[]) => {
  const all: Record<string, ReturnType<typeof lasting>> = {}
  for (const name of names.filter((one) => one in target.identities))
    all[name] = lasting(granted(await as(name).token.obtain()))
  if (Object.keys(all).length < 2) throw new Blocked('there is only one identity to log in')
  return all
}

type Told = Awaited<ReturnType<typeof told>>

async function toldInTurn(context: Context, orders: ReadonlyArray<readonly string[]>): Promise<readonly Told[]> {
  const all: Told[] = []
  for (const names of orders) all.push(await told(context, names))
  return all
}

/** Companies that only one of two rounds tells to a login. */
const differing = (one: Told, other: Told): readonly string[] =>
  Object.entries(one).flatMap(([name, { companies: list }]) => {
    const others = other[name]?.companies ?? []
    return [...list.filter((of) => !others.includes(of)), ...others.filter((of) => !list.includes(of))]
  })

check(
  response['user-fields'],
  'whoever-logged-in-before',
  {
    needs: ['user-login', 'other-user'],
    brokenBy: ['user-email-of-user-before', 'user-id-of-user-before', 'companies-of-user-before'],
  },
  async (context) => {
    const names = ['admin', 'superuser', 'user', 'account', 'service', 'general']
    const orders = [names, names.toReversed()]
    const [forth = {}, back = {}] = await toldInTurn(context, orders)
    const isAlike = Object.entries(forth).every(([name, seen]) => JSON.stringify(seen) === JSON.stringify(back[name]))
    // A company may be given and taken meanwhile: then the same logins in the same order are told otherwise.
    const again = isAlike ? [] : await toldInTurn(context, orders)
    const passing = again.flatMap((later, at) => differing(later, [forth, back][at] ?? {}))
    const staying = (seen: ReturnType<typeof lasting> | undefined) =>
      seen && { ...seen, companies: seen.companies.filter((one) => !passing.includes(one)) }
    for (const [name, seen] of Object.entries(back)) {
      const what = `what the token response of ${name} says, others having logged in before`
      must.equal(what, staying(seen), staying(forth[name]))
    }
  },
)
