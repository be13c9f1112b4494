import type { Answer } from '../../../src/clients/answer.ts'
import { check, must, type Context } from '../../../src/kit/index.ts'
import { createdGroup, createdScimUser } from '../../scim/people.ts'
import { countsIn } from '../../token/elsewhere/counted.ts'
import { mustBeOfOneAccount } from '../../token/elsewhere/stranger.ts'
import { createdUser } from '../people.ts'
import { user } from '../requirements.ts'

/** How often what a list counts has to rise and fall with what another account makes and deletes: others may be at work there. */
const times = 2

interface Counting {
  list(context: Context): Promise<Answer>
  create(context: Context): Promise<{ readonly id: string }>
  remove(context: Context, id: string): Promise<unknown>
}

/** Each figure of a list in another account stays as it is while things are made and deleted in the account that is checked. */
async function mustCountNone(context: Context, { list, create, remove }: Counting): Promise<void> {
  await mustBeOfOneAccount(context, 'other-account')
  const counts = async (): Promise<ReadonlyMap<string, number>> => {
    const answer = await list(context)
    // Whoever is at home in the other account may have no privileges there.
    if (answer.status >= 300) must.refused4xx(answer)
    else must.success(answer)
    return new Map(countsIn(answer))
  }
  const at = (figures: ReadonlyMap<string, number>, name: string) => figures.get(name) ?? 0
  let before = await counts()
  let moved: readonly string[] | undefined
  for (let time = 0; time < times && moved?.length !== 0; time += 1) {
    const { id } = await create(context)
    const during = await counts()
    await remove(context, id)
    const after = await counts()
    moved = (moved ?? [...during.keys()]).filter(
      (name) => at(during, name) > at(before, name) && at(after, name) < at(during, name),
    )
    before = after
  }
  must.equal('figures of another account that follow what this one makes and deletes', moved ?? [], [])
}

check(
  user['elsewhere-closed'],
  'scim-groups-counted-in-other-account',
  {
    sampled: true,
    calls: ['scim'],
    needs: ['scim', 'writes', 'second-account'],
    brokenBy: ['scim-groups-of-all-accounts-counted'],
  },
  (context) =>
    mustCountNone(context, {
      list: ({ as }) => as('other-account').scim.groups.list(),
      create: createdGroup,
      remove: ({ api }, id) => api.scim.groups.remove(id),
    }),
)

check(
  user['elsewhere-closed'],
  'scim-users-counted-in-other-account',
  {
    sampled: true,
    calls: ['scim'],
    needs: ['scim', 'writes', 'created-users', 'many-users', 'second-account'],
    brokenBy: ['scim-users-of-all-accounts-counted'],
  },
  (context) =>
    mustCountNone(context, {
      list: ({ as }) => as('other-account').scim.users.list(),
      create: createdScimUser,
      remove: ({ api }, id) => api.scim.users.remove(id),
    }),
)

check(
  user['users-of-the-account'],
  'counted-in-a-list-of-another',
  { needs: ['many-users'], brokenBy: ['users-of-all-accounts-counted'] },
  (context) =>
    mustCountNone(context, {
      list: ({ as }) => as('other-account').user.list({ Size: '1' }),
      create: createdUser,
      remove: ({ api }, id) => api.user.remove(id),
    }),
)
