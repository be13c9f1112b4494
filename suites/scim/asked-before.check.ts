import { check, eventually, must, type Context } from '../../src/kit/index.ts'
import { readsAlike } from '../user/other-reader.ts'
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
    [
      'scim-users-list-kept-over-a-creation',
      'scim-users-list-kept-over-a-deletion',
      'scim-lists-without-what-another-created',
    ],
  ],
  [
    'groups',
    (context: Context): Promise<Own> => createdGroup(context),
    everyGroup,
    [],
    [
      'scim-groups-list-kept-over-a-creation',
      'scim-groups-list-kept-over-a-deletion',
      'scim-lists-without-what-another-created',
      'scim-groups-kept-by-caller',
    ],
  ],
] as const

for (const [kind, make, list, needs, [first, ...more]] of lists)
  check(
    scim['written-is-read'],
    `list-of-${kind}-that-was-asked-for-before`,
    { sampled: true, effects: true, needs, brokenBy: [first, ...more] },
    async (context) => {
      // How soon a list shows a change is not stated.
      const listMust = (
        what: string,
        fits: (ids: ReadonlyArray<string | undefined>) => boolean,
        api: Pick<Context, 'api'> = context,
      ) =>
        eventually(
          context,
          async () => (await list(api)).map(shownIdOf),
          (ids) => (fits(ids) ? undefined : { expected: `a list ${what}`, actual: 'the list of before' }),
          { lag: 10_000 },
        )
      await list(context)
      const other = (await readsAlike(context)) ? { api: context.as('superuser') } : undefined
      const isRead = other !== undefined && (await other.api.scim[kind].list()).status === 200
      const { id } = await make(context)
      await listMust('with what was created', (ids) => ids.includes(id))
      if (isRead) await listMust('with what another user created', (ids) => ids.includes(id), other)
      must.success(await context.api.scim[kind].remove(id))
      await listMust('without what was deleted', (ids) => !ids.includes(id))
    },
  )
