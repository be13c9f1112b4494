import type { Fault } from '../deviation.ts'
import { askedOf, passing, refused } from './passing.ts'
import { nowServed, serving } from './serving.ts'

const lacksIt = 'a field is required'

/** Quiet breaches of A-DAT-24, 29 and 36. */
export const readingsRequiredFaults: readonly Fault[] = [
  serving(
    'required-not-on-extid-create',
    ['A-DAT-36'],
    'PATCH of a missing external id creates a record that lacks a required field.',
    {
      rule: {
        data: { refusesRequired: ({ operation, by }) => !(operation === 'patch' && by === 'externalId') },
      },
    },
  ),
  serving('required-null-passes', ['A-DAT-36'], 'A create that sends null for a required field is taken.', {
    rule: { data: { refusesRequired: () => !Object.values(nowServed()?.sent ?? {}).includes(null) } },
  }),
  passing(
    'required-500-in-batch',
    ['A-DAT-36', 'A-BAT-12'],
    'A part of a batch that lacks a required field fails with 500.',
    async (request, go, { inBatch }) => {
      const response = await go(request)
      return inBatch && response.status === 400 && /is required/.test(response.body.toString('utf8'))
        ? refused(500, lacksIt)
        : response
    },
  ),
  passing(
    'bad-json-type-500',
    ['A-DAT-29'],
    'A body that is JSON but no object is answered with 500.',
    async (request, go) => {
      const { resource } = askedOf(request)
      return resource && request.method === 'POST' && /^\s*["[]/.test(request.body.toString('utf8'))
        ? refused(500, 'no object')
        : go(request)
    },
  ),
]
