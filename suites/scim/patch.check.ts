import { check, each, must, rely, type Context } from '../../src/kit/index.ts'
import {
  createdGroup,
  groupSchema,
  idsOf,
  patchOf,
  readGroup,
  leavingNoGroups,
  memberValues,
  withThree,
  type Own,
  type PatchStep,
} from './people.ts'
import { attribute, membersOf } from './reading.ts'
import { scim } from './requirements.ts'
import { patchedOnceKnown } from './soon.ts'

/** Members of a new group after a patch that has to succeed. */
const after = (context: Context, before: readonly Own[], ...operations: readonly PatchStep[]) =>
  leavingNoGroups(context, async () => {
    const { id, name } = await createdGroup(context, before)
    must.success(await patchedOnceKnown(context, id, patchOf(...operations)))
    const group = await readGroup(context, id)
    must.equal('its name', attribute(group, 'displayName'), name)
    return membersOf(group)
  })

check(
  scim.members,
  'add-keeps-the-others',
  {
    effects: true,
    brokenBy: [
      'scim-patch-add-replaces',
      'scim-patch-add-first-only',
      'scim-patch-not-stored',
      'scim-add-to-what-was-posted',
      'scim-patch-clears-name',
      'scim-add-to-the-last-patch',
      'scim-add-with-a-known-one-ignored',
      'scim-add-stops-at-a-known-one',
      'scim-patch-add-of-a-removed-member-ignored',
      'scim-patch-of-a-renamed-group-brings-its-first-name-back',
    ],
  },
  (context) =>
    withThree(context, async (a, b, c) => {
      const { id, name } = await createdGroup(context)
      for (const added of [[a], [b, c]]) {
        const patch = patchOf({ op: 'add', path: 'members', value: memberValues(...added) })
        must.success(await patchedOnceKnown(context, id, patch))
      }
      const group = await readGroup(context, id)
      must.equal('its name', attribute(group, 'displayName'), name)
      must.equal('the members', membersOf(group), idsOf(a, b, c))
      const displayName = context.fresh.externalId()
      const body = { schemas: [groupSchema], displayName, members: memberValues(b) }
      await rely(scim['replace-group'], async () => must.success(await context.api.scim.groups.replace(id, body)))
      const again = (...added: readonly Own[]) =>
        context.api.scim.groups.patch(id, patchOf({ op: 'add', path: 'members', value: memberValues(...added) }))
      // An add of one who is a member may be refused.
      if ((await again(b, c)).status >= 300) must.success(await again(c))
      const members = new Set(membersOf(await readGroup(context, id)))
      must.equal('the members after a PUT and an add', [...members], idsOf(b, c))
      const removal = patchOf({ op: 'remove', path: 'members', value: memberValues(c) })
      must.success(await context.api.scim.groups.patch(id, removal))
      must.success(await again(c))
      const last = await readGroup(context, id)
      must.include('the members after a removal and an add', membersOf(last), [c.id])
      must.equal('its name after patches of its members', attribute(last, 'displayName'), displayName)
    }),
)

check(
  scim.members,
  'remove-takes-the-named-only',
  {
    effects: true,
    brokenBy: [
      'scim-patch-remove-takes-all',
      'scim-patch-remove-ignored',
      'scim-patch-remove-first-only',
      'scim-remove-of-numbers-ignored',
      'scim-remove-skips-neighbour',
      'scim-remove-wants-ascending-ids',
    ],
  },
  (context) =>
    withThree(context, async (a, b, c) => {
      const one = await after(context, [a, b, c], { op: 'remove', path: 'members', value: memberValues(b) })
      must.equal('the members without one', one, idsOf(a, c))
      // In whatever order the three are kept, one of these pairs stands together, and one is named backwards.
      for (const [left, ...named] of [
        [b, a, c],
        [c, a, b],
        [c, b, a],
      ] as const) {
        const two = await after(context, [a, b, c], { op: 'remove', path: 'members', value: memberValues(...named) })
        must.equal('the members without two', two, idsOf(left))
      }
    }),
)

check(
  scim.members,
  'replace-leaves-exactly-the-named',
  {
    effects: true,
    brokenBy: ['scim-patch-replace-adds', 'scim-patch-replace-first-only', 'scim-replace-by-none-ignored'],
  },
  (context) =>
    withThree(context, async (a, b, c) => {
      const members = await after(context, [a], { op: 'replace', path: 'members', value: memberValues(b, c) })
      must.equal('the members', members, idsOf(b, c))
      const { id } = await createdGroup(context, [a])
      const none = await context.api.scim.groups.patch(id, patchOf({ op: 'replace', path: 'members', value: [] }))
      // Whether a list may be empty is not said: a server may refuse it, not tell success and keep the members.
      if (none.status >= 400) must.refused4xx(none)
      else must.equal('the members after a replace by none', membersOf(await readGroup(context, id)), [])
    }),
)

check(
  scim['patch-group'],
  'several-operations-in-turn',
  {
    effects: true,
    brokenBy: [
      'scim-patch-first-operation-only',
      'scim-patch-last-operation-only',
      'scim-patch-reversed',
      'scim-patch-one-operation-of-a-word',
      'scim-patch-removes-before-adds',
      'scim-replace-by-count',
      'scim-patch-remove-forgets-an-add-before-it',
    ],
  },
  (context) =>
    withThree(context, async (a, b, c) => {
      const members = await after(
        context,
        [a],
        { op: 'add', path: 'members', value: memberValues(b) },
        { op: 'remove', path: 'members', value: memberValues(a) },
        { op: 'add', path: 'members', value: memberValues(c) },
      )
      must.equal('the members', members, idsOf(b, c))
      const last = await after(
        context,
        [],
        { op: 'add', path: 'members', value: memberValues(a, b) },
        { op: 'replace', path: 'members', value: memberValues(c) },
      )
      must.equal('the members after a replace at the end', last, idsOf(c))
    }),
)

check(
  scim['patch-group'],
  'each-word',
  {
    effects: true,
    brokenBy: [
      'scim-replace-by-as-many-ignored',
      'scim-patch-unserved',
      'scim-patch-remove-refused',
      'scim-remove-leaves-one',
    ],
  },
  (context) =>
    withThree(context, async (a, b) => {
      await each(['add', 'remove', 'replace'], async (op) => {
        const value = op === 'remove' ? memberValues(a) : memberValues(b)
        const expected = { add: idsOf(a, b), remove: [], replace: idsOf(b) }[op]
        must.equal(`the members after ${op}`, await after(context, [a], { op, path: 'members', value }), expected)
      })
    }),
)

const also: Readonly<Record<string, readonly string[]>> = {
  'add-without-path': ['scim-patch-without-path-as-at-first'],
}

/** Forms of the RFC that the document does not show: refused with no change, or done as the RFC has it. */
for (const [situation, operationOf, fault] of [
  [
    'remove-by-filter',
    (b: Own) => ({ op: 'remove', path: `members[value eq "${b.id}"]` }),
    'scim-patch-filter-takes-all',
  ],
  ['remove-of-all', () => ({ op: 'remove', path: 'members' }), 'scim-patch-remove-of-all-ignored'],
  [
    'add-without-path',
    (b: Own) => ({ op: 'add', value: { members: memberValues(b) } }),
    'scim-patch-without-path-ignored',
  ],
  [
    'replace-without-path',
    (b: Own) => ({ op: 'replace', value: { members: memberValues(b) } }),
    'scim-patch-without-path-ignored',
  ],
] as const)
  check(scim.members, situation, { effects: true, brokenBy: [fault, ...(also[situation] ?? [])] }, (context) =>
    withThree(context, async (a, b, c) => {
      const before = situation.startsWith('remove') ? [a, b, c] : [a]
      const { id } = await createdGroup(context, before)
      const answer = await context.api.scim.groups.patch(id, patchOf(operationOf(b)))
      const members = membersOf(await readGroup(context, id))
      const done = {
        'remove-by-filter': idsOf(a, c),
        'remove-of-all': [],
        'add-without-path': idsOf(a, b),
        // No operation without a path is shown: a server may take its value for what is to be there, or for one more.
        'replace-without-path': members.length === 2 ? idsOf(a, b) : idsOf(b),
      }
      must.noServerError(answer)
      must.equal('the members', members, answer.status < 300 ? done[situation] : idsOf(...before))
      if (situation !== 'add-without-path' || answer.status >= 300) return
      must.success(await context.api.scim.groups.patch(id, patchOf(operationOf(c))))
      must.equal('the members after a second add', membersOf(await readGroup(context, id)), idsOf(a, b, c))
    }),
  )
