import type { Answer } from '../../src/clients/answer.ts'
import type { Api } from '../../src/clients/api.ts'
import { check, must, objectOf, rely, Unexercised, type Context } from '../../src/kit/index.ts'
import { namesOf } from '../../src/kit/names.ts'
import type { Need } from '../../src/target/needs.ts'
import { stored } from '../data/steps.ts'
import { answered, ownActivities, wish } from '../optimization/wish.ts'
import {
  createdGroup,
  createdScimUser,
  groupSchema,
  memberValues,
  patchOf,
  readScimUser,
  wholeScimUser,
  withScimUser,
} from '../scim/people.ts'
import { scim } from '../scim/requirements.ts'
import { activitiesOf, created, idOf, leastCall } from '../service/tree.ts'
import { createdUser, wholeUser, withUser } from './people.ts'
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
    brokenBy: ['privilege-superuser-refused', 'privilege-superuser-reads-only'],
    calls: (context, send) =>
      withUser(context, async ({ id, body }) => {
        must.success(await context.api.user.list({ Size: '1' }))
        await send(({ user: other }) => other.list({ Size: '1' }))
        await send(({ user: other }) => other.get(id))
        await send(async (as) =>
          as.user.replace(id, { ...body, firstName: context.fresh.text() }, await inOwnCompany(as)),
        )
      }),
  },
  {
    name: 'of-scim',
    needs: ['scim', 'writes', 'created-users'],
    brokenBy: [
      'privilege-superuser-refused',
      'privilege-superuser-reads-only',
      'scim-superuser-reads-no-user',
      'scim-superuser-creates-no-group',
      'scim-superuser-replaces-no-group',
      'scim-superuser-patches-no-group',
      'scim-superuser-deletes-no-group',
    ],
    calls: (context, send) =>
      withScimUser(context, async (lent) => {
        const { id, body } = lent
        const addition = patchOf({ op: 'add', path: 'members', value: memberValues(lent) })
        const { users, groups } = context.api.scim
        must.success(await users.list())
        await readScimUser(context, id)
        const [own, other] = [await createdGroup(context), await createdGroup(context)]
        await rely(scim['replace-group'], async () => must.success(await groups.replace(own.id, own.body)))
        await rely(scim['patch-group'], async () => must.success(await groups.patch(own.id, addition)))
        await rely(scim['remove-group'], async () => must.success(await groups.remove(own.id)))
        await send((as) => as.scim.users.list())
        await send((as) => as.scim.users.get(id))
        await send((as) => as.scim.groups.list())
        await send((as) => as.scim.users.replace(id, body))
        const displayName = context.fresh.externalId()
        await send((as) => as.scim.groups.create({ schemas: [groupSchema], displayName }))
        await send((as) => as.scim.groups.replace(other.id, other.body))
        await send((as) => as.scim.groups.patch(other.id, addition))
        await send((as) => as.scim.groups.remove(other.id))
      }),
  },
  {
    name: 'of-scim-for-new-users',
    needs: ['scim', 'writes', 'many-users'],
    brokenBy: ['scim-superuser-creates-no-user', 'scim-superuser-deletes-no-user'],
    async calls(context, send) {
      const [own, other] = [await createdScimUser(context), await createdScimUser(context)]
      await rely(scim['remove-user'], async () => must.success(await context.api.scim.users.remove(own.id)))
      await send((as) => as.scim.users.create(wholeScimUser(context)))
      await send((as) => as.scim.users.remove(other.id))
    },
  },
  {
    name: 'of-user-api-for-new-users',
    needs: ['user-api', 'writes', 'many-users'],
    brokenBy: ['user-superuser-creates-none', 'user-superuser-deletes-none'],
    async calls(context, send) {
      const { id, sent } = await createdUser(context)
      const body = await wholeUser(context, { phone: sent['phone'] })
      await send(async (as) => as.user.create(body, await inOwnCompany(as)))
      await send(async (as) => as.user.remove(id, await inOwnCompany(as)))
    },
  },
  {
    name: 'of-service-calls',
    needs: ['writes', 'service-api', 'service-call'],
    brokenBy: ['service-superuser-refused', 'service-superuser-reads-only', 'service-activity-for-administrators-only'],
    async calls(context, send) {
      const { id, tree } = await created(context, leastCall(context))
      const [activityId] = activitiesOf(tree).map(idOf)
      await send(({ service }) => service.get(id))
      if (activityId !== undefined) await send(({ service }) => service.activity(id, activityId))
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

/** A user obtains companies by permission (B-PRV-02): it writes for one that it has, and for all if it is told none. */
async function inOwnCompany({ company: companies }: Api) {
  const told = await companies.list('application/json')
  const [company] = told.status < 300 ? namesOf(objectOf(told)['companies']) : []
  return { query: { company } }
}

for (const { name, needs, alone, brokenBy, calls } of rooms) {
  check(user['privileges-enough'], name, { needs, ...(alone ? { alone } : {}), brokenBy }, async (context) => {
    await stored(context)
    let asked = 0
    const told = Object.entries(context.target.identities).filter(([, { privileges }]) => privileges?.length === 1)
    for (const [identity, { privileges }] of told.filter(([one]) => one !== 'admin')) {
      // Its permission group may keep it from records: then nothing is said of its privileges.
      const mayCreate = await context
        .as(identity)
        .data.create('ServiceCall', context.fresh.body('ServiceCall', { id: context.fresh.id() }))
      if (mayCreate.status >= 300) continue
      asked += 1
      await calls(context, async (call) => {
        const answer = await call(context.as(identity))
        must.hold(
          `a user with ${privileges?.join()} privileges served`,
          answer.status !== 401 && answer.status !== 403,
          answer,
        )
      })
    }
    if (asked === 0) throw new Unexercised('no identity of one privilege may create a record')
  })
}
