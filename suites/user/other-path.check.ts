import type { Answer } from '../../src/clients/answer.ts'
import type { CallOptions } from '../../src/clients/call.ts'
import { check, must, objectOf, type Context } from '../../src/kit/index.ts'
import { validation } from '../token/requirements.ts'
import { asHeeded, listedPage } from './paging.ts'
import { sharedUsers, userIn, usersIn } from './people.ts'
import { user } from './requirements.ts'

const own = ['user-api', 'writes', 'created-users'] as const

/** The users of a page; undefined where it is another answer: a server need not have the path, and may send on to the usual one or have a page of its own there (B-USR-02). */
const pageIn = (answer: Answer) => (Array.isArray(userIn(answer)?.['content']) ? usersIn(answer) : undefined)

const asked = { Size: '1' }

/** What the usual path would refuse is served at none. */
async function mustServeNone(context: Context, ...refused: readonly CallOptions[]): Promise<void> {
  await sharedUsers(context)
  const { user: api } = context.api
  const usual = await api.list(asked)
  must.success(usual)
  must.some('user of the list', usersIn(usual))
  for (const options of refused) {
    const answer = await api.listAtOtherPath({ ...options, query: { ...asked, ...options.query } })
    must.hold('no page of users at the other path', pageIn(answer) === undefined, answer.text)
  }
}

check(
  validation['no-token-refused'],
  'at-the-other-path-of-users',
  { calls: ['user'], needs: own, brokenBy: ['user-other-path-needs-no-token'] },
  (context) => mustServeNone(context, { token: 'none' }),
)

check(
  validation['invalid-token'],
  'invented-at-the-other-path-of-users',
  { calls: ['user'], needs: own, brokenBy: ['user-other-path-takes-any-token'] },
  (context) => mustServeNone(context, { token: { value: `${context.fresh.tag}-never-issued` } }),
)

for (const header of ['X-Request-ID', 'X-Client-Version'])
  check(
    user['headers-required'],
    `at-the-other-path-without-${header.toLowerCase()}`,
    { brokenBy: [`user-other-path-without-${header.toLowerCase()}`] },
    (context) => mustServeNone(context, { headers: { [header]: undefined } }),
  )

check(
  user['required-refused'],
  'account-at-the-other-path',
  { brokenBy: ['user-other-path-account-optional'] },
  (context) => mustServeNone(context, { query: { account: undefined } }),
)

check(
  user['invalid-account'],
  'list-at-the-other-path',
  { needs: own, brokenBy: ['user-other-path-ignores-account'] },
  (context) => {
    const { account } = context.target
    const unknown = [`${context.fresh.tag}-none`, ...(account.length > 1 ? [account.slice(0, -1)] : [])]
    return mustServeNone(context, ...unknown.map((name) => ({ query: { account: name } })))
  },
)

check(
  user['list-parameters'],
  'name-at-the-other-path',
  { brokenBy: ['user-other-path-ignores-name'] },
  async (context) => {
    const [{ id, dto }] = await sharedUsers(context)
    const name = String(dto['name'])
    const usual = await listedPage(context, { name, Size: '50' })
    must.include(
      'users of the name at the usual path',
      usersIn(usual).map((one) => String(one['id'])),
      [id],
    )
    const answer = await context.api.user.listAtOtherPath({
      query: { name, Size: String(objectOf(usual)['size'] ?? 50) },
    })
    const names = (pageIn(answer) ?? []).map((one) => String(one['name']))
    must.equal(
      'users of another name',
      names.filter((one) => one.toLowerCase() !== name.toLowerCase()),
      [],
    )
  },
)

check(
  user['list-parameters'],
  'size-at-the-other-path',
  { brokenBy: ['user-other-path-ignores-size'] },
  async (context) => {
    await sharedUsers(context)
    const { user: api } = context.api
    const query = await asHeeded(context, asked)
    must.equal('users on a page of one at the usual path', usersIn(await api.list(query)).length, 1)
    const answer = await api.listAtOtherPath({ query })
    must.inRange('users on a page of one at the other path', (pageIn(answer) ?? []).length, { atMost: 1 })
  },
)
