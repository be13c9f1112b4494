import type { Api } from '../../../src/clients/api.ts'
import type { CallOptions } from '../../../src/clients/call.ts'
import { must, type Context, type Reply } from '../../../src/kit/index.ts'
import type { Need } from '../../../src/target/needs.ts'
import {
  createdGroup,
  createdScimUser,
  everyGroup,
  everyUser,
  groupSchema,
  memberValues,
  patchOf,
  readGroup,
  readScimUser,
  sharedScimUsers,
  wholeScimUser,
} from '../../scim/people.ts'
import { attribute, scimUsersIn, shownIdOf, shownOf } from '../../scim/reading.ts'
import { mustBeOfOneAccount, type Secluded } from '../../token/elsewhere/stranger.ts'
import { companiesOf, createdUser, fieldsOf, listedWith, sentId, sharedUsers, usersIn, wholeUser } from '../people.ts'
import { readUser, seenUser } from '../reading.ts'

export interface WayToPeople {
  readonly needs: readonly Need[]
  readonly effects?: true
  /** The operation whose fault it tells, and whether the call names an account. */
  readonly operation: string
  readonly named?: true
  readonly findsNothing?: true
  /** Further faults that it tells. */
  readonly also?: readonly string[]
  keep(context: Context): Promise<Secluded>
}

type Tries = (api: Api, id: string, options: CallOptions) => ReadonlyArray<() => Promise<Reply>>
const home = 'other-account'
const atMost = 1000

type Does = 'read' | 'write' | 'remove'

/** Ids are given by the target, and each account may count its own: whoever has this one at the stranger's home is left alone, and only reads are tried. */
async function mayBeAtHome(context: Context, isThere: (api: Api) => Promise<boolean>): Promise<boolean> {
  await mustBeOfOneAccount(context, home)
  return isThere(context.as(home))
}

/** A user that SCIM or the User API made; one of its own where a call may delete it. */
export async function keptUser(context: Context, tries: Tries, does: Does = 'read'): Promise<Secluded> {
  const { id } = does === 'remove' ? await createdUser(context) : (await sharedUsers(context))[0]
  const dto = await readUser(context, id)
  const isLeft =
    does !== 'read' &&
    (await mayBeAtHome(context, async ({ user }) => {
      const listed = usersIn(await user.list({ Size: String(atMost) }))
      const isListed = listed.length >= atMost || listed.some((one) => String(one['id']) === id)
      return isListed || (await user.get(id)).status < 300
    }))
  return {
    secrets: [String(dto['lastName'])],
    see: async () => {
      const seen = await seenUser(context, id)
      return [fieldsOf(seen, ['email', 'firstName', 'lastName', 'phone', 'name', 'active']), companiesOf(seen)]
    },
    tries: (api, options = {}) => (isLeft ? [() => api.user.get(id, options)] : tries(api, id, options)),
    ...(does === 'remove' ? { tidy: () => context.api.user.remove(id) } : {}),
  }
}

export async function keptScimUser(context: Context, tries: Tries, does: Does = 'read'): Promise<Secluded> {
  const { id, body } = does === 'remove' ? await createdScimUser(context) : (await sharedScimUsers(context))[0]
  const { familyName } = shownOf(await readScimUser(context, id))
  const isLeft =
    does !== 'read' &&
    (await mayBeAtHome(context, async (api) => {
      const isListed = (await everyUser({ api })).some((one) => shownIdOf(one) === id)
      return isListed || (await api.scim.users.get(id)).status < 300
    }))
  return {
    secrets: [String(familyName ?? body['userName'])],
    see: async () => shownOf(scimUsersIn(await context.api.scim.users.get(id))[0]),
    tries: (other, options = {}) =>
      options.query ? [] : isLeft ? [() => other.scim.users.get(id)] : tries(other, id, options),
    ...(does === 'remove' ? { tidy: () => context.api.scim.users.remove(id) } : {}),
  }
}

async function keptGroup(context: Context, tries: Tries, does: Does = 'write'): Promise<Secluded> {
  const [user] = await sharedScimUsers(context)
  const { id, name } = await createdGroup(context)
  // That a user may be in several groups is not said: where it is refused, the group has no member.
  await context.api.scim.groups.patch(id, patchOf({ op: 'add', path: 'members', value: memberValues(user) }))
  const isLeft =
    does !== 'read' &&
    (await mayBeAtHome(context, async (api) => (await everyGroup({ api })).some((one) => shownIdOf(one) === id)))
  return {
    secrets: [name],
    see: async () => {
      const group = await readGroup(context, id)
      return { name: attribute(group, 'displayName'), members: attribute(group, 'members') }
    },
    tidy: () => context.api.scim.groups.remove(id),
    tries: (api, options = {}) =>
      options.query ? [] : isLeft ? [() => api.scim.groups.list()] : tries(api, id, options),
  }
}

const created = ['user-api', 'writes', 'created-users'] as const
const scimCreated = ['scim', 'writes', 'created-users'] as const
const many = ['many-users'] as const
const effects = { effects: true } as const

/** Ways to users and groups of another account. */
export const waysToPeople: Readonly<Record<string, WayToPeople>> = {
  'user-get': {
    operation: 'user-get',
    named: true,
    needs: created,
    keep: (context) => keptUser(context, ({ user }, id, options) => [() => user.get(id, options)]),
  },
  'user-list': {
    operation: 'user-list',
    named: true,
    needs: created,
    keep: (context) =>
      keptUser(context, ({ user }, _id, options) => [
        () => user.list({ Sort: 'created desc', Size: '50' }, options),
        () => user.list({ Size: String(atMost) }, options),
      ]),
  },
  'user-list-at-the-other-path': {
    operation: 'user-list',
    findsNothing: true,
    needs: created,
    also: ['user-other-path-lists-every-account'],
    keep: (context) =>
      keptUser(context, ({ user }, _id, { query, ...options }) => [
        () => user.listAtOtherPath({ ...options, query: { Sort: 'created desc', Size: String(atMost), ...query } }),
      ]),
  },
  'user-post': {
    ...effects,
    operation: 'user-post',
    findsNothing: true,
    named: true,
    needs: [...created, ...many],
    async keep(context) {
      // At home it may make whom it likes: only calls that name the account that is checked are sent.
      const emails: string[] = []
      return {
        secrets: [],
        see: async () => {
          for (const email of emails) {
            must.equal('users that another account made', (await listedWith(context, email)).length, 0)
          }
        },
        tries: ({ user }, options) =>
          options?.query?.['account'] === undefined
            ? []
            : [
                async () => {
                  const body = await wholeUser(context)
                  emails.push(String(body['email']))
                  return user.create(body, options)
                },
              ],
      }
    },
  },
  'user-put': {
    ...effects,
    operation: 'user-put',
    named: true,
    needs: created,
    keep: (context) =>
      keptUser(context, ({ user }, id, options) => [
        async () => user.replace(id, { ...(await wholeUser(context)), id: sentId(id) }, options),
      ]),
  },
  'user-delete': {
    ...effects,
    operation: 'user-delete',
    // At home it is deleted from the companies there, of which it has none.
    findsNothing: true,
    named: true,
    needs: [...created, ...many],
    keep: (context) => keptUser(context, ({ user }, id, options) => [() => user.remove(id, options)], 'remove'),
  },
  'scim-user-get': {
    operation: 'scim-user-get',
    needs: scimCreated,
    keep: (context) => keptScimUser(context, ({ scim }, id) => [() => scim.users.get(id)]),
  },
  'scim-users': {
    operation: 'scim-users',
    needs: scimCreated,
    keep: (context) => keptScimUser(context, ({ scim }) => [() => scim.users.list()]),
  },
  'scim-user-put': {
    ...effects,
    operation: 'scim-user-put',
    needs: scimCreated,
    keep: (context) => keptScimUser(context, ({ scim }, id) => [() => scim.users.replace(id, wholeScimUser(context))]),
  },
  'scim-user-delete': {
    ...effects,
    operation: 'scim-user-delete',
    needs: [...scimCreated, ...many],
    keep: (context) => keptScimUser(context, ({ scim }, id) => [() => scim.users.remove(id)], 'remove'),
  },
  'scim-groups': {
    operation: 'scim-groups',
    needs: scimCreated,
    keep: (context) => keptGroup(context, ({ scim }) => [() => scim.groups.list()], 'read'),
  },
  'scim-group-put': {
    ...effects,
    operation: 'scim-group-put',
    needs: scimCreated,
    keep: (context) =>
      keptGroup(context, ({ scim }, id) => [
        () => scim.groups.replace(id, { schemas: [groupSchema], displayName: context.fresh.externalId(), members: [] }),
      ]),
  },
  'scim-group-patch': {
    ...effects,
    operation: 'scim-group-patch',
    needs: scimCreated,
    keep: (context) =>
      keptGroup(context, ({ scim }, id) => [() => scim.groups.patch(id, patchOf({ op: 'remove', path: 'members' }))]),
  },
  'scim-group-delete': {
    ...effects,
    operation: 'scim-group-delete',
    needs: scimCreated,
    keep: (context) => keptGroup(context, ({ scim }, id) => [() => scim.groups.remove(id)]),
  },
}
