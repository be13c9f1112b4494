import { parseExactly } from '../../src/exchange/json.ts'
import { check, Inconclusive, must, objectOf, observe, plainId, type Context } from '../../src/kit/index.ts'
import { namesOf } from '../../src/kit/names.ts'
import { nameField, stored } from '../data/steps.ts'
import { dtosOfQuery, rowsOf } from '../query/statement.ts'
import { activitiesOf, idOf, leastActivity, leastCall, partOf } from '../service/tree.ts'
import { listedWith, sharedUsers, wholeUser, withUser } from './people.ts'
import { readUser } from './reading.ts'
import { isList, mustLackPrivileges, unlessTokenless } from './unprivileged.ts'
import { user } from './requirements.ts'

check(
  user['privileges-needed'],
  'list-of-users',
  {
    needs: ['user-api'],
    brokenBy: [
      'user-privileges-not-needed',
      'user-list-needs-no-privileges',
      'privilege-any-will-do',
      'user-privileges-of-the-client',
      'user-privileges-of-the-account',
      'user-other-list-path-needs-no-privileges',
    ],
  },
  async ({ api, as }) => {
    must.success(await api.user.list({ Size: '1' }))
    await mustLackPrivileges(() => as('unprivileged').user.list({ Size: '1' }))
    // A server need not have the other path, or may send on to the usual one.
    const other = await unlessTokenless(() => as('unprivileged').user.listAtOtherPath({ query: { Size: '1' } }))
    if (other) must.hold('no list of users at the other path', !isList(other), other.text)
  },
)

check(
  user['privileges-needed'],
  'get-put-and-delete',
  {
    effects: true,
    needs: ['user-api', 'created-users'],
    brokenBy: ['user-privileges-not-needed', 'user-writes-need-no-privileges'],
  },
  async (context: Context) => {
    const { user: other } = context.as('unprivileged')
    await withUser(context, async ({ id, body }) => {
      await mustLackPrivileges(() => other.get(id))
      await mustLackPrivileges(() => other.replace(id, { ...body, firstName: context.fresh.text() }))
      await mustLackPrivileges(() => other.remove(id))
      must.equal('the first name', (await readUser(context, id))['firstName'], body['firstName'])
    })
  },
)

check(
  user['privileges-needed'],
  'post',
  { effects: true, needs: ['user-api', 'created-users'], brokenBy: ['user-writes-need-no-privileges'] },
  async (context: Context) => {
    const [shared] = await sharedUsers(context)
    const body = await wholeUser(context)
    await mustLackPrivileges(() => context.as('unprivileged').user.create(body))
    must.equal('users with the e-mail', (await listedWith(context, String(body['email']))).length, 0)
    must.equal('another user', (await readUser(context, shared.id))['email'], shared.email)
  },
)

check(
  user['privileges-needed'],
  'about-oneself',
  { needs: ['user-api'], brokenBy: ['people-serve-anyone-about-themselves'] },
  async ({ api, as }) => {
    must.success(await api.user.list({ Size: '1' }))
    const reply = await unlessTokenless(() => as('unprivileged').token.obtain())
    // Who gets no token reads nothing (B-PRV-05).
    if (reply?.status !== 200) return
    const id = partOf(parseExactly(reply.text))['user_id']
    if (id === undefined || id === null) throw new Inconclusive('no token tells the id of the user without privileges')
    await mustLackPrivileges(() => as('unprivileged').user.get(String(id)))
  },
)

check(
  user['companies-of-a-login'],
  'of-the-account-and-of-a-user',
  { brokenBy: ['token-account-login-first-company'] },
  async ({ as }) => {
    const list = async (identity: string) => {
      const answer = await as(identity).company.list('application/json')
      must.success(answer)
      return namesOf(objectOf(answer)['companies'])
    }
    const [all, administrator, some] = [await list('account'), await list('admin'), await list('user')]
    must.some('company of the account', all)
    must.include('the companies of the account', all, [...administrator, ...some])
  },
)

check(
  user['companies-of-a-login'],
  'tree-for-a-company-of-others',
  { needs: ['writes', 'service-api', 'service-call'], brokenBy: ['service-company-of-others'] },
  async (context) => {
    const companies = async (identity: string) => {
      const answer = await context.as(identity).company.list('application/json')
      must.success(answer)
      return namesOf(objectOf(answer)['companies'])
    }
    const all = await companies('account')
    must.some('company of the account', all)
    // Who lacks the privileges is refused for that: the others are asked, too.
    for (const identity of ['user', 'superuser', 'partner-2'].filter((name) => name in context.target.identities)) {
      const some = await companies(identity)
      const closed = all.find((name) => !some.includes(name))
      if (closed === undefined) continue
      const headers = { 'X-Company-Name': closed }
      must.refused4xx(await context.as(identity).service.create(leastCall(context), { headers }))
    }
  },
)

check(
  user['companies-of-a-login'],
  'tree-in-a-company-of-others',
  { needs: ['writes', 'service-api', 'service-call'], brokenBy: ['service-activity-of-any-company'] },
  async (context) => {
    const companies = await Promise.all(
      ['account', 'admin'].map(async (identity) => {
        const answer = await context.as(identity).company.list('application/json')
        must.success(answer)
        return namesOf(objectOf(answer)['companies'])
      }),
    )
    must.some('company of the account', companies.flat())
    for (const identity of ['superuser', 'user', 'partner-2'].filter((name) => name in context.target.identities)) {
      const answer = await context.as(identity).company.list('application/json')
      const own = answer.status === 200 ? namesOf(objectOf(answer)['companies']) : companies.flat()
      const closed = companies[1]?.find((name) => !own.includes(name))
      if (closed === undefined) continue
      const body = leastCall(context, { activities: [leastActivity(context)] })
      const made = await context.api.service.create(body, { headers: { 'X-Company-Name': closed } })
      // The records that the tree refers to need not be there in another company.
      const id = made.status === 200 ? idOf(partOf(made.json)) : undefined
      if (id === undefined) continue
      const { service } = context.as(identity)
      // Whether records of one company are seen in another is not said: only whoever is refused the call is refused its parts.
      if ((await service.get(id)).status === 200) continue
      for (const activity of activitiesOf(partOf(made.json)))
        must.refused4xx(await service.activity(id, idOf(activity) ?? ''))
    }
  },
)

observe(user['privileges-seen'], 'user-without-privileges', {}, async ({ as }) => {
  const answer = await unlessTokenless(() => as('unprivileged').user.list({ Size: '1' }))
  return answer ? `a list of users: status ${answer.status}` : 'the user gets no token'
})

check(
  user['permission-groups'],
  'none-on-reading',
  { needs: ['query-language'], brokenBy: ['permission-none-reads'] },
  async (context) => {
    const { fixtures } = context.target
    const { identity, resource } = fixtures.unreadable!
    const record = await stored(context, {}, resource)
    const other = context.as(identity).data
    must.success(await other.list('ServiceCall', { query: { pageSize: '1' } }))
    for (const answer of [
      await other.get(resource, record.id),
      await other.list(resource, { query: { query: `id = "${record.id}"` } }),
    ]) {
      must.noServerError(answer)
      must.lack(
        'record that the caller may not read',
        answer.records().map(({ id }) => plainId(String(id))),
        plainId(record.id),
      )
    }
  },
)

check(
  user['permission-groups'],
  'none-on-reading-in-a-batch',
  { needs: ['query-language', 'batch'], brokenBy: ['permission-none-reads-in-a-batch'] },
  async (context) => {
    const { identity, resource } = context.target.fixtures.unreadable!
    const record = await stored(context, {}, resource)
    const { batch } = context.as(identity)
    const answer = await batch.send(
      [
        batch.part.list('ServiceCall', { query: { pageSize: '1' } }),
        batch.part.get(resource, record.id),
        batch.part.list(resource, { query: { query: `id = "${record.id}"` } }),
      ],
      { transactional: false },
    )
    must.noServerError(answer)
    const name = String(record.dto[nameField(resource)])
    must.equal(
      'parts that show a record which the caller may not read',
      answer.parts.flatMap((part, at) => {
        const ids = part.records().map(({ id }) => plainId(String(id)))
        return at > 0 && (ids.includes(plainId(record.id)) || part.text.includes(name)) ? [at + 1] : []
      }),
      [],
    )
  },
)

check(
  user['permission-groups'],
  'none-on-reading-by-select',
  { needs: ['query-api'], brokenBy: ['permission-none-reads-by-select'] },
  async (context) => {
    const { identity, resource } = context.target.fixtures.unreadable!
    await stored(context, {}, resource)
    const idsFor = async ({ query }: Context['api']): Promise<readonly unknown[]> => {
      const answer = await query.select(`select t.id from ${resource} t`, { dtos: dtosOfQuery(context, resource) })
      must.noServerError(answer)
      return rowsOf(answer, 't').flatMap(({ id }) => (typeof id === 'string' ? [id] : []))
    }
    if ((await idsFor(context.api)).length === 0)
      throw new Inconclusive(`the Query API shows nobody a ${resource}: that it keeps any from a caller cannot be seen`)
    must.equal('ids of records that the caller may not read', await idsFor(context.as(identity)), [])
  },
)

observe(
  user['privileges-seen'],
  'whether-a-user-is-there',
  { needs: ['user-api', 'created-users'] },
  async (context) => {
    const [{ id }] = await sharedUsers(context)
    const { user: other } = context.as('unprivileged')
    const there = await unlessTokenless(() => other.get(id))
    if (!there) return 'the user gets no token'
    // An id of digits that no user has: the largest that a double holds exactly.
    const missing = await other.get(String(Number.MAX_SAFE_INTEGER))
    const isTold = there.status !== missing.status
    return `a user that is there: status ${there.status}; one that is not: status ${missing.status}; ${isTold ? 'the two can' : 'the two cannot'} be told apart by it`
  },
)
