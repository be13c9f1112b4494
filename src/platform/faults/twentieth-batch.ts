import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { json } from '../http/answers.ts'
import { askedOf, isBatch, isWell, jsonIn, passing, withJson } from './passing.ts'
import { nowServed, plain, serving } from './serving.ts'

const undone = perHouse(() => new Set<string>())
const bodiless = /HTTP\/1\.1 \d{3}[^\r]*\r\n(?:[^\r\n]+\r\n)*?Content-Length: 0\r\n\r\n/g

/** Quiet breaches of batches that a twentieth reader of the document thought up (suites/two-readings). */
export const twentiethBatchFaults: readonly Fault[] = [
  {
    id: 'length-among-part-headers-obeyed',
    breaks: ['A-BAT-02'],
    says: 'A part ends where the Content-Length among its own headers says.',
    rule: {
      batch: {
        content: (content, part) => {
          const length = Number(part['content-length'] ?? Number.NaN)
          return length < content.length ? content.subarray(0, length) : content
        },
      },
    },
  },
  {
    id: 'parts-beyond-ten-overtake',
    breaks: ['A-BAT-07'],
    says: 'In a batch of more than ten parts that is not transactional a PATCH runs before the POST before it.',
    rule: {
      batch: {
        sequence: (turns, transactional) => {
          const order = turns.map((_, position) => position)
          if (transactional || turns.length <= 10) return order
          for (let at = 1; at < order.length; at += 1)
            if (turns[at]?.method === 'PATCH' && turns[at - 1]?.method === 'POST')
              [order[at - 1], order[at]] = [at, at - 1]
          return order
        },
      },
    },
  },
  passing(
    'content-of-an-undone-deletion-is-gone',
    ['A-BAT-08'],
    'An attachment whose deletion was rolled back has no content any more.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const response = await go(request)
      if (
        isBatch(asked) &&
        asked.query.get('transactional') !== 'false' &&
        /HTTP\/1\.1 [45]\d\d/.test(response.body.toString('latin1'))
      )
        for (const [, id] of request.body.toString('latin1').matchAll(/DELETE [^ ]*\/Attachment\/([\dA-Fa-f-]+)/g))
          undone(house).add(plain(id))
      const id = asked.by === 'content' ? asked.name : undefined
      return id !== undefined && isWell(response) && undone(house).has(plain(id))
        ? json(404, { error: 'CA-404', message: 'there is no content', values: [] })
        : response
    },
  ),
  {
    id: 'bodiless-answers-of-parts-without-status-line',
    breaks: ['A-BAT-10'],
    says: 'The response part for an answer without a body has neither status line nor headers.',
    rule: {
      batch: {
        whole: (response) => ({
          ...response,
          body: Buffer.from(response.body.toString('latin1').replace(bodiless, ''), 'latin1'),
        }),
      },
    },
  },
  passing(
    'duplicate-found-at-commit-fails-the-whole',
    ['A-REC-17', 'A-BAT-12'],
    'A transactional batch with an external id that is in use is answered with 500 and one error.',
    async (request, go) => {
      const asked = askedOf(request)
      const response = await go(request)
      return isBatch(asked) && asked.query.get('transactional') !== 'false' && response.body.includes('"CA-147"')
        ? json(500, { error: 'CA-500', message: 'could not execute statement', values: [] })
        : response
    },
  ),
  passing(
    'stale-patch-by-external-id-told-as-another-error',
    ['A-DAT-20'],
    'A stale PATCH by external id is refused with 409 and CA-146.',
    async (request, go) => {
      const response = await go(request)
      const isMeant = request.method === 'PATCH' && askedOf(request).by === 'externalId'
      return isMeant && jsonIn(response)?.['error'] === 'CA-27'
        ? withJson(response, (body) => ({ ...body, error: 'CA-146' }))
        : response
    },
  ),
  serving(
    'stale-patch-in-a-batch-refused-and-stored',
    ['A-DAT-21'],
    'In a batch that is not transactional a stale PATCH is refused with CA-27 and takes effect.',
    {
      rule: {
        data: {
          storesRefused: (cause, { operation }) =>
            cause === 'lock' && operation === 'patch' && nowServed()?.inBatch === true,
        },
      },
    },
  ),
  passing(
    'lock-values-as-text-in-a-batch',
    ['A-DAT-19', 'A-BAT-12'],
    'values of CA-27 is an array in text in the parts of a batch.',
    async (request, go, { inBatch }) => {
      const response = await go(request)
      return inBatch && jsonIn(response)?.['error'] === 'CA-27'
        ? withJson(response, (body) => ({ ...body, values: JSON.stringify(body['values']) }))
        : response
    },
  ),
  passing(
    'version-told-of-parts-by-external-id-in-seconds',
    ['A-DAT-20', 'A-BAT-12'],
    'In a batch, the CA-27 of a write by external id tells the stored lastChanged without its milliseconds.',
    async (request, go, { inBatch }) => {
      const response = await go(request)
      const body = inBatch && request.target.includes('/externalId/') ? jsonIn(response) : undefined
      const [stored, ...others] = Array.isArray(body?.['values']) ? (body['values'] as readonly unknown[]) : []
      return body?.['error'] === 'CA-27' && stored !== undefined
        ? withJson(response, () => ({ ...body, values: [Math.floor(Number(stored) / 1000) * 1000, ...others] }))
        : response
    },
  ),
  passing(
    'permission-none-creates-nothing-and-says-so-not',
    ['A-DAT-03'],
    'In a batch, a POST that the permissions of the user forbid is told as done.',
    async (request, go, { inBatch }) => {
      const response = await go(request)
      return inBatch && request.method === 'POST' && response.status === 403 ? { ...response, status: 200 } : response
    },
  ),
]
