import type { Fault } from '../deviation.ts'
import { peopleRules, type Touch } from '../rulebook/people.ts'

const { owns } = peopleRules.permission

/** A way in that forgets that a right of Own covers a user's own records only. */
const open = (id: string, says: string, opens: (touch: Touch) => boolean): Fault => ({
  id,
  breaks: ['B-USR-25'],
  says,
  rule: { permission: { owns: (record, user, touch) => opens(touch) || owns(record, user, touch) } },
})

const lists = ({ operation }: Touch): boolean => operation === 'list' || operation === 'search'
const updates = ({ operation }: Touch): boolean => operation === 'put' || operation === 'patch'

export const ownRecordFaults: readonly Fault[] = [
  open(
    'own-read-by-external-id',
    'A permission of Own to read is not looked at in reads by external id.',
    ({ operation, by }) => operation === 'get' && by === 'externalId',
  ),
  open(
    'own-listed',
    'A permission of Own to read is not looked at in lists without a query.',
    ({ operation }) => operation === 'list',
  ),
  open(
    'own-searched',
    'A permission of Own to read is not looked at in lists with a query.',
    ({ operation, way }) => operation === 'search' && way === 'data',
  ),
  open(
    'own-read-in-a-batch',
    'A permission of Own to read is not looked at in reads by id that are parts of a batch.',
    ({ operation, way }) => operation === 'get' && way === 'batch',
  ),
  open(
    'own-listed-in-a-batch',
    'A permission of Own to read is not looked at in lists that are parts of a batch.',
    (touch) => lists(touch) && touch.way === 'batch',
  ),
  open(
    'own-selected',
    'A permission of Own to read is not looked at by the Query API.',
    ({ operation }) => operation === 'select',
  ),
  open(
    'own-expanded',
    'A permission of Own to read is not looked at in expansions.',
    ({ operation }) => operation === 'expand',
  ),
  open(
    'own-updated-by-external-id',
    'A permission of Own to update is not looked at in updates by external id.',
    (touch) => updates(touch) && touch.by === 'externalId',
  ),
  open(
    'own-put',
    'A permission of Own to update is looked at in a PATCH only.',
    ({ operation }) => operation === 'put',
  ),
  open(
    'own-written-in-a-batch',
    'A permission of Own to update or delete is not looked at in a batch.',
    ({ operation, way }) => way === 'batch' && (operation === 'patch' || operation === 'delete'),
  ),
  open(
    'own-updated-in-bulk',
    'A permission of Own to update is not looked at in lists of records to update.',
    (touch) => updates(touch) && touch.inBulk,
  ),
  open(
    'own-deleted-in-bulk',
    'A permission of Own to delete is not looked at in lists of records to delete.',
    ({ operation, inBulk }) => operation === 'delete' && inBulk,
  ),
  open(
    'own-deleted',
    'A permission of Own to delete is not looked at.',
    ({ operation, way, inBulk }) => operation === 'delete' && way === 'data' && !inBulk,
  ),
  open(
    'own-deleted-by-external-id',
    'A permission of Own to delete is not looked at in deletions by external id.',
    ({ operation, by }) => operation === 'delete' && by === 'externalId',
  ),
  {
    id: 'own-missing-in-lists',
    breaks: ['B-USR-25'],
    says: 'A user with a permission of Own gets its own records by id, and empty lists.',
    rule: { permission: { owns: (record, user, touch) => !lists(touch) && owns(record, user, touch) } },
  },
]
