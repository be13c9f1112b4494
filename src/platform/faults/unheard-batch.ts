import type { Fault } from '../deviation.ts'
import { json } from '../http/answers.ts'
import { batchMemory, inParts, jsonIn } from './passing.ts'
import { nowServed, serving } from './serving.ts'

const stopped = batchMemory(() => ({ at: false }))

/** Quiet breaches of the chapter BAT that nobody here had in mind. */
export const unheardBatchFaults: readonly Fault[] = [
  inParts(
    'nontransactional-stops-at-unknown-path',
    ['A-BAT-09'],
    'A batch that is not transactional stops at a part for a path that is not served.',
    async (request, go, way) => {
      const state = stopped(way)
      if (state.at) return json(404, { error: 'not_found', error_description: 'not processed' })
      const response = await go(request)
      state.at = !way.transactional && response.status === 404 && jsonIn(response)?.['error'] === 'not_found'
      return response
    },
  ),
  {
    id: 'content-id-carried-over',
    breaks: ['A-BAT-11'],
    says: 'A part without Content-ID is answered with the one of the part before.',
    rule: {
      batch: {
        shown: (parts) => {
          let last: string | undefined
          return parts.map((part) => {
            last = part.contentId ?? last
            return { ...part, contentId: last }
          })
        },
      },
    },
  },
  serving('batch-query-token-not-inherited', ['A-BAT-06', 'A-AUT-04'], 'Parts do not inherit a token in the query.', {
    rule: { batch: { inheritsToken: () => !nowServed()?.asked.query.has('access_token') } },
  }),
]
