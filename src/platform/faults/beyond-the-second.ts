import type { Fault } from '../deviation.ts'
import { shapeRules } from '../rulebook/shape.ts'
import type { PartWay } from '../seams/passage.ts'
import { inParts, isWell, jsonIn, rewriting, withQuery } from './passing.ts'
import { isRead } from './serving.ts'

const { expand } = shapeRules

/** How many writes of each batch were done so far. */
const writes = new WeakMap<PartWay['batch'], number>()

/** Quiet breaches that show where there is more than one or two: expansions, parameters, writes before. */
export const beyondTheSecondFaults: readonly Fault[] = [
  {
    id: 'expansions-beyond-the-second-ignored',
    breaks: ['A-EXP-04'],
    says: 'Of several expansions the first two are applied.',
    rule: { expand: { asked: (wanted, reads) => expand.asked(wanted, reads).slice(0, 2) } },
  },
  inParts(
    'force-of-patch-forgotten-after-two-writes',
    ['A-BAT-03', 'A-DAT-22'],
    'In a transaction forceUpdate of a PATCH that sends lastChanged is ignored once two parts of it have written.',
    async (request, go, { batch, transactional }) => {
      const done = writes.get(batch) ?? 0
      const isForgotten =
        transactional && done >= 2 && request.method === 'PATCH' && jsonIn(request)?.['lastChanged'] !== undefined
      const response = await go(isForgotten ? withQuery(request, { forceUpdate: null }) : request)
      if (request.method !== 'GET' && isWell(response)) writes.set(batch, done + 1)
      return response
    },
  ),
  rewriting(
    'fields-with-external-ids-plus-id',
    ['A-PAR-11'],
    'With useExternalIds the id of a record is returned whether named in fields or not.',
    (asked) => isRead(asked) && asked.query.get('useExternalIds') === 'true' && asked.query.has('fields'),
    (request, { query }) => withQuery(request, { fields: `${query.get('fields') ?? ''},id` }),
  ),
]
