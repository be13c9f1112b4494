import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { recordRules } from '../rulebook/record.ts'
import { deletedRules } from '../rulebook/deleted.ts'
import { askedOf, isWell, jsonIn, passing, recordsIn, refused, rewriting } from './passing.ts'
import { isPost, isUpdate, nowServed, plain, serving } from './serving.ts'

/** The record of each resource that had its external id removed by name last. */
const unnamed = perHouse(() => new Map<string, string>())
const mostSigned = 2 ** 31 - 1

/** Quiet breaches of records, deletions and batches that an eighteenth reader of the document thought up (suites/two-readings). */
export const eighteenthDataFaults: readonly Fault[] = [
  rewriting(
    'deleted-from-nought-is-missing',
    ['A-DEL-01'],
    'A deleted listing from 0 is refused as one without from.',
    ({ by, query }) => by === 'deleted' && query.get('from') === '0',
    () => refused(400, 'from is missing or not a number'),
  ),
  {
    id: 'deleted-turns-reversed-bounds',
    breaks: ['A-DEL-01'],
    says: 'A deleted listing whose to is before its from lists what was deleted between them.',
    rule: {
      deleted: {
        includes: (at, from, to) => deletedRules.deleted.includes(at, Math.min(from, to), Math.max(from, to)),
      },
    },
  },
  {
    id: 'deleted-ranges-beyond-32-bits-empty',
    breaks: ['A-DEL-01'],
    says: 'A deleted listing of more than 2147483647 ms is empty.',
    rule: {
      deleted: {
        includes: (at, from, to) => to - from <= mostSigned && deletedRules.deleted.includes(at, from, to),
      },
    },
  },
  passing(
    'second-null-external-id-refused',
    ['A-REC-07', 'A-DAT-09'],
    'A POST or PATCH with an external id of null is refused if another record of the resource got it so.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const sent = isPost(asked) || (isUpdate(asked) && asked.method === 'PATCH') ? jsonIn(request) : undefined
      if (sent?.['externalId'] !== null || asked.resource === undefined) return go(request)
      const known = unnamed(house).get(asked.resource)
      if (known !== undefined && (isPost(asked) || known !== plain(asked.name)))
        return refused(409, 'externalId is in use')
      const response = await go(request)
      if (isWell(response)) unnamed(house).set(asked.resource, plain(recordsIn(jsonIn(response))[0]?.['id']))
      return response
    },
  ),
  serving(
    'own-external-id-counts-as-in-use',
    ['A-DAT-05', 'A-DAT-07', 'A-REC-07'],
    'A PUT or PATCH by id that sends the external id that the record has is refused as one in use.',
    {
      rule: {
        record: {
          holder: (externalId, resource, store) => {
            const asked = nowServed()?.asked
            const found = recordRules.record.holder(externalId, resource, store)
            // A copy is not the record that is written.
            return found && asked && isUpdate(asked) && asked.by === 'id' ? { ...found } : found
          },
        },
      },
    },
  ),
  {
    id: 'batch-split-at-the-boundary-within-lines',
    breaks: ['A-BAT-02', 'A-BAT-03'],
    says: 'A batch is split wherever its boundary stands, within a line, too.',
    rule: {
      batch: {
        bytes: (body, boundary) => {
          const pieces = body.toString('latin1').split(`--${boundary}`)
          const lines = pieces.map((piece, at) =>
            at === pieces.length - 1 || piece === '' || piece.endsWith('\r\n') ? piece : `${piece}\r\n`,
          )
          return Buffer.from(lines.join(`--${boundary}`), 'latin1')
        },
      },
    },
  },
]
