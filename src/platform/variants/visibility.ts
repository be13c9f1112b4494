import type { Rulebook } from '../rulebook/rulebook.ts'
import type { Variant } from '../deviation.ts'

type Where = Parameters<Rulebook['visibility']['lagMs']>[0]

const lags = (id: string, says: string, ms: number, where: readonly Where[], leaves: Variant['leaves']): Variant => ({
  id,
  leaves,
  says,
  rule: { visibility: { lagMs: (asked) => (where.includes(asked) ? ms : 0) } },
})

/** No sentence says how soon after a write a list, a query or a deleted listing shows it. Reads by id or external id always do. */
export const visibilityVariants: readonly Variant[] = [
  lags(
    'lists-lag-1s',
    'Lists, queries, deleted listings and expansions show the state of a second ago.',
    1000,
    ['list', 'query', 'deleted', 'expansion'],
    ['A-DAT-02', 'A-DAT-10', 'A-CQL-21', 'A-ATT-02', 'A-QRY-02', 'A-DEL-01', 'A-EXP-01'],
  ),
  lags(
    'lists-lag-3s',
    'Lists, queries, deleted listings and expansions show the state of three seconds ago.',
    3000,
    ['list', 'query', 'deleted', 'expansion'],
    ['A-DAT-02', 'A-DAT-10', 'A-CQL-21', 'A-ATT-02', 'A-QRY-02', 'A-DEL-01', 'A-EXP-01'],
  ),
  lags(
    'crowd-list-lags-2s',
    'The list of technicians shows the state of two seconds ago.',
    2000,
    ['technicians'],
    ['B-CRW-07', 'B-CRW-28'],
  ),
  lags('query-api-lags-2s', 'The Query API shows the state of two seconds ago.', 2000, ['query'], ['A-QRY-02']),
  lags(
    'deleted-listing-lags-2s',
    'Deleted listings show the state of two seconds ago.',
    2000,
    ['deleted'],
    ['A-DEL-01'],
  ),
]
