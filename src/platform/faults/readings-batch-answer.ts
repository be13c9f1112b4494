import type { Fault } from '../deviation.ts'
import { json } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import { type Shown } from '../rulebook/batch.ts'
import { isWell, withJson } from './passing.ts'

const says = (response: PlatformResponse, text: string) => response.body.toString('utf8').includes(text)

const partOf = (shown: Shown, response: PlatformResponse): Shown => ({ ...shown, response })

/** Quiet breaches of A-BAT-10..12: the response. */
export const readingsBatchAnswerFaults: readonly Fault[] = [
  {
    id: 'bat-resp-success-omitted',
    breaks: ['A-BAT-10'],
    says: 'Successful parts without a body are left out of the response.',
    rule: {
      batch: { shown: (parts) => parts.filter(({ response }) => !isWell(response) || response.body.length > 0) },
    },
  },
  {
    id: 'bat-resp-single-plain',
    breaks: ['A-BAT-10'],
    says: 'A batch of one part is answered with the response to that part.',
    rule: { batch: { whole: (response, parts) => (parts.length === 1 && parts[0] ? parts[0].response : response) } },
  },
  {
    id: 'bat-resp-order-done',
    breaks: ['A-BAT-10'],
    says: 'Long responses come after short ones.',
    rule: {
      batch: {
        shown: (parts) =>
          parts.toSorted(
            (one, other) => Number(one.response.body.length > 1500) - Number(other.response.body.length > 1500),
          ),
      },
    },
  },
  {
    id: 'bat-resp-body-cut',
    breaks: ['A-BAT-10'],
    says: 'The body of a response part is cut to as many bytes as it has characters.',
    rule: {
      batch: {
        shown: (parts) =>
          parts.map((part) =>
            partOf(part, {
              ...part.response,
              body: part.response.body.subarray(0, part.response.body.toString('utf8').length),
            }),
          ),
      },
    },
  },
  {
    id: 'bat-cid-brackets-dropped',
    breaks: ['A-BAT-11'],
    says: 'Angle brackets around a Content-ID are dropped.',
    rule: { batch: { contentId: (id) => id?.replace(/^<(.*)>$/, '$1') } },
  },
  {
    id: 'bat-cid-shifts',
    breaks: ['A-BAT-11'],
    says: 'Where a part has no Content-ID, the later ones move up.',
    rule: {
      batch: {
        shown: (parts) => {
          const ids = parts.flatMap(({ contentId }) => contentId ?? [])
          return parts.map((part, at) => ({ ...part, contentId: ids[at] }))
        },
      },
    },
  },
  {
    id: 'bat-fail-first-part-blamed',
    breaks: ['A-BAT-12', 'A-BAT-10'],
    says: 'The error stands in the first response part, whichever part failed.',
    rule: {
      batch: {
        shown: (parts) => {
          const at = parts.findIndex(({ response }) => response.status >= 400)
          const [first, failed] = [parts[0], parts[at]]
          if (at <= 0 || !first || !failed) return parts
          return parts.map((part, position) =>
            position === 0 ? partOf(part, failed.response) : position === at ? partOf(part, first.response) : part,
          )
        },
      },
    },
  },
  {
    id: 'bat-fail-201',
    breaks: ['A-BAT-12', 'A-BAT-08'],
    says: 'A part whose external id is in use reports success, and its batch is rolled back.',
    rule: {
      batch: {
        failure: (response) =>
          says(response, 'CA-147') ? json(201, { data: [{ serviceCall: { id: null } }] }) : response,
      },
    },
  },
  {
    id: 'bat-fail-values-lost',
    breaks: ['A-BAT-12', 'A-DAT-20'],
    says: 'CA-27 in a part has empty values.',
    rule: {
      batch: {
        failure: (response) => withJson(response, (body) => ('values' in body ? { ...body, values: [] } : body)),
      },
    },
  },
]
