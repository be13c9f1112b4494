import type { Api } from '../../src/clients/api.ts'
import type { CallOptions } from '../../src/clients/call.ts'
import { check, each, must, type Context, type Reply } from '../../src/kit/index.ts'
import { clientCredentials } from '../token/client-credentials.ts'
import { validation } from '../token/requirements.ts'
import { freshToken, hours, minutes } from '../token/steps.ts'
import { turnedToken } from '../token/turned.ts'
import { fieldsOf, listedWith, sharedUsers, wholeUser, withUser } from './people.ts'
import { readUser } from './reading.ts'

interface Call {
  readonly name: string
  send(api: Api, options: CallOptions): Promise<Reply>
}

/** Every call of the interface, on a user of our own; none of them is to be carried out. */
async function refusedCalls(context: Context, options: CallOptions, allowed: readonly number[]): Promise<void> {
  const [shared] = await sharedUsers(context)
  // What was read by its address may be kept for it, whoever asks.
  await readUser(context, shared.id)
  await withUser(context, async ({ id, body }) => {
    const fresh = await wholeUser(context)
    const changed = { ...body, firstName: context.fresh.text() }
    const fields = ['email', 'firstName', 'name', 'active']
    await each<Call>(
      [
        { name: 'GET of the users', send: ({ user: api }, how) => api.list({ Size: '1' }, how) },
        { name: 'GET of a user', send: ({ user: api }, how) => api.get(shared.id, how) },
        { name: 'POST of a user', send: ({ user: api }, how) => api.create(fresh, how) },
        { name: 'PUT of a user', send: ({ user: api }, how) => api.replace(id, changed, how) },
        { name: 'DELETE of a user', send: ({ user: api }, how) => api.remove(id, how) },
      ],
      async ({ name, send }) => {
        const reply = await send(context.api, options)
        must.oneOf(`status of the refused ${name}`, reply.status, allowed)
      },
    )
    must.equal('the user of the refused calls', fieldsOf(await readUser(context, id), fields), fieldsOf(body, fields))
    must.equal('users of the refused create', (await listedWith(context, String(fresh['email']))).length, 0)
  })
}

check(
  validation['invalid-token'],
  'invented-on-every-call-of-users',
  {
    calls: ['user'],
    effects: true,
    needs: ['user-api', 'writes', 'created-users'],
    brokenBy: ['user-bad-token-sent-to-login', 'user-put-refused-yet-done', 'user-reads-kept-before-the-token'],
  },
  (context) => refusedCalls(context, { token: { value: `${context.fresh.tag}-never-issued` } }, [401]),
)

check(
  validation['invalid-token'],
  'in-another-letter-case-on-every-call-of-users',
  {
    calls: ['user'],
    sampled: true,
    effects: true,
    needs: ['user-api', 'writes', 'created-users'],
    brokenBy: ['token-in-any-letter-case'],
  },
  async (context) => {
    const token = await turnedToken(context.api)
    if (token) await refusedCalls(context, { token }, [401])
  },
)

check(
  validation['invalid-token'],
  'expired-on-every-call-of-users',
  {
    calls: ['user'],
    alone: true,
    effects: true,
    needs: ['user-api', 'writes', 'created-users', 'clock'],
    brokenBy: ['user-list-takes-an-expired-token'],
  },
  async (context) => {
    const token = { value: await freshToken(context.api) }
    must.success(await context.api.user.list({ Size: '1' }, { token }))
    await context.clock.advance(12 * hours + minutes)
    await refusedCalls(context, { token }, [401])
  },
)

check(
  validation['no-token-refused'],
  'on-every-call-of-users',
  {
    calls: ['user'],
    effects: true,
    needs: ['user-api', 'writes', 'created-users'],
    brokenBy: ['user-delete-needs-no-token', 'user-no-token-status-403'],
  },
  (context) => refusedCalls(context, { token: 'none' }, [400, 401]),
)

check(
  validation['no-token-refused'],
  'other-scheme-on-every-call-of-users',
  {
    calls: ['user'],
    sampled: true,
    effects: true,
    needs: ['user-api', 'writes', 'created-users'],
    brokenBy: ['other-scheme-taken-on-user-get', 'other-scheme-taken-on-user-put'],
  },
  (context) => refusedCalls(context, clientCredentials(context), [400, 401]),
)
