import { momentOf } from '../../src/exchange/moment.ts'
import { check, must, objectOf } from '../../src/kit/index.ts'
import { unlessFull } from './full.ts'
import {
  companiesOf,
  fieldsOf,
  listedWith,
  sharedUsers,
  userIn,
  usersIn,
  wholeUser,
  createTakenUser,
} from './people.ts'
import { readUser } from './reading.ts'
import { freshPhone } from './phones.ts'
import { user } from './requirements.ts'

check(user.served, 'list-of-users', { brokenBy: ['user-list-unserved'] }, async ({ api }) => {
  const answer = await api.user.list({ Size: '2' })
  must.success(answer)
  must.be('content', objectOf(answer)['content'], 'an array', answer)
})

check(
  user.get,
  'one-of-several',
  {
    needs: ['created-users'],
    brokenBy: ['user-get-other', 'user-get-answers-nothing', 'user-get-active-only', 'user-id-through-double'],
  },
  async (context) => {
    for (const one of await sharedUsers(context)) {
      const answer = await context.api.user.get(one.id)
      must.success(answer)
      must.equal('id and e-mail', [String(userIn(answer)?.['id']), userIn(answer)?.['email']], [one.id, one.email])
    }
  },
)

const isWhole = (value: unknown): boolean => Number.isInteger(value) || /^-?\d{16,19}$/.test(String(value))

const kinds = {
  id: (value) => typeof value === 'number' || isWhole(value),
  name: (value) => typeof value === 'string' && value !== '',
  active: (value) => typeof value === 'boolean',
  created: (value) => !Number.isNaN(momentOf(value)),
  lastChanged: (value) => !Number.isNaN(momentOf(value)),
  companies: (value) =>
    Array.isArray(value) &&
    value.length > 0 &&
    (value as { companyId?: unknown; groupId?: unknown }[]).every(
      ({ companyId, groupId }) => isWhole(companyId) && (groupId === null || groupId === undefined || isWhole(groupId)),
    ),
} satisfies Readonly<Record<string, (value: unknown) => boolean>>

check(
  user['user-form'],
  'fields-of-a-user',
  {
    brokenBy: [
      'user-id-as-text',
      'user-created-as-number',
      'user-company-id-as-text',
      'user-without-last-changed',
      'user-last-changed-by-put-only',
    ],
  },
  async (context) => {
    const [one] = await sharedUsers(context)
    const inList = await context.api.user.list({ email: one.email })
    must.success(inList)
    for (const dto of [await readUser(context, one.id), usersIn(inList)[0]])
      must.equal(
        'fields of another kind than they should have',
        Object.entries(kinds).flatMap(([name, holds]) =>
          holds(dto?.[name]) ? [] : [`${name}: ${JSON.stringify(dto?.[name])}`],
        ),
        [],
      )
  },
)

check(user['user-form'], 'id-as-number-in-every-answer', { brokenBy: ['user-id-as-text'] }, async (context) => {
  const [one] = await sharedUsers(context)
  const answer = await context.api.user.get(one.id)
  must.success(answer)
  must.be('id', objectOf(answer)['id'], 'a number', answer)
})

check(
  user.create,
  'answered-with-the-user',
  {
    needs: ['many-users'],
    effects: true,
    brokenBy: [
      'user-post-answers-nothing',
      'user-post-not-stored',
      'user-post-needs-last-name',
      'user-post-needs-company',
      'user-post-answers-input-form',
    ],
  },
  async (context) => {
    const { companyGroupId, email } = await wholeUser(context)
    const body = { companyGroupId, email }
    const answer = await unlessFull(context, await context.api.user.create(body))
    must.success(answer)
    const dto = userIn(answer)
    must.equal('e-mail of the created user', dto?.['email'], body['email'])
    // By another reading a user for whom there is no subscription is created, and not shown (B-USR-22).
    const read = await unlessFull(context, await context.api.user.get(String(dto?.['id'])))
    must.equal('e-mail as read by id', userIn(read)?.['email'], body['email'])
  },
)

check(
  user.create,
  'answered-with-each-of-two-users',
  {
    needs: ['many-users'],
    effects: true,
    brokenBy: ['user-post-answers-as-at-first', 'user-post-answers-without-moments'],
  },
  async (context) => {
    for (const active of [true, false]) {
      const whole = await wholeUser(context, { active, phone: freshPhone(context) })
      const { answer, sent: body } = await createTakenUser(context, whole)
      must.success(answer)
      const dto = userIn(answer)
      const names = ['email', 'firstName', 'lastName', 'phone', 'name', 'active']
      must.equal('the user as answered', fieldsOf(dto, names), fieldsOf(body, names))
      must.equal(
        'moments and companies that the answer lacks',
        (['created', 'lastChanged', 'companies'] as const).filter(
          (name) => dto?.[name] === undefined || dto[name] === null,
        ),
        [],
      )
    }
  },
)

check(
  user['user-form'],
  'companies-in-the-list-as-by-id',
  { brokenBy: ['user-list-without-companies', 'user-list-ids-through-double'] },
  async (context) => {
    const { api } = context
    const all = usersIn(await api.user.list({ Size: '5' }))
    // A user without a subscription may be listed and not be shown (B-USR-22): then another one is looked at.
    let [listed] = all
    let answer = await api.user.get(String(listed?.['id']))
    for (const other of all.slice(1)) {
      if (answer.status !== 409) break
      listed = other
      answer = await api.user.get(String(other['id']))
    }
    // Those who were there before may all be without one; who is created receives one (B-USR-17).
    if (answer.status === 409 && context.target.limits.mayCreateUsers >= 5) {
      const [{ id, email }] = await sharedUsers(context)
      listed = (await listedWith(context, email)).find((one) => String(one['id']) === id)
      answer = await api.user.get(id)
    }
    must.success(answer.status === 409 ? await unlessFull(context, answer) : answer)
    must.some('user in the list', listed ? [listed] : [])
    must.equal('its companies in the list', companiesOf(listed), companiesOf(userIn(answer)))
  },
)

check(
  user.served,
  'headers-in-other-letters-and-again',
  {
    needs: ['created-users'],
    brokenBy: ['user-headers-by-exact-name', 'user-request-id-replayed', 'user-accept-demanded'],
  },
  async (context) => {
    const [shared] = await sharedUsers(context)
    const { api } = context
    const id = crypto.randomUUID()
    const lower = { 'X-Request-ID': undefined, 'x-request-id': id }
    must.success(await api.user.list({ Size: '1' }, { headers: lower }))
    const again = await api.user.get(shared.id, { headers: { 'X-Request-ID': id } })
    // A request id that was there before may be refused; what it is answered with is of this call.
    if (again.status >= 300) must.refused4xx(again)
    else must.equal('id in the answer', String(userIn(again)?.['id']), shared.id)
    must.success(await api.user.get(shared.id, { headers: { Accept: undefined } }))
  },
)

check(
  user.get,
  'of-an-unknown-account',
  { needs: ['created-users'], brokenBy: ['user-account-of-get-ignored'] },
  async (context) => {
    const [shared] = await sharedUsers(context)
    must.equal('e-mail', (await readUser(context, shared.id))['email'], shared.email)
    must.refused4xx(await context.api.user.get(shared.id, { query: { account: `${context.fresh.tag}-none` } }))
  },
)
