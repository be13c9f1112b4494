import type { Fault } from '../deviation.ts'
import { strictBody, strictBoundary } from '../rulebook/batch.ts'

const characters = (rest: Buffer, length: number) => {
  const text = rest.toString('utf8')
  return text.length < length ? 'short' : strictBody(rest, Buffer.byteLength(text.slice(0, length)))
}

/** Faults of A-BAT-01..06, 15, 17, 20: parsing a batch and its parts. */
export const batchMessageFaults: readonly Fault[] = [
  // The message
  {
    id: 'batch-boundary-quoted-refused',
    breaks: ['A-BAT-01'],
    says: 'A boundary in quotes is not understood.',
    rule: { batch: { boundary: (type) => (/boundary="/i.test(type) ? undefined : strictBoundary(type)) } },
  },
  {
    id: 'batch-boundary-parameter-case',
    breaks: ['A-BAT-01'],
    says: 'The parameter name boundary is recognised in lower case only.',
    rule: { batch: { boundary: (type) => (type.includes('boundary=') ? strictBoundary(type) : undefined) } },
  },
  {
    id: 'batch-media-type-case',
    breaks: ['A-BAT-01'],
    says: 'multipart/mixed is recognised in lower case only.',
    rule: { batch: { boundary: (type) => (type.includes('multipart/mixed') ? strictBoundary(type) : undefined) } },
  },
  {
    id: 'batch-boundary-must-come-first',
    breaks: ['A-BAT-01'],
    says: 'A parameter before boundary is not understood.',
    rule: {
      batch: {
        boundary: (type) => (/^\s*multipart\/mixed\s*;\s*boundary/i.test(type) ? strictBoundary(type) : undefined),
      },
    },
  },
  {
    id: 'batch-boundary-long-refused',
    breaks: ['A-BAT-01'],
    says: 'A boundary of more than 40 characters is refused.',
    rule: {
      batch: {
        boundary: (type) => {
          const found = strictBoundary(type)
          return found !== undefined && found.length <= 40 ? found : undefined
        },
      },
    },
  },
  {
    id: 'batch-boundary-letters-only',
    breaks: ['A-BAT-01'],
    says: 'A boundary with characters other than letters, digits, dash and underscore is refused.',
    rule: {
      batch: {
        boundary: (type) => {
          const found = strictBoundary(type)
          return found !== undefined && /^[\w-]+$/.test(found) ? found : undefined
        },
      },
    },
  },
  {
    id: 'batch-malformed-crashes',
    breaks: ['A-BAT-15'],
    says: 'A malformed batch is answered with 500.',
    rule: { batch: { refusedStatus: () => 500 } },
  },
  {
    id: 'batch-default-not-transactional',
    breaks: ['A-BAT-01'],
    says: 'Without the parameter transactional, a batch is not transactional.',
    rule: { batch: { transactional: (value) => value === 'true' } },
  },
  {
    id: 'batch-always-transactional',
    breaks: ['A-BAT-09'],
    says: 'transactional=false is ignored.',
    rule: { batch: { transactional: () => true } },
  },
  {
    id: 'batch-never-transactional',
    breaks: ['A-BAT-08'],
    says: 'No batch is transactional, whatever the parameter says.',
    rule: { batch: { transactional: () => false } },
  },
  {
    id: 'batch-limit-20',
    breaks: ['A-BAT-20'],
    says: 'A batch of more than 20 requests is refused.',
    rule: { batch: { limit: () => 20 } },
  },
  {
    id: 'batch-limit-999',
    breaks: ['A-BAT-20'],
    says: 'A batch of 1000 requests is refused.',
    rule: { batch: { limit: () => 999 } },
  },
  {
    id: 'batch-truncated-at-20',
    breaks: ['A-BAT-10', 'A-BAT-20'],
    says: 'Only the first 20 requests of a batch are processed.',
    rule: { batch: { taken: (parts) => parts.slice(0, 20) } },
  },
  {
    id: 'batch-truncated-at-1000',
    breaks: ['A-BAT-10'],
    says: 'A batch of more than 1000 requests is silently cut to the first 1000.',
    rule: { batch: { taken: (parts) => parts.slice(0, 1000) } },
  },
  // A part
  {
    id: 'batch-part-parameters-refused',
    breaks: ['A-BAT-02'],
    says: 'A part of type application/http with a parameter is refused.',
    rule: { batch: { isHttp: (type) => /^application\/http$/i.test(type ?? '') } },
  },
  {
    id: 'batch-part-type-case',
    breaks: ['A-BAT-02'],
    says: 'application/http is recognised in lower case only.',
    rule: { batch: { isHttp: (type) => /^application\/http\s*(?:;|$)/.test(type ?? '') } },
  },
  {
    id: 'batch-content-id-required',
    breaks: ['A-BAT-02'],
    says: 'A part without Content-ID is refused.',
    rule: {
      batch: {
        refusesPart: (headers) => (headers['content-id'] === undefined ? 'a part has no Content-ID' : undefined),
      },
    },
  },
  {
    id: 'batch-part-headers-refused',
    breaks: ['A-BAT-02'],
    says: 'A part with headers other than Content-Type and Content-ID is refused.',
    rule: {
      batch: {
        refusesPart: (headers) =>
          Object.keys(headers).some((name) => !['content-type', 'content-id'].includes(name))
            ? 'a part has an unknown header'
            : undefined,
      },
    },
  },
  {
    id: 'batch-part-headers-used',
    breaks: ['A-BAT-02'],
    says: 'Headers of a part override those of the request in it.',
    rule: {
      batch: {
        headers: (inner, part) => {
          const won = Object.entries(part).filter(([name]) => name !== 'content-type' && name !== 'content-id')
          return [...inner.filter(([name]) => !won.some(([other]) => other === name.toLowerCase())), ...won]
        },
      },
    },
  },
  {
    id: 'batch-inner-query-lost',
    breaks: ['A-BAT-03'],
    says: 'The query string in the path of a part is cut off.',
    rule: { batch: { target: (written) => written.split('?')[0] ?? '' } },
  },
  {
    id: 'batch-inner-query-decoded',
    breaks: ['A-BAT-03'],
    says: 'The path of a part is percent-decoded twice.',
    rule: {
      batch: {
        target: (written) => {
          try {
            return decodeURIComponent(written)
          } catch {
            return written
          }
        },
      },
    },
  },
  {
    id: 'batch-inner-headers-lost',
    breaks: ['A-BAT-03'],
    says: 'Headers of the request in a part are ignored.',
    rule: { batch: { headers: () => [] } },
  },
  {
    id: 'batch-inner-body-lost',
    breaks: ['A-BAT-03'],
    says: 'Request bodies in parts are dropped.',
    rule: { batch: { body: () => Buffer.alloc(0), unmeasured: () => Buffer.alloc(0) } },
  },
  {
    id: 'batch-inner-length-in-characters',
    breaks: ['A-BAT-03'],
    says: 'Content-Length in a part is taken as characters, not bytes.',
    rule: { batch: { body: characters } },
  },
  {
    id: 'batch-inner-body-latin1',
    breaks: ['A-BAT-03'],
    says: 'Request bodies in parts are decoded as ISO 8859-1.',
    rule: {
      batch: {
        body: (rest, length) => {
          const body = strictBody(rest, length)
          return typeof body === 'string' ? body : Buffer.from(body.toString('latin1'), 'utf8')
        },
      },
    },
  },
  {
    id: 'batch-url-executed',
    breaks: ['A-BAT-04'],
    says: 'A part with a full URL is accepted and treated as its path.',
    rule: { batch: { refusesUrl: () => false } },
  },
  {
    id: 'batch-data-only',
    breaks: ['A-BAT-05'],
    says: 'Parts that address an interface other than the Data API are not routed.',
    rule: { batch: { reaches: (path) => path.includes('/api/data/v4/') } },
  },
  {
    id: 'batch-parts-need-tokens',
    breaks: ['A-BAT-06'],
    says: 'Parts do not inherit the authentication of the batch.',
    rule: { batch: { inheritsToken: () => false } },
  },
  {
    id: 'batch-token-of-parts',
    breaks: ['A-BAT-06'],
    says: 'A batch without a token is run with the tokens of its parts.',
    rule: { batch: { checksToken: () => false, inheritsToken: () => false } },
  },
]
