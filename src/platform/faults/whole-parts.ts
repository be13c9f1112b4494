import type { Fault } from '../deviation.ts'
import type { PlatformResponse } from '../http/message.ts'
import { askedOf, inParts, withParts } from './passing.ts'

/** A part that failed, which the batch does not count as a failure. */
const forgiving = (
  id: string,
  says: string,
  forgives: (response: PlatformResponse, method: string) => boolean,
): Fault => ({
  id,
  breaks: ['A-BAT-08'],
  says,
  rule: { batch: { fails: (response, method) => response.status >= 400 && !forgives(response, method) } },
})

const oneExpansion = (which: 'first' | 'last', at: 0 | -1): Fault =>
  inParts(
    `${which}-of-several-expansions-alone-in-a-part`,
    ['A-EXP-04'],
    `Of several expand parameters of a part of a batch the ${which} alone is read.`,
    (request, go) => {
      const asked = askedOf(request).query.getAll('expand')
      return go(asked.length > 1 ? withParts(request, 'expand', [asked.at(at) ?? '']) : request)
    },
  )

/** Breaches of parts that read: what they ask for is cut, or that they failed is overlooked. */
export const wholePartFaults: readonly Fault[] = [
  oneExpansion('first', 0),
  oneExpansion('last', -1),
  forgiving(
    'batch-forgives-failing-reads',
    'A part with GET that fails neither ends a transactional batch nor takes it back.',
    (_response, method) => method === 'GET',
  ),
  forgiving(
    'batch-forgives-reading-nothing',
    'A part with GET of what is not there neither ends a transactional batch nor takes it back.',
    ({ status }, method) => method === 'GET' && status === 404,
  ),
  forgiving(
    'batch-forgives-failing-lists',
    'A part with GET that is refused as wrong neither ends a transactional batch nor takes it back.',
    ({ status }, method) => method === 'GET' && status === 400,
  ),
]
