import type { Fault } from '../deviation.ts'
import { empty, json } from '../http/answers.ts'
import { strictBoundary } from '../rulebook/batch.ts'
import { askedOf, inParts, isBatch, refused, rewriting, withJson, withQuery } from './passing.ts'

/** Quiet breaches of A-BAT-01..06: the message and its parts. */
export const readingsBatchMessageFaults: readonly Fault[] = [
  {
    id: 'bat-boundary-case',
    breaks: ['A-BAT-01'],
    says: 'The boundary is lower-cased before the message is split.',
    rule: { batch: { boundary: (type) => strictBoundary(type)?.toLowerCase() } },
  },
  {
    id: 'bat-lf-only-crlf',
    breaks: ['A-BAT-01', 'A-BAT-03'],
    says: 'A delimiter within a line also ends a part.',
    rule: {
      batch: {
        bytes: (body, boundary) =>
          Buffer.from(
            body
              .toString('latin1')
              .replace(new RegExp(`(?<!\\r\\n|^)--${boundary.replace(/\W/g, '\\$&')}`, 'g'), '\r\n$&'),
            'latin1',
          ),
      },
    },
  },
  rewriting(
    'bat-transactional-false-true',
    ['A-BAT-01', 'A-BAT-09'],
    'transactional=false counts only as the first parameter.',
    (asked) =>
      isBatch(asked) &&
      asked.query.get('transactional') === 'false' &&
      !asked.query.keys().next().value?.startsWith('transactional'),
    (request) => withQuery(request, { transactional: null }),
  ),
  {
    id: 'bat-header-case',
    breaks: ['A-BAT-02', 'A-BAT-11'],
    says: 'The Content-ID of a part is recognised in one spelling of its name only.',
    rule: {
      batch: {
        bytes: (body) =>
          Buffer.from(
            body
              .toString('latin1')
              .replace(/^content-id(?=:)/gim, (name) => (name === 'Content-ID' ? name : 'X-Ignored')),
            'latin1',
          ),
      },
    },
  },
  {
    id: 'bat-query-dropped',
    breaks: ['A-BAT-03'],
    says: 'The query of a part is cut at its second parameter.',
    rule: { batch: { target: (written) => written.replace(/^([^&]*&[^&]*).*$/s, '$1') } },
  },
  {
    id: 'bat-body-trailing-newline',
    breaks: ['A-BAT-03'],
    says: 'The body of a part is cut at its first empty line.',
    rule: {
      batch: {
        content: (content) => {
          const [head = '', ...rest] = content.toString('latin1').split('\r\n\r\n')
          const body = rest.join('\r\n\r\n')
          const at = body.search(/\r?\n\r?\n/)
          return at < 0
            ? content
            : Buffer.from(`${head.replace(/^content-length:.*\r\n/im, '')}\r\n\r\n${body.slice(0, at)}`, 'latin1')
        },
      },
    },
  },
  inParts(
    'bat-delete-with-body-only',
    ['A-BAT-03'],
    'DELETE in a part is answered with 200 and does nothing.',
    (request, go) => (request.method === 'DELETE' ? Promise.resolve(empty(200)) : go(request)),
  ),
  {
    id: 'bat-fullurl-own-host',
    breaks: ['A-BAT-04'],
    says: 'A part with a full URL of the server itself is executed.',
    rule: { batch: { refusesUrl: (url, origin) => !url.startsWith(origin) } },
  },
  inParts(
    'bat-fullurl-400-executed',
    ['A-BAT-04'],
    'A part with a full URL is executed and answered with 400.',
    async (request, go) => {
      if (!/^[a-z][a-z\d+.-]*:\/\//i.test(request.target)) return go(request)
      await go({ ...request, target: request.target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?]*/i, '') })
      return refused(400, 'a part must name a path')
    },
  ),
  {
    id: 'bat-scheme-relative',
    breaks: ['A-BAT-04'],
    says: 'A part with a URL without a scheme is executed.',
    rule: { batch: { refusesUrl: (url) => !url.startsWith('//') } },
  },
  {
    id: 'bat-upper-scheme',
    breaks: ['A-BAT-04'],
    says: 'A part with a full URL whose scheme is in capitals is executed.',
    rule: { batch: { refusesUrl: (url) => !/^[A-Z]/.test(url) } },
  },
  inParts('bat-get-refused', ['A-BAT-05'], 'GET in a part is answered with 405.', (request, go) =>
    request.method === 'GET' ? Promise.resolve(refused(405, 'GET cannot be a part')) : go(request),
  ),
  {
    id: 'bat-qapi-404',
    breaks: ['A-BAT-05'],
    says: 'Parts that address the Query API find nothing.',
    rule: { batch: { reaches: (path) => !path.includes('/api/query/') } },
  },
  {
    id: 'bat-old-attachment-404',
    breaks: ['A-BAT-05'],
    says: 'Parts whose path is not below /api/ find nothing.',
    rule: { batch: { reaches: (path) => /^(?:\/[a-z]+)?\/api\//.test(path) } },
  },
  inParts(
    'bat-binary-part',
    ['A-BAT-05', 'A-BAT-10'],
    'Content of an attachment in a part is treated as text.',
    async (request, go) => {
      const response = await go(request)
      return askedOf(request).by === 'content'
        ? { ...response, body: Buffer.from(response.body.toString('utf8'), 'utf8') }
        : response
    },
  ),
  inParts(
    'bat-content-named-otherwise',
    ['A-BAT-05', 'A-ATT-03'],
    'In a batch the content of an attachment has a file name of the service.',
    async (request, go) => {
      const response = await go(request)
      return {
        ...response,
        headers: response.headers.map(([name, value]) =>
          name.toLowerCase() === 'content-disposition' ? [name, 'attachment; filename="content.bin"'] : [name, value],
        ),
      }
    },
  ),
  inParts(
    'bat-delete-unlocked',
    ['A-DAT-20', 'A-BAT-03'],
    'In a batch a deletion overlooks its lastChanged.',
    (request, go) =>
      go(
        request.method === 'DELETE' && !request.target.includes('forceDelete')
          ? withQuery(request, { forceDelete: 'true' })
          : request,
      ),
  ),
  inParts(
    'bat-first-row-lost',
    ['A-BAT-05', 'A-QRY-02'],
    'In a batch the first row of a query is lost.',
    async (request, go) => {
      const response = await go(request)
      return request.target.includes('/api/query/')
        ? withJson(response, (body) => ({ ...body, data: (body['data'] as unknown[] | undefined)?.slice(1) }))
        : response
    },
  ),
  inParts('bat-part-needs-auth-writes', ['A-BAT-06'], 'Parts that write need a token of their own.', (request, go) =>
    request.method === 'GET' || request.headers.some(([name]) => name.toLowerCase() === 'authorization')
      ? go(request)
      : Promise.resolve(json(401, { error: 'invalid_token', error_description: 'there is no token' })),
  ),
  inParts(
    'bat-inherit-first',
    ['A-BAT-06'],
    'In a batch that is not transactional only the first part inherits the authentication.',
    (request, go, { position, transactional }) =>
      transactional || position === 0
        ? go(request)
        : Promise.resolve(json(401, { error: 'invalid_token', error_description: 'there is no token' })),
  ),
]
