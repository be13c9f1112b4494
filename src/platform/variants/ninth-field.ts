import { createHash } from 'node:crypto'
import type { Variant } from '../deviation.ts'
import { askedOf } from '../faults/passing.ts'
import { empty } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { turningAway } from './turned-away.ts'

const isDispatchList = ({ method, path }: { readonly method: string; readonly path: string }): boolean =>
  method === 'GET' && path.endsWith('/api/v1/assignment-details')

const lacksOne = (request: PlatformRequest): boolean => {
  const asked = askedOf(request)
  if (!isDispatchList(asked)) return false
  return !asked.query.get('page') || !asked.query.get('partnerDispatchingStatus') || asked.query.get('page') === '0'
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12)

/** Lawful readings of B-CRW and B-DSP, thought up by a ninth reader (suites/two-readings). */
export const ninthFieldVariants: readonly Variant[] = [
  {
    id: 'crowd-ids-with-slashes-and-umlauts',
    leaves: ['B-CRW-04'],
    says: 'External ids have slashes, blanks, an umlaut and every sign that a path needs encoded.',
    rule: { crowd: { externalId: (generated) => `crowd/${generated.slice(0, 8)}+ä 50%?#1` } },
  },
  {
    id: 'crowd-ids-of-what-was-sent',
    leaves: ['B-CRW-04'],
    says: 'The external id is a hash of business partner and e-mail: one who is created anew has the former one.',
    rule: {
      crowd: {
        externalId: (generated, { businessPartner, email }, _freed, there) => {
          const id = hashOf(`${String(businessPartner)} ${String(email).toLowerCase()}`)
          const number = [1, 2, 3, 4, 5, 6, 7, 8, 9].find((one) => !there.has(one === 1 ? id : `${id}-${one}`))
          return number === undefined ? generated : number === 1 ? id : `${id}-${number}`
        },
      },
    },
  },
  {
    id: 'crowd-batch-stops-and-404',
    leaves: ['B-CRW-13', 'B-CRW-18', 'B-CRW-25'],
    says: 'A batch ends at the first operation that fails and tells what became of each; a transaction that fails is 404.',
    rule: {
      crowd: {
        goesOn: () => false,
        failedBatchStatus: () => 404,
        batchBody: (results) =>
          (results as ReadonlyArray<{ id: unknown; status: string }>).map(({ id, status }) => ({
            id,
            outcome: status === 'NOT_DONE' ? 'SKIPPED' : status,
          })),
      },
    },
  },
  {
    id: 'dispatch-batch-207-of-nameless-failures',
    leaves: ['B-DSP-11', 'B-DSP-23'],
    says: 'A batch is answered 207 with the items that failed, from the last to the first, their errors without words.',
    rule: {
      dispatch: {
        batchStatus: () => 207,
        results: (results) =>
          results
            .filter(({ status }) => status >= 300)
            .map((one) => ({ ...one, title: '', detail: '' }))
            .toReversed(),
      },
    },
  },
  {
    id: 'dispatch-pages-of-three-by-id-from-the-last',
    leaves: ['B-DSP-17', 'B-DSP-23'],
    says: 'A list needs page, from 1, and status; it is an array of three at most, the highest activity id first.',
    excludes: ['dispatch-page-required'],
    rule: {
      dispatch: {
        firstPage: () => 1,
        pageSize: () => 3,
        ordered: (rows) => rows.toSorted((one, other) => (one.activityId < other.activityId ? 1 : -1)),
        listed: (results) => results,
      },
    },
    wire: turningAway(lacksOne, empty(400)),
  },
]
