import { randomUUID } from 'node:crypto'
import type { Variant } from '../deviation.ts'
import { allStores } from '../data/stores.ts'
import { askedOf } from '../faults/passing.ts'
import { plain } from '../faults/serving.ts'
import { json } from '../http/answers.ts'

/** Lawful servers of records that keep a table, as one of another language did (A-REC-01 says a GUID, and not how it is spelt). */
export const pythonServerVariants: readonly Variant[] = [
  {
    id: 'generated-ids-are-hyphenated',
    leaves: ['A-REC-01'],
    says: 'Ids that the service makes are written in small letters with hyphens, and such a record is found by that spelling alone.',
    // What shows ids in another spelling than they are kept in has to take both.
    excludes: [
      'record-ids-lower-case',
      'record-ids-dashed',
      'service-dashed-ids',
      'ids-of-lists-in-another-spelling',
      'ids-compared-as-text',
    ],
    seam: {
      recordId: { next: () => randomUUID() },
      passage: {
        through: (request, go, { house }) => {
          const { method, by, name = '', resource = '' } = askedOf(request)
          if (by !== 'id' || (method !== 'GET' && method !== 'DELETE')) return go(request)
          const kept = [...allStores(house).values()].flatMap(
            (store) => store.table(resource).byId(plain(name))?.id ?? [],
          )
          const isOther = kept.some((id) => /^[0-9a-f]{8}-/.test(id) && id !== name)
          return isOther
            ? Promise.resolve(json(404, { error: 'CA-404', message: 'record not found', values: [] }))
            : go(request)
        },
      },
    },
  },
]
