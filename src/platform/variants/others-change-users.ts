import type { Variant } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { peopleOf } from '../people/store.ts'

/** A user of each account whom somebody beside the callers changes. */
const roamer = 29_999

const moves = perHouse(() => ({ made: 0 }))

/** By chance, but the same in each run. */
function isUp(at: number): boolean {
  const mixed = Math.imul(at + 1, 0x9e3779b1) ^ ((at + 1) << 7)
  return ((mixed ^ (mixed >>> 15)) & 4) === 0
}

/** Lawful servers on which somebody beside the callers changes users: no document says that a list stands still while it is read. */
export const othersChangeUsersVariants: readonly Variant[] = [
  {
    id: 'user-others-move-over-borders-of-pages',
    leaves: ['B-USR-06', 'B-USR-07'],
    says: 'Somebody changes the e-mail of one user all the time: it stands before all others in one answer, and behind them in the next or the one after that.',
    // A list is as the last call left it.
    alone: true,
    seam: {
      people: {
        user: (asked, handle) => {
          const { house } = asked
          if (asked.operation !== 'list') return handle(asked)
          const before = isUp(moves(house).made)
          moves(house).made += 1
          const place = isUp(moves(house).made) ? 'aaaa' : 'zzzz'
          for (const account of house.world.accounts) {
            const { persons } = peopleOf(house, account)
            const known = persons.get(roamer)
            if (known && (place === 'aaaa') === before) continue
            const now = house.clock.now()
            persons.put(
              {
                id: roamer,
                name: `roamer ${account.id}`,
                firstName: 'Rosa',
                lastName: 'Roamer',
                phone: null,
                active: true,
                created: known?.created ?? now,
                companies: account.companies.map(({ id }) => ({ companyId: id, groupId: 304 })),
                emails: [],
                ...known,
                email: `${place}.roamer@${account.id}.example`,
                lastChanged: now,
              },
              undefined,
            )
          }
          return handle(asked)
        },
      },
    },
  },
]
