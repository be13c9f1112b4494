import { check, eventually, matchers, must } from '../../src/kit/index.ts'
import {
  createdGroup,
  everyGroup,
  groupSchema,
  leavingNoGroups,
  memberValues,
  patchOf,
  readGroup,
  triedGroup,
  withMembers,
  type Own,
} from './people.ts'
import { attribute, membersOf, shownIdOf } from './reading.ts'
import { scim } from './requirements.ts'

const signs = ['Müller & Søn – Łódź', 'x'.repeat(80), '🔧 𠮷田']

check(
  scim['written-is-read'],
  'names-of-groups',
  {
    effects: true,
    brokenBy: ['scim-group-names-escaped', 'scim-group-names-cut-at-fifty', 'scim-group-put-name-in-ascii'],
  },
  async (context) => {
    await leavingNoGroups(context, async () => {
      const whole = () => `${context.fresh.externalId()} ${signs.join(' ')}`
      const nameOf = async (id: string) => attribute(await readGroup(context, id), 'displayName')
      // Which names a group may have is not said.
      const { answer, told } = await triedGroup(context, [], whole())
      if (answer.status >= 400) must.refused4xx(answer)
      const made = answer.status >= 400 ? await createdGroup(context) : await told()
      must.equal('the name of a created group', await nameOf(made.id), made.name)
      const put = async (displayName: string): Promise<boolean> => {
        const replaced = await context.api.scim.groups.replace(made.id, { schemas: [groupSchema], displayName })
        if (replaced.status >= 400) must.refused4xx(replaced)
        else must.equal('the name of a group after a PUT', await nameOf(made.id), displayName)
        return replaced.status < 400
      }
      if (await put(whole())) return
      for (const one of signs) await put(`${context.fresh.externalId()} ${one}`)
    })
  },
)

const many = 55

check(
  scim['list-groups'],
  'more-than-fifty',
  { effects: true, heavy: true, brokenBy: ['scim-groups-list-first-fifty'] },
  async (context) => {
    await leavingNoGroups(context, async () => {
      const ids: string[] = []
      for (let count = 0; count < many; count += 1) {
        const { answer, told } = await triedGroup(context, [])
        // How many groups an account may have is not said.
        if (answer.status >= 400) {
          must.refused4xx(answer)
          break
        }
        ids.push((await told()).id)
      }
      must.some('group that was created', ids)
      must.include('ids in the list of groups', (await everyGroup(context)).map(shownIdOf), ids)
    })
  },
)

check(
  scim['replace-group'],
  'one-of-two-of-a-name',
  { effects: true, needs: ['created-users'], brokenBy: ['scim-group-put-lands-on-its-namesake'] },
  async (context) => {
    await withMembers(context, async (a, b) => {
      const [older, newer] = [await createdGroup(context, [a]), await createdGroup(context, [b])]
      const members = async () => [
        membersOf(await readGroup(context, older.id)),
        membersOf(await readGroup(context, newer.id)),
      ]
      const replace = (id: string, ...users: readonly Own[]) =>
        context.api.scim.groups.replace(id, {
          schemas: [groupSchema],
          displayName: older.name,
          members: memberValues(...users),
        })
      const renamed = await replace(newer.id, b)
      // Two groups of one name may be refused.
      if (renamed.status >= 400) must.refused4xx(renamed)
      must.equal('members of each, after one got the name of the other', await members(), [[a.id], [b.id]])
      if (renamed.status >= 400) return
      const all = [a.id, b.id].sort()
      // That a user may be in several groups is not said.
      for (const [id, users, expected] of [
        [newer.id, [], [[a.id], []]],
        [older.id, [], [[], []]],
        [newer.id, [a, b], [[], all]],
        [newer.id, [], [[], []]],
        [older.id, [a, b], [all, []]],
      ] as const) {
        must.success(await replace(id, ...users))
        must.equal('members of two groups of one name, after a PUT of one', await members(), expected)
      }
      const change = (id: string, op: string, user: Own) =>
        context.api.scim.groups.patch(id, patchOf({ op, path: 'members', value: memberValues(user) }))
      must.success(await change(older.id, 'remove', a))
      must.success(await change(newer.id, 'add', a))
      must.equal('members of two groups of one name, after a PATCH of each', await members(), [[b.id], [a.id]])
      must.success(await context.api.scim.groups.remove(newer.id))
      must.equal('members of the group whose namesake was deleted', membersOf(await readGroup(context, older.id)), [
        b.id,
      ])
    })
  },
)

const namesakes = (groups: ReadonlyArray<Parameters<typeof attribute>[0]>, name: string): number =>
  groups.filter((one) => attribute(one, 'displayName') === name).length

check(
  scim['written-is-read'],
  'group-that-is-gone-stays-gone',
  { effects: true, brokenBy: ['scim-deleted-group-comes-back'] },
  async (context) => {
    const { id, name } = await createdGroup(context)
    must.success(await context.api.scim.groups.remove(id))
    await eventually(
      context,
      () => everyGroup(context),
      (groups) => matchers.equal('groups of the deleted name', namesakes(groups, name), 0),
    )
    must.equal('groups of the deleted name, read again', namesakes(await everyGroup(context), name), 0)
  },
)
