import type { Variant } from '../deviation.ts'
import { json } from '../http/answers.ts'
import { deletedRules } from '../rulebook/deleted.ts'

/** Lawful servers of the chapters PAR and DEL that another reader thought up. */
export const thirdListVariants: readonly Variant[] = [
  {
    id: 'page-after-last-404',
    leaves: ['A-PAR-16'],
    says: 'A page after the last is answered 404, and page alone means fifty records.',
    rule: {
      page: {
        beyond: () => ({ status: 404 }),
        defaultSize: ({ page }) => (page === undefined ? 20 : 50),
      },
    },
  },
  {
    id: 'external-ids-not-by-id',
    leaves: ['A-PAR-13'],
    says: 'useExternalIds is for lists and reads by external id only.',
    rule: { externalIds: { applies: (asked, { operation, by }) => asked && !(operation === 'get' && by === 'id') } },
  },
  {
    id: 'contains-on-technicians-only',
    leaves: ['A-CQL-25'],
    says: 'CONTAINS is refused for all lists but technicians and responsibles.',
    rule: { cql: { query: (text) => (/CONTAINS\((?! *(?:technicians|responsibles)\b)/.test(text) ? '(' : text) } },
  },
  {
    id: 'bulk-unknown',
    leaves: ['A-BLK-01'],
    says: 'Nothing is served below the path of the Bulk API.',
    seam: {
      passage: {
        through: (request, go) =>
          /\/api\/data\/bulk(?:\/|\?|$)/.test(request.target)
            ? Promise.resolve(json(404, { error: 'not_found', error_description: 'there is nothing at this path' }))
            : go(request),
      },
    },
  },
  {
    id: 'deleted-entries-with-more',
    leaves: ['A-DEL-08'],
    says: 'Entries of DeletedObjects.2 tell more than ids, the ids of DeletedObjects.1 stand in an array.',
    rule: {
      deleted: {
        entry: (entry) => ({
          ...(deletedRules.deleted.entry(entry) as object),
          resource: 'deleted',
          deletedAt: '2026-01-01T00:00:00Z',
        }),
        first: (entries) => entries.map(({ id }) => id),
      },
    },
  },
]
