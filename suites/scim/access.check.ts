import type { Api } from '../../src/clients/api.ts'
import type { CallOptions } from '../../src/clients/call.ts'
import { everyEmail } from './listed.ts'
import { Blocked, check, each, must, type Context, type Reply } from '../../src/kit/index.ts'
import {
  createdGroup,
  everyGroup,
  patchOf,
  readGroup,
  readScimUser,
  sharedScimUsers,
  memberValues,
  wholeScimUser,
  withScimUser,
  groupSchema,
} from './people.ts'
import { user } from '../user/requirements.ts'
import { clientCredentials } from '../token/client-credentials.ts'
import { validation } from '../token/requirements.ts'
import { freshToken, hours, minutes } from '../token/steps.ts'
import { turnedToken } from '../token/turned.ts'
import { attribute, emailsOf, shownIdOf, membersOf, shownOf } from './reading.ts'

interface Call {
  readonly name: string
  send(api: Api, options?: CallOptions): Promise<Reply>
}

/** Every call of the interface, on users and groups of our own; none of them is to be carried out. */
async function refusedCalls(context: Context, refused: (call: Call) => Promise<void>): Promise<void> {
  const [shared] = await sharedScimUsers(context)
  await withScimUser(context, async ({ id, body }) => {
    const group = await createdGroup(context)
    const fresh = wholeScimUser(context)
    const changed = { ...body, active: false }
    const displayName = context.fresh.externalId()
    const named = { schemas: [groupSchema], displayName }
    const before = shownOf(await readScimUser(context, id))
    await each<Call>(
      [
        { name: 'GET of the users', send: ({ scim: api }, options) => api.users.list(options) },
        { name: 'GET of a user', send: ({ scim: api }, options) => api.users.get(id, options) },
        { name: 'POST of a user', send: ({ scim: api }, options) => api.users.create(fresh, options) },
        { name: 'PUT of a user', send: ({ scim: api }, options) => api.users.replace(id, changed, options) },
        { name: 'DELETE of a user', send: ({ scim: api }, options) => api.users.remove(id, options) },
        { name: 'GET of the groups', send: ({ scim: api }, options) => api.groups.list(options) },
        { name: 'POST of a group', send: ({ scim: api }, options) => api.groups.create(named, options) },
        { name: 'PUT of a group', send: ({ scim: api }, options) => api.groups.replace(group.id, named, options) },
        {
          name: 'PATCH of a group',
          send: ({ scim: api }, options) =>
            api.groups.patch(group.id, patchOf({ op: 'add', path: 'members', value: memberValues(shared) }), options),
        },
        { name: 'DELETE of a group', send: ({ scim: api }, options) => api.groups.remove(group.id, options) },
      ],
      refused,
    )
    must.equal('the user of the refused calls', shownOf(await readScimUser(context, id)), before)
    const emails = await everyEmail(context)
    must.equal(
      'e-mails of the refused create in the list',
      emailsOf(fresh).filter((one) => emails.includes(one)),
      [],
    )
    const groups = await everyGroup(context)
    must.equal(
      'groups of the refused create',
      groups.filter((one) => attribute(one, 'displayName') === displayName).length,
      0,
    )
    must.equal('members of the group', membersOf(groups.find((one) => shownIdOf(one) === group.id)), [])
    must.present('the group', await readGroup(context, group.id))
  })
}

check(
  validation['invalid-token'],
  'expired-on-every-call-of-scim',
  {
    calls: ['scim'],
    alone: true,
    effects: true,
    needs: ['scim', 'writes', 'created-users', 'clock'],
    brokenBy: ['scim-users-take-an-expired-token'],
  },
  async (context) => {
    const token = { value: await freshToken(context.api) }
    const [shared] = await sharedScimUsers(context)
    must.success(await context.api.scim.users.get(shared.id, { token }))
    await context.clock.advance(12 * hours + minutes)
    await refusedCalls(context, async ({ name, send }) => {
      const reply = await send(context.api, { token })
      must.equal(`status of ${name} with an expired token`, reply.status, 401)
    })
  },
)

check(
  validation['invalid-token'],
  'invented-on-every-call-of-scim',
  {
    calls: ['scim'],
    effects: true,
    needs: ['scim', 'writes', 'created-users'],
    brokenBy: ['scim-invalid-token-taken', 'scim-invalid-token-status-403', 'scim-writes-take-any-token'],
  },
  (context) =>
    refusedCalls(context, async ({ name, send }) => {
      const reply = await send(context.api, { token: { value: `${context.fresh.tag}-never-issued` } })
      must.equal(`status of ${name} with an invented token`, reply.status, 401)
    }),
)

check(
  validation['invalid-token'],
  'in-another-letter-case-on-every-call-of-scim',
  {
    calls: ['scim'],
    sampled: true,
    effects: true,
    needs: ['scim', 'writes', 'created-users'],
    brokenBy: ['token-in-any-letter-case'],
  },
  async (context) => {
    const token = await turnedToken(context.api)
    if (!token) return
    await refusedCalls(context, async ({ name, send }) => {
      const reply = await send(context.api, { token })
      must.equal(`status of ${name} with a token in another letter case`, reply.status, 401)
    })
  },
)

check(
  validation['no-token-refused'],
  'on-every-call-of-scim',
  {
    calls: ['scim'],
    effects: true,
    needs: ['scim', 'writes', 'created-users'],
    brokenBy: ['scim-patch-needs-no-token', 'scim-no-token-taken', 'scim-groups-need-no-token'],
  },
  (context) =>
    refusedCalls(context, async ({ name, send }) => {
      const reply = await send(context.api, { token: 'none' })
      must.oneOf(`status of ${name} without a token`, reply.status, [400, 401])
    }),
)

check(
  validation['no-token-refused'],
  'other-scheme-on-every-call-of-scim',
  {
    calls: ['scim'],
    sampled: true,
    effects: true,
    needs: ['scim', 'writes', 'created-users'],
    brokenBy: ['other-scheme-taken-on-scim-users', 'other-scheme-taken-on-scim-group-patch'],
  },
  (context) =>
    refusedCalls(context, async ({ name, send }) => {
      const reply = await send(context.api, clientCredentials(context))
      must.inRange(`status of ${name} with the credentials of a client`, reply.status, { atLeast: 400, atMost: 499 })
    }),
)

check(
  user['privileges-needed'],
  'on-every-call-of-scim',
  {
    calls: ['scim'],
    effects: true,
    needs: ['scim', 'writes', 'created-users'],
    brokenBy: [
      'scim-privileges-not-needed',
      'scim-reads-need-no-privileges',
      'scim-patch-needs-no-privileges',
      'scim-groups-need-no-privileges',
      'privilege-any-will-do',
    ],
  },
  (context) =>
    refusedCalls(context, async ({ name, send }) => {
      try {
        // With which status lacking privileges show is not said (B-PRV-05).
        const { status } = await send(context.as('unprivileged'))
        must.inRange(`status of ${name} without privileges`, status, { atLeast: 400, atMost: 499 })
      } catch (error) {
        // Who gets no token is refused, too (B-PRV-05).
        if (!(error instanceof Blocked)) throw error
      }
    }),
)
