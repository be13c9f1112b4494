import type { Fault } from '../deviation.ts'
import type { WayIn } from '../rulebook/people.ts'
import type { Action } from '../world/types.ts'

const noneReadBy = (by: WayIn, id: string, says: string): Fault => ({
  id,
  breaks: ['B-USR-25'],
  says,
  rule: { permission: { right: (right, _resource, action, way) => (action === 'read' && way === by ? 'ALL' : right) } },
})

/** A permission of None that some writes forget. */
const noneWritten = (
  id: string,
  says: string,
  forgets: (action: Action, way: WayIn, operation: string) => boolean,
): Fault => ({
  id,
  breaks: ['B-USR-25'],
  says,
  rule: {
    permission: {
      right: (right, _resource, action, way, operation) =>
        action !== 'read' && forgets(action, way, operation) ? 'ALL' : right,
    },
  },
})

const isBulk = (operation: string): boolean => operation.includes('bulk')

/** Refusals that one way in forgets, or that come too late. */
export const refusedYetFaults: readonly Fault[] = [
  noneWritten(
    'permission-none-creates',
    'A permission of None to create is one of All.',
    (action) => action === 'create',
  ),
  noneWritten(
    'permission-none-updates',
    'A permission of None to update is one of All.',
    (action) => action === 'update',
  ),
  noneWritten(
    'permission-none-deletes',
    'A permission of None to delete is one of All.',
    (action) => action === 'delete',
  ),
  noneWritten(
    'permission-none-updates-by-external-id',
    'A permission of None to update is not looked at in updates by external id, those that create included.',
    (action, _way, operation) => action === 'update' && operation.endsWith('by-external-id'),
  ),
  noneWritten(
    'permission-none-puts',
    'A permission of None to update is looked at in a PATCH only.',
    (_action, way, operation) => way === 'data' && operation.startsWith('data-put'),
  ),
  noneWritten(
    'permission-none-deletes-by-external-id',
    'A permission of None to delete is not looked at in deletions by external id.',
    (action, _way, operation) => action === 'delete' && operation.endsWith('by-external-id'),
  ),
  noneWritten(
    'permission-none-writes-in-a-batch',
    'A permission of None to write is not looked at in a batch.',
    (_action, way) => way === 'batch',
  ),
  noneWritten(
    'permission-none-writes-in-bulk',
    'A permission of None to write is not looked at in lists of records.',
    (_action, _way, operation) => isBulk(operation),
  ),
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
