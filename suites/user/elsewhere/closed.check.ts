import type { CallOptions } from '../../../src/clients/call.ts'
import { check, must, objectOf, rely, type Context } from '../../../src/kit/index.ts'
import {
  mustBeOfOneAccount,
  mustStayClosed,
  namedInQuery,
  strangers,
  type Stranger,
} from '../../token/elsewhere/stranger.ts'
import { response } from '../../token/requirements.ts'
import { granted } from '../../token/steps.ts'
import { sharedUsers, usersIn } from '../people.ts'
import { user } from '../requirements.ts'
import { fieldWays, type FieldWay } from './field.ts'
import { waysToPeople } from './people.ts'

/** The company that is checked, as a stranger names it in headers: with its ids where the token response tells them. */
async function namedInHeaders({ api, target }: Context, suffix: FieldWay['suffix']): Promise<readonly CallOptions[]> {
  const { account_id, companies } = await rely(response.companies, async () => granted(await api.token.obtain()))
  const { account, company } = target
  const held = Array.isArray(companies) ? (companies as ReadonlyArray<{ id?: unknown; name?: unknown }>) : []
  const companyId = target.companyId ?? held.find(({ name }) => name === company)?.id
  const names = { 'X-Account-Name': account, 'X-Company-Name': company }
  if (suffix === undefined) return [{ headers: names }]
  const ids = {
    'X-Account-ID': String(target.accountId ?? account_id),
    [`X-Company-${suffix}`]: String(companyId),
  }
  return [{ headers: { ...names, ...ids } }, { headers: names }]
}

for (const [name, way] of Object.entries(waysToPeople))
  check(
    user['elsewhere-closed'],
    `${name}-of-other-account`,
    {
      sampled: true,
      needs: [...way.needs, 'second-account'],
      brokenBy: [
        ...(way.findsNothing ? [] : [`other-account-found-on-${way.operation}`]),
        ...(way.named ? [`other-account-named-on-${way.operation}`] : []),
      ] as [string, ...string[]],
      ...(way.effects ? { effects: true } : {}),
    },
    async (context) => {
      const { account } = context.target
      const named = [{ query: { account } }, ...namedInQuery(context, 'other-account')]
      await mustStayClosed(context, 'other-account', await way.keep(context), named)
    },
  )

for (const [name, way] of Object.entries(fieldWays))
  for (const stranger of Object.keys(strangers) as Stranger[])
    check(
      user['elsewhere-closed'],
      `${name}-of-${stranger}`,
      {
        sampled: true,
        needs: [...way.needs, strangers[stranger]],
        brokenBy: [`${stranger}-found-on-${way.operation}`, `${stranger}-named-on-${way.operation}`],
        ...(way.effects ? { effects: true } : {}),
      },
      async (context) =>
        mustStayClosed(context, stranger, await way.keep(context, stranger), await namedInHeaders(context, way.suffix)),
    )

check(
  user['users-of-the-account'],
  'by-the-email-of-another',
  { brokenBy: ['other-account-found-on-user-list', 'users-of-all-accounts-counted'] },
  async (context) => {
    await mustBeOfOneAccount(context, 'other-account')
    const [{ email }] = await sharedUsers(context)
    const own = await context.api.user.list({ email })
    must.success(own)
    must.some('user with the e-mail, in its own account', usersIn(own))
    const answer = await context.as('other-account').user.list({ email })
    must.equal('users with the e-mail, in another account', usersIn(answer).length, 0)
    must.equal('how many they are said to be', Number(objectOf(answer)['totalElements'] ?? 0), 0)
  },
)
