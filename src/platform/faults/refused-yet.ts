import type { Fault } from '../deviation.ts'
import type { WayIn } from '../rulebook/people.ts'

const noneReadBy = (by: WayIn, id: string, says: string): Fault => ({
  id,
  breaks: ['B-USR-25'],
  says,
  rule: { permission: { right: (right, _resource, action, way) => (action === 'read' && way === by ? 'ALL' : right) } },
})

/** Refusals that one way in forgets, or that come too late. */
export const refusedYetFaults: readonly Fault[] = [
  noneReadBy('batch', 'permission-none-reads-in-a-batch', 'A permission of None to read is not looked at in a batch.'),
  noneReadBy(
    'query',
    'permission-none-reads-by-select',
    'A permission of None to read is not looked at by the Query API.',
  ),
  {
    id: 'user-put-refused-yet-done',
    breaks: ['B-USR-19', 'A-AUT-01'],
    says: 'A PUT without a valid token is answered with 401 and carried out.',
    rule: { bearer: { actsAnyway: (operation) => operation === 'user-put' } },
  },
]
