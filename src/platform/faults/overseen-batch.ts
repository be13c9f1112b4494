import type { Fault } from '../deviation.ts'
import { recordRules } from '../rulebook/record.ts'
import { askedOf, inParts } from './passing.ts'
import { nowServed, serving } from './serving.ts'

const isOther = (resource: string | undefined): boolean => resource !== undefined && resource !== 'ServiceCall'

const untaken = { add: () => undefined }

/** Breaches of batches that parts about service calls do not show. */
export const overseenBatchFaults: readonly Fault[] = [
  serving(
    'batch-time-of-each-resource',
    ['A-BAT-16'],
    'In a batch records of a resource other than ServiceCall get a moment of their own as lastChanged.',
    {
      rule: {
        record: {
          lastChanged: (start, former, step) => {
            const { asked, inBatch } = nowServed() ?? {}
            const moment = recordRules.record.lastChanged(start, former, step)
            return inBatch && isOther(asked?.resource) ? moment + 3 : moment
          },
        },
      },
    },
  ),
  inParts(
    'undone-for-calls-only',
    ['A-BAT-08'],
    'Updates and deletions of a resource other than ServiceCall stay when their transaction fails.',
    (request, go, { journal }) =>
      /^(?:PATCH|PUT|DELETE)$/.test(request.method) && isOther(askedOf(request).resource)
        ? go(request, { ...untaken, start: journal.start })
        : go(request),
  ),
  inParts(
    'batch-external-ids-not-decoded',
    ['A-BAT-03'],
    'External ids in the paths of parts are taken as they are written, encoded.',
    (request, go) => {
      const [path = '', search] = request.target.split(/\?(.*)/s)
      const encoded = path.replace(
        /(\/externalId\/)([^/]*)$/,
        (_, before: string, name: string) => `${before}${encodeURIComponent(name)}`,
      )
      return go({ ...request, target: search === undefined ? encoded : `${encoded}?${search}` })
    },
  ),
]
