import { check, must } from '../../src/kit/index.ts'
import { createdGroup, everyGroup, groupSchema, readGroup, sharedScimUsers, memberValues } from './people.ts'
import { attribute, shownIdOf, membersOf } from './reading.ts'
import { scim } from './requirements.ts'

check(
  scim['list-groups'],
  'every-group-is-there',
  { effects: true, brokenBy: ['scim-groups-unserved', 'scim-groups-first-only'] },
  async (context) => {
    const groups = [await createdGroup(context), await createdGroup(context)]
    must.include(
      'ids in the list of groups',
      (await everyGroup(context)).map(shownIdOf),
      groups.map(({ id }) => id),
    )
  },
)

check(
  scim['create-group'],
  'name-and-members',
  {
    effects: true,
    needs: ['created-users'],
    brokenBy: ['scim-group-post-loses-members', 'scim-group-post-loses-name', 'scim-group-post-not-stored'],
  },
  async (context) => {
    const users = await sharedScimUsers(context)
    const { id, name } = await createdGroup(context, users)
    const group = await readGroup(context, id)
    must.equal('its name', attribute(group, 'displayName'), name)
    must.equal('its members', membersOf(group), users.map((one) => one.id).sort())
  },
)

check(
  scim['create-group'],
  'without-members',
  { effects: true, brokenBy: ['scim-group-post-needs-members'] },
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
    brokenBy: ['scim-group-put-not-stored', 'scim-group-put-keeps-members', 'scim-group-put-adds-members'],
  },
  async (context) => {
    const [one, other] = await sharedScimUsers(context)
    const { id } = await createdGroup(context, [one])
    const displayName = context.fresh.externalId()
    const changed = { schemas: [groupSchema], displayName, members: memberValues(other) }
    must.success(await context.api.scim.groups.replace(id, changed))
    const group = await readGroup(context, id)
    must.equal('its name', attribute(group, 'displayName'), displayName)
    must.equal('its members', membersOf(group), [other.id])
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
