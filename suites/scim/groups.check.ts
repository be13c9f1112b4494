import { check, must, rely } from '../../src/kit/index.ts'
import {
  createdGroup,
  everyGroup,
  everyUser,
  groupSchema,
  memberValues,
  patchOf,
  readGroup,
  sharedScimUsers,
  withMembers,
  withScimUser,
} from './people.ts'
import { attribute, emailsOf, isInteger, membersOf, scimUsersIn, shownIdOf } from './reading.ts'
import { scim } from './requirements.ts'

const times = (all: readonly unknown[], one: unknown): number => all.filter((other) => other === one).length

check(
  scim['list-groups'],
  'every-group-is-there',
  {
    effects: true,
    brokenBy: [
      'scim-groups-unserved',
      'scim-groups-first-only',
      'scim-groups-with-members-only',
      'scim-groups-by-name',
    ],
  },
  async (context) => {
    const groups = [await createdGroup(context), await createdGroup(context)]
    const displayName = groups[0]?.name
    const again = await context.api.scim.groups.create({ schemas: [groupSchema], displayName })
    const listed = await everyGroup(context)
    must.include(
      'ids in the list of groups',
      listed.map(shownIdOf),
      groups.map(({ id }) => id),
    )
    // Two groups of one name may be refused.
    const named = listed.filter((group) => attribute(group, 'displayName') === displayName)
    must.equal('groups of the name in the list', named.length, again.status < 300 ? 2 : 1)
  },
)

check(
  scim['create-group'],
  'name-and-members',
  {
    effects: true,
    needs: ['created-users'],
    brokenBy: [
      'scim-group-post-loses-members',
      'scim-group-post-loses-name',
      'scim-group-post-not-stored',
      'scim-group-post-first-member',
      'scim-group-once-per-member',
      'scim-user-in-one-group',
      'scim-groups-of-equal-members-share-them',
      'scim-user-listed-once-per-group',
      'scim-add-takes-a-user-out-of-other-groups',
      'scim-group-put-takes-users-out-of-other-groups',
    ],
  },
  async (context) => {
    await withMembers(context, async (...users) => {
      const { id, name } = await createdGroup(context, users)
      const displayName = context.fresh.externalId()
      const body = { schemas: [groupSchema], displayName, members: memberValues(...users) }
      const again = await context.api.scim.groups.create(body)
      const groups = await everyGroup(context)
      const group = groups.find((one) => shownIdOf(one) === id)
      must.equal('groups of the list with its id', groups.filter((one) => shownIdOf(one) === id).length, 1)
      must.equal('its name', attribute(group, 'displayName'), name)
      const ids = users.map((one) => one.id).sort()
      must.equal('its members', membersOf(group), ids)
      const second = groups.find((one) => attribute(one, 'displayName') === displayName)
      // That a user may be in several groups is not said.
      if (again.status >= 400) return must.refused4xx(again)
      must.equal('members of another group', membersOf(second), ids)
      const listed = (await everyUser(context)).map(shownIdOf)
      for (const one of ids) must.equal('times that a member is in the list of users', times(listed, one), 1)
      const other = shownIdOf(second) ?? ''
      const removal = patchOf({ op: 'remove', path: 'members', value: memberValues(users[1]) })
      await rely(scim['patch-group'], async () => must.success(await context.api.scim.groups.patch(other, removal)))
      const mustHaveAll = async (after: string) =>
        must.equal(`its members after ${after}`, membersOf(await readGroup(context, id)), ids)
      await mustHaveAll('a patch of the other')
      const addition = patchOf({ op: 'add', path: 'members', value: memberValues(users[1]) })
      await rely(scim['patch-group'], async () => must.success(await context.api.scim.groups.patch(other, addition)))
      await mustHaveAll('one of them was added to the other')
      await rely(scim['replace-group'], async () => must.success(await context.api.scim.groups.replace(other, body)))
      await mustHaveAll('a PUT of the other with the same ones')
      await context.api.scim.groups.remove(other)
    })
  },
)

check(
  scim['create-group'],
  'without-members',
  { effects: true, brokenBy: ['scim-group-post-needs-members', 'scim-group-post-crashes-stored'] },
  async (context) => {
    const displayName = context.fresh.externalId()
    must.success(await context.api.scim.groups.create({ schemas: [groupSchema], displayName }))
    const names = (await everyGroup(context)).map((group) => attribute(group, 'displayName'))
    must.include('names in the list of groups', names, [displayName])
  },
)

check(
  scim['replace-group'],
  'name-and-members',
  {
    effects: true,
    needs: ['created-users'],
    brokenBy: [
      'scim-group-put-not-stored',
      'scim-group-put-keeps-members',
      'scim-group-put-adds-members',
      'scim-group-put-no-more-members',
      'scim-group-put-of-none-ignored',
      'scim-group-put-new-id',
      'scim-groups-list-before-the-put',
      'scim-group-put-of-as-many-ignored',
      'scim-group-put-of-the-same-name-ignored',
      'scim-groups-list-without-the-emptied',
    ],
  },
  async (context) => {
    await withMembers(context, async (one, other) => {
      const { id } = await createdGroup(context, [one])
      const displayName = context.fresh.externalId()
      for (const users of [[other], [one, other], [other], []]) {
        const changed = { schemas: [groupSchema], displayName, members: memberValues(...users) }
        must.success(await context.api.scim.groups.replace(id, changed))
        const group = await readGroup(context, id)
        must.equal('its name', attribute(group, 'displayName'), displayName)
        must.equal('its members', membersOf(group), users.map((user) => user.id).sort())
      }
      // A name is optional (B-SCM-08); whether a PUT without one leaves it is not said, nor what a list makes of a group of none.
      const unnamed = await context.api.scim.groups.replace(id, { schemas: [groupSchema], members: memberValues(one) })
      // RFC 7643 (4.2) wants one; that it may be left out is said of a POST alone.
      if (unnamed.status >= 400) return must.refused4xx(unnamed)
      const nameless = await readGroup(context, id)
      if (nameless) must.equal('its members after a PUT without a name', membersOf(nameless), [one.id])
    })
  },
)

check(
  scim['replace-group'],
  'by-an-integer',
  { effects: true, brokenBy: ['scim-group-ids-are-guids'] },
  async (context) => {
    const { id, body } = await createdGroup(context)
    must.success(await context.api.scim.groups.replace(id, body))
    must.hold('an integer as id in a path', isInteger(id), id)
  },
)

check(
  scim['remove-group'],
  'gone-afterwards',
  { effects: true, brokenBy: ['scim-group-delete-not-done'] },
  async (context) => {
    const [doomed, kept] = [await createdGroup(context), await createdGroup(context)]
    must.success(await context.api.scim.groups.remove(doomed.id))
    const ids = (await everyGroup(context)).map(shownIdOf)
    must.hold('a list without the deleted group', !ids.includes(doomed.id), ids)
    must.include('ids in the list of groups', ids, [kept.id])
  },
)

check(
  scim['remove-group'],
  'another-of-its-name-afterwards',
  { effects: true, needs: ['created-users'], brokenBy: ['scim-group-inherits-members'] },
  (context) =>
    withScimUser(context, async (member) => {
      const doomed = await createdGroup(context, [member])
      must.success(await context.api.scim.groups.remove(doomed.id))
      const { id } = await createdGroup(context, [], doomed.name)
      must.equal('members of a new group of that name', membersOf(await readGroup(context, id)), [])
    }),
)

check(
  scim['remove-group'],
  'with-a-member',
  {
    effects: true,
    needs: ['created-users'],
    brokenBy: [
      'scim-group-delete-needs-none',
      'scim-group-delete-takes-members',
      'scim-group-delete-takes-user-of-its-number',
      'scim-deleted-group-patched',
      'scim-deleted-group-put-again',
    ],
  },
  (context) =>
    withScimUser(context, async (member) => {
      const [shared] = await sharedScimUsers(context)
      const { id, body } = await createdGroup(context, [member])
      // Groups may have the numbers of users.
      const namesake = async () => scimUsersIn(await context.api.scim.users.get(id)).flatMap(emailsOf)
      const before = await namesake()
      must.success(await context.api.scim.groups.remove(id))
      if (before.length > 0) must.equal('the user of the number of the deleted group', await namesake(), before)
      const revival = patchOf({ op: 'add', path: 'members', value: memberValues(shared) })
      must.notDone('a PATCH of the deleted group', await context.api.scim.groups.patch(id, revival))
      must.notDone('a PUT of the deleted group', await context.api.scim.groups.replace(id, { ...body, members: [] }))
      must.absent('the deleted group', await readGroup(context, id))
      const left = await context.api.scim.users.get(member.id)
      must.include('e-mails of its member', scimUsersIn(left).flatMap(emailsOf), [member.name])
    }),
)
