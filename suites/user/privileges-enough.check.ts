import type { Answer } from '../../src/clients/answer.ts'
import type { Api } from '../../src/clients/api.ts'
import { check, must, type Context } from '../../src/kit/index.ts'
import type { Need } from '../../src/target/needs.ts'
import { stored } from '../data/steps.ts'
import { answered, ownActivities, wish } from '../optimization/wish.ts'
import { withScimUser } from '../scim/people.ts'
import { created, leastCall } from '../service/tree.ts'
import { withUser } from './people.ts'
import { user } from './requirements.ts'

interface Room {
  readonly name: string
  readonly needs: readonly Need[]
  readonly alone?: true
  readonly brokenBy: readonly [string, ...string[]]
  /** Sends calls as another identity, after the default one was served with the like. */
  calls(context: Context, send: (call: (other: Api) => Promise<Answer>) => Promise<void>): Promise<void>
}

/** Calls of the interfaces that ask for one of two privileges. */
const rooms: readonly Room[] = [
  {
    name: 'of-user-api',
    needs: ['user-api', 'writes', 'created-users'],
    brokenBy: ['privilege-superuser-refused', 'privilege-superuser-reads-only', 'user-superuser-deletes-none'],
    calls: (context, send) =>
      withUser(context, async ({ id, body }) => {
        must.success(await context.api.user.list({ Size: '1' }))
        await send(({ user: other }) => other.list({ Size: '1' }))
        await send(({ user: other }) => other.get(id))
        await send(({ user: other }) => other.replace(id, { ...body, firstName: context.fresh.text() }))
        // A DELETE for no company that there is shows who may delete any, unless it is forbidden to all.
        const nowhere = { query: { company: `${context.fresh.tag} none` } }
        if (![401, 403].includes((await context.api.user.remove(id, nowhere)).status))
          await send(({ user: other }) => other.remove(id, nowhere))
      }),
  },
  {
    name: 'of-scim',
    needs: ['scim', 'writes', 'created-users'],
    brokenBy: ['privilege-superuser-refused', 'privilege-superuser-reads-only'],
    calls: (context, send) =>
      withScimUser(context, async ({ id, body }) => {
        must.success(await context.api.scim.users.list())
        await send(({ scim }) => scim.users.list())
        await send(({ scim }) => scim.groups.list())
        await send(({ scim }) => scim.users.replace(id, body))
      }),
  },
  {
    name: 'of-service-calls',
    needs: ['writes', 'service-api', 'service-call'],
    brokenBy: ['service-superuser-refused', 'service-superuser-reads-only'],
    async calls(context, send) {
      const { id } = await created(context, leastCall(context))
      await send(({ service }) => service.get(id))
      await send(({ service }) => service.create(leastCall(context)))
    },
  },
  {
    name: 'of-re-optimization',
    needs: ['writes', 'optimization', 'service-api', 'service-call'],
    alone: true,
    brokenBy: ['optimization-superuser-refused'],
    async calls(context, send) {
      const { ids } = await ownActivities(context)
      must.status(await answered(context, wish(context, ids)), 202)
      await send((other) => answered({ ...context, api: other }, wish(context, ids)))
    },
  },
]

for (const { name, needs, alone, brokenBy, calls } of rooms) {
  check(user['privileges-enough'], name, { needs, ...(alone ? { alone } : {}), brokenBy }, async (context) => {
    await stored(context)
    const told = Object.entries(context.target.identities).filter(([, { privileges }]) => privileges?.length === 1)
    for (const [identity, { privileges }] of told.filter(([one]) => one !== 'admin')) {
      // Its permission group may keep it from records: then nothing is said of its privileges.
      const mayCreate = await context
        .as(identity)
        .data.create('ServiceCall', context.fresh.body('ServiceCall', { id: context.fresh.id() }))
      if (mayCreate.status >= 300) continue
      await calls(context, async (call) => {
        const answer = await call(context.as(identity))
        must.hold(
          `a user with ${privileges?.join()} privileges served`,
          answer.status !== 401 && answer.status !== 403,
          answer,
        )
      })
    }
  })
}
