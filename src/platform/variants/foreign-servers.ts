import type { Variant } from '../deviation.ts'
import { askedOf, headerIn, isWell, withJson } from '../faults/passing.ts'
import { elementsIn } from '../faults/people-kinds.ts'
import { alone, through } from './lawful.ts'
import { isFieldList, objectSent } from './turned-away.ts'

const operations: readonly unknown[] = ['CREATE', 'UPDATE', 'DELETE']

/** What servers of strangers do, who had the documents alone, and wrote them before they saw any check. */
export const foreignServerVariants: readonly Variant[] = [
  through(
    'batch-of-no-part-answered-with-none',
    ['A-BAT-15', 'A-BAT-14'],
    'A batch that ends where its first part would begin is one of no requests, answered with no parts.',
    (request, go) => {
      const { method, path } = askedOf(request)
      const boundary = /boundary="?([^";]+)/.exec(headerIn(request, 'Content-Type') ?? '')?.[1]
      const isOfNone =
        method === 'POST' &&
        /\/batch\/v1\/?$/.test(path) &&
        request.body.toString('latin1').trim() === `--${boundary}--`
      return isOfNone
        ? Promise.resolve({
            status: 200,
            headers: [['Content-Type', 'multipart/mixed; boundary=none']],
            body: Buffer.from('--none--\r\n'),
          })
        : go(request)
    },
  ),
  // Others, too, say how a batch is answered, by the operations that it has.
  alone(
    through(
      'crowd-batch-flaws-fail-by-themselves',
      ['B-CRW-18', 'B-CRW-20'],
      'In a batch of addresses that is no transaction, an operation that is none of the three fails by itself, beside those that are done.',
      async (request, go) => {
        const { path, query } = askedOf(request)
        if (!path.endsWith('/addresses/actions/batch') || query.get('transactional') === 'true') return go(request)
        const sent = objectSent(request)
        const requests = elementsIn(sent['requests'])
        if (!requests.every(isFieldList)) return go(request)
        const flawed = requests.filter(({ operation }) => !operations.includes(operation))
        if (flawed.length === 0) return go(request)
        const others = { ...sent, requests: requests.filter((one) => !flawed.includes(one)) }
        const response = await go({ ...request, body: Buffer.from(JSON.stringify(others)) })
        if (!isWell(response)) return response
        return withJson(response, (body) => ({
          hasErrors: true,
          results: [
            ...elementsIn(body['results']),
            ...flawed.map(({ id }) => ({ id, status: 400, error: 'operation' })),
          ],
        }))
      },
    ),
  ),
  {
    id: 'scim-the-only-email-is-the-primary-one',
    leaves: ['B-SCM-12', 'B-SCM-17'],
    says: 'The e-mail of a user that has one only is the primary one, whatever was sent.',
    rule: {
      scim: { emails: (all) => (all.length === 1 ? all.map(({ value }) => ({ value, primary: true })) : all) },
    },
  },
  through(
    'company-list-needs-its-company',
    ['A-AUT-06', 'A-AUT-07'],
    'The company list is called with a company, as every other call of local scope is: only who has none, or is no user, need not name one.',
    (request, go) => {
      const { path, query } = askedOf(request)
      const user = query.get('user')
      return path.endsWith('/companies') && !query.has('company') && user !== null && user !== 'nowhere'
        ? Promise.resolve({
            status: 400,
            headers: [['Content-Type', 'application/json']],
            body: Buffer.from('{"error":"invalid_request","error_description":"company is missing"}'),
          })
        : go(request)
    },
  ),
  through(
    'headers-of-parts-folded',
    ['A-BAT-10', 'A-BAT-11'],
    'Parts of a batch answer have a header whose value goes on in a second line.',
    async (request, go) => {
      const response = await go(request)
      const isBatch = /\/batch\/v1\/?$/.test(askedOf(request).path)
      if (!isBatch || !/^multipart/i.test(headerIn(response, 'Content-Type') ?? '')) return response
      const text = response.body.toString('latin1').replace(/^HTTP\/1\.1 \d+.*\r\n/gm, '$&X-Folded: a\r\n b\r\n')
      return { ...response, body: Buffer.from(text, 'latin1') }
    },
  ),
]
