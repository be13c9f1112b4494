import { check, must } from '../../src/kit/index.ts'
import {
  createdGroup,
  idsOf,
  leavingNoGroups,
  memberValues,
  patchOf,
  readGroup,
  withThree,
  type Own,
} from './people.ts'
import { membersOf } from './reading.ts'
import { scim } from './requirements.ts'
import { patchedOnceKnown } from './soon.ts'

type Step = readonly [op: string, named: readonly Own[]]

/** Patches of one group in turn, and who is a member after each: from none, one and several members to none, one and several. */
const walk = (a: Own, b: Own, c: Own): ReadonlyArray<readonly [steps: readonly Step[], left: readonly Own[]]> => [
  [[['add', [a, b]]], [a, b]],
  [[['replace', [c]]], [c]],
  [[['add', [a, b]]], [a, b, c]],
  [[['remove', [a, b]]], [c]],
  [[['remove', [c]]], []],
  [[['replace', [a, b]]], [a, b]],
  [[['remove', [a, b]]], []],
  [[['add', [c]]], [c]],
  // What one operation left is what the next one begins with.
  [
    [
      ['remove', [c]],
      ['add', [a, b]],
    ],
    [a, b],
  ],
  [
    [
      ['add', [c]],
      ['replace', [b]],
      ['remove', [b]],
    ],
    [],
  ],
]

check(
  scim.members,
  'each-word-from-none-and-to-none',
  {
    effects: true,
    brokenBy: [
      'scim-add-of-several-to-none-keeps-the-last',
      'scim-replace-of-none-by-several-keeps-the-first',
      'scim-remove-of-all-by-name-keeps-the-last',
    ],
  },
  (context) =>
    withThree(context, (...three) =>
      leavingNoGroups(context, async () => {
        const { id } = await createdGroup(context)
        for (const [steps, left] of walk(...three)) {
          const operations = steps.map(([op, named]) => ({ op, path: 'members', value: memberValues(...named) }))
          must.success(await patchedOnceKnown(context, id, patchOf(...operations)))
          const done = steps.map(([op, { length }]) => `${op} of ${length}`).join(', ')
          must.equal(`the members after ${done}`, membersOf(await readGroup(context, id)), idsOf(...left))
        }
      }),
    ),
)
