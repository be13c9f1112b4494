import type { CallOptions } from '../../../src/clients/call.ts'
import { check, Inconclusive, must, objectOf, rely, type Context } from '../../../src/kit/index.ts'
import { crowd } from '../../crowd/requirements.ts'
import { reporting } from '../../reporting/requirements.ts'
import { encodings } from '../../reporting/wish.ts'
import { service } from '../../service/requirements.ts'
import {
  mustBeOfOneAccount,
  mustStayClosed,
  namedInQuery,
  strangers,
  type Stranger,
} from '../../token/elsewhere/stranger.ts'
import { response } from '../../token/requirements.ts'
import { granted } from '../../token/steps.ts'
import { interfaceOf } from '../../token/table/interface-of.ts'
import { companiesOf, sharedUsers, usersIn, withUser } from '../people.ts'
import { readUser } from '../reading.ts'
import { user } from '../requirements.ts'
import { waysByWhatTheyAreCalled } from './called.ts'
import { crowdWays } from './crowd.ts'
import { dispatchWays } from './dispatch.ts'
import type { FieldWay } from './field-way.ts'
import { waysToPeople } from './people.ts'
import { treeWays } from './trees.ts'
import { buildsAt, keptTemplate, workWays } from './work.ts'

/** The company that is checked, as a stranger names it: in headers, with its ids where the token response tells them, or in the query. */
async function namedBy(
  names: FieldWay['names'],
  context: Context,
  stranger: Stranger,
): Promise<readonly CallOptions[]> {
  const { api, target } = context
  if (names === 'query') return namedInQuery(context, stranger)
  const { account_id, companies } = await rely(response.companies, async () => granted(await api.token.obtain()))
  const { account, company } = target
  const held = Array.isArray(companies) ? (companies as ReadonlyArray<{ id?: unknown; name?: unknown }>) : []
  const companyId = target.companyId ?? held.find(({ name }) => name === company)?.id
  const inHeaders = { 'X-Account-Name': account, 'X-Company-Name': company }
  if (names === 'headers') return [{ headers: inHeaders }]
  const ids = {
    'X-Account-ID': String(target.accountId ?? account_id),
    [`X-Company-${names}`]: String(companyId),
  }
  return [{ headers: { ...inHeaders, ...ids } }, { headers: inHeaders }]
}

for (const [name, way] of Object.entries({ ...waysToPeople, ...waysByWhatTheyAreCalled }))
  check(
    user['elsewhere-closed'],
    `${name}-of-other-account`,
    {
      sampled: true,
      calls: [interfaceOf(way.operation)],
      needs: [...way.needs, 'second-account'],
      brokenBy: [
        ...(way.findsNothing ? [] : [`other-account-found-on-${way.operation}`]),
        ...(way.named ? [`other-account-named-on-${way.operation}`] : []),
        ...(way.also ?? []),
      ] as [string, ...string[]],
      ...(way.effects ? { effects: true } : {}),
    },
    async (context) => {
      const { account } = context.target
      const named = [{ query: { account } }, ...namedInQuery(context, 'other-account')]
      await mustStayClosed(context, 'other-account', await way.keep(context), named)
    },
  )

for (const [name, way] of Object.entries({ ...crowdWays, ...dispatchWays, ...treeWays, ...workWays }))
  for (const stranger of Object.keys(strangers) as Stranger[])
    check(
      user['elsewhere-closed'],
      `${name}-of-${stranger}`,
      {
        sampled: true,
        calls: [interfaceOf(way.operation)],
        needs: [...way.needs, strangers[stranger]],
        brokenBy: [
          ...(way.findsNothing ? [] : [`${stranger}-found-on-${way.operation}`]),
          ...(way.namesNothing ? [] : [`${stranger}-named-on-${way.operation}`]),
          ...(way.also ?? []),
          ...(stranger === 'other-company' ? (way.alsoOfCompany ?? []) : []),
        ] as [string, ...string[]],
        ...(way.effects ? { effects: true } : {}),
        ...(way.alone ? { alone: true } : {}),
      },
      async (context) =>
        mustStayClosed(
          context,
          stranger,
          await way.keep(context, stranger),
          await namedBy(way.names, context, stranger),
        ),
    )

// Besides the headers that name the company, a call may carry the deprecated ones (B-SVC-02): whichever counts, they open no other company.
check(
  user['elsewhere-closed'],
  'trees-by-both-forms-of-the-headers-of-other-company',
  {
    sampled: true,
    calls: ['service'],
    needs: [...(service.create.needs ?? []), strangers['other-company']],
    brokenBy: ['service-old-company-header-opens-another-company'],
  },
  async (context) => {
    const { account, company, identities } = context.target
    const home = identities['other-company']?.company
    if (home === undefined) throw new Inconclusive('identities.other-company names no company of its own')
    const forms = [
      { 'X-Company-Name': company, company: home },
      { 'X-Company-Name': home, company },
    ].map((headers) => ({ headers: { 'X-Account-Name': account, account, ...headers } }))
    for (const name of ['service-get', 'service-activity'] as const) {
      const kept = await treeWays[name]?.keep(context, 'other-company')
      if (kept) await mustStayClosed(context, 'other-company', kept, forms)
    }
  },
)

// The ids are those of the company that is checked, the name is that of the caller's own: whichever counts, they open no other company.
check(
  user['elsewhere-closed'],
  'technicians-by-the-id-of-one-company-and-the-name-of-another',
  {
    sampled: true,
    calls: ['crowd'],
    needs: [...(crowd.create.needs ?? []), strangers['other-company']],
    brokenBy: ['crowd-company-checked-by-name-read-by-id'],
  },
  async (context) => {
    const home = context.target.identities['other-company']?.company
    if (home === undefined) throw new Inconclusive('identities.other-company names no company of its own')
    const [named] = await namedBy('Id', context, 'other-company')
    const headers = { ...named?.headers, 'X-Company-Name': home }
    const kept = await crowdWays['crowd-get']?.keep(context, 'other-company')
    if (kept) await mustStayClosed(context, 'other-company', kept, [{ headers }])
  },
)

check(
  user['elsewhere-closed'],
  'user-deleted-for-a-company-of-others',
  {
    sampled: true,
    effects: true,
    needs: ['user-api', 'writes', 'created-users', strangers['other-company']],
    brokenBy: ['user-deleted-in-any-company'],
  },
  async (context) => {
    const { user: other } = context.as('other-company')
    const query = { company: context.target.company }
    await withUser(context, async ({ id, body }) => {
      const own = await context.api.user.replace(id, body, { query })
      if (own.status >= 300) return must.refused4xx(own)
      const before = companiesOf(await readUser(context, id))
      const put = await other.replace(id, body, { query })
      // How far those of one company manage users is not said: as far with a DELETE as with a PUT.
      if (put.status < 300) return
      must.refused4xx(put)
      must.noServerError(await other.remove(id, { query }))
      must.equal(
        'companies of a user after the DELETE of one who may not change it',
        companiesOf(await readUser(context, id)),
        before,
      )
    })
  },
)

// Where an id of no template is refused, that of another company's must be as good as none.
for (const stranger of Object.keys(strangers) as Stranger[])
  check(
    user['elsewhere-closed'],
    `report-built-as-if-of-${stranger}`,
    {
      sampled: true,
      calls: ['reporting'],
      needs: [...(reporting.build.needs ?? []), strangers[stranger]],
      brokenBy: [`${stranger}-found-on-report-build`, `${stranger}-named-on-report-build`],
    },
    async (context) => {
      await mustBeOfOneAccount(context, stranger)
      const { id, parameter, see } = await keptTemplate(context)
      await see()
      const { reporting: api } = context.as(stranger)
      for (const options of [undefined, ...namedInQuery(context, stranger)])
        for (const at of buildsAt) {
          const asked = (reportTemplate: string) =>
            api.build(encodings.json({ reportTemplate, reportParameters: { [parameter]: 'here' } }), at, options)
          if ((await asked(context.fresh.id())).status < 300) continue
          const { status } = await asked(id)
          must.hold('a template of another company refused, as one that is not there', status >= 300, status)
        }
    },
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
