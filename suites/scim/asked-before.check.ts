import { check, eventually, must, type Context } from '../../src/kit/index.ts'
import { createdGroup, createdScimUser, everyGroup, everyUser, type Own } from './people.ts'
import { shownIdOf } from './reading.ts'
import { scim } from './requirements.ts'

/** Lists, how one of theirs is made and deleted, and the faults by which a list does not hear of it. */
const lists = [
  [
    'users',
    (context: Context): Promise<Own> => createdScimUser(context),
    everyUser,
    ['created-users', 'many-users'],
    ['scim-users-list-kept-over-a-creation', 'scim-users-list-kept-over-a-deletion'],
  ],
  [
    'groups',
    (context: Context): Promise<Own> => createdGroup(context),
    everyGroup,
    [],
    ['scim-groups-list-kept-over-a-creation', 'scim-groups-list-kept-over-a-deletion'],
  ],
] as const

for (const [kind, make, list, needs, [first, ...more]] of lists)
  check(
    scim['written-is-read'],
    `list-of-${kind}-that-was-asked-for-before`,
    { sampled: true, effects: true, needs, brokenBy: [first, ...more] },
    async (context) => {
      // How soon a list shows a change is not stated.
      const listMust = (what: string, fits: (ids: ReadonlyArray<string | undefined>) => boolean) =>
        eventually(
          context,
          async () => (await list(context)).map(shownIdOf),
          (ids) => (fits(ids) ? undefined : { expected: `a list ${what}`, actual: 'the list of before' }),
          { lag: 10_000 },
        )
      await list(context)
      const { id } = await make(context)
      await listMust('with what was created', (ids) => ids.includes(id))
      must.success(await context.api.scim[kind].remove(id))
      await listMust('without what was deleted', (ids) => !ids.includes(id))
    },
  )
