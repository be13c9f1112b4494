import type { Fault } from '../deviation.ts'
import { lock } from '../rulebook/lock.ts'
import { isUpdate, resending } from './serving.ts'

/** Of three ways to write by external id, one takes any value of the force flag for true. */
const falseForces = (
  operation: 'put' | 'patch' | 'delete',
  id: string,
  breaks: Fault['breaks'],
  says: string,
): Fault => ({
  id,
  breaks,
  says,
  rule: {
    lock: {
      forced: (flag, step) =>
        step.by === 'externalId' && step.operation === operation ? flag !== undefined : lock.forced(flag, step),
    },
  },
})

/** Quiet breaches of records and searches that a server in Go showed. */
export const goBugsDataFaults: readonly Fault[] = [
  falseForces(
    'put',
    'force-false-forces-a-put-by-external-id',
    ['A-DAT-22', 'A-DAT-20'],
    'A PUT by external id with forceUpdate=false is forced.',
  ),
  falseForces(
    'patch',
    'force-false-forces-a-patch-by-external-id',
    ['A-DAT-22', 'A-DAT-20'],
    'A PATCH by external id with forceUpdate=false is forced.',
  ),
  falseForces(
    'delete',
    'force-false-forces-a-deletion-by-external-id',
    ['A-DAT-23', 'A-DAT-20'],
    'A DELETE by external id with forceDelete=false is forced.',
  ),
  resending(
    'older-versions-patch-no-external-id',
    ['A-DAT-07', 'A-REC-06'],
    'A PATCH in a version of base 9 leaves the external id as it is.',
    (asked) =>
      isUpdate(asked) &&
      asked.method === 'PATCH' &&
      /\b(?:Equipment\.22|ServiceCall\.24)\b/.test(asked.query.get('dtos') ?? ''),
    ({ externalId: _, ...others }) => others,
  ),
]
