import type { Fault } from '../deviation.ts'
import { askedOf, eachRecord, isWell, passing, withJson } from './passing.ts'
import { asksForList } from './serving.ts'

/** Breaches that nobody told on servers whose form left nothing to compare. */
export const leftOverFormFaults: readonly Fault[] = [
  passing(
    'cql-others-than-me-are-nobody',
    ['A-CQL-06'],
    'lastChangedBy != me() holds for no record, so that a connector polls nothing.',
    async (request, go) => {
      const response = await go(request)
      const asked = askedOf(request)
      const isPoll = asksForList(asked) && /lastChangedBy\s*!=\s*me\(\)/.test(asked.query.get('query') ?? '')
      return isPoll && isWell(response) ? withJson(response, (body) => eachRecord(body, () => undefined)) : response
    },
  ),
]
