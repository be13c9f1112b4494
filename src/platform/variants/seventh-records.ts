import { missingRecord } from '../data/refusal.ts'
import type { Variant } from '../deviation.ts'
import { askedOf, eachRecord, isWell, jsonIn, withJson } from '../faults/passing.ts'
import { isRead, isUpdate } from '../faults/serving.ts'
import { empty } from '../http/answers.ts'
import { recordRules } from '../rulebook/record.ts'

const exponent = (digits: string): string => `${digits[0]}.${digits.slice(1)}E${digits.length - 1}`
/** JSON numbers from a million on with an exponent: no text is touched. */
const inExponents = (text: string): string =>
  text.replace(/"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])\d{7,}(?![\d.eE])/g, (token) =>
    token.startsWith('"') ? token : exponent(token),
  )
const escaped = (text: string): string =>
  text
    .replaceAll('/', '\\/')
    .replace(/[\u0080-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
const isJson = (headers: ReadonlyArray<readonly [string, string]>): boolean =>
  headers.some(([name, value]) => /^content-type$/i.test(name) && /^application\/json\b/i.test(value))
/** More digits than a double keeps would be another number. */
const isLong = /[:[,]\s*-?\d{16}/

/** Lawful other readings of records and their writes that a seventh reader of the document thought up. */
export const seventhRecordVariants: readonly Variant[] = [
  {
    id: 'large-numbers-in-exponent-form',
    leaves: ['A-REC-03', 'A-GEN-01'],
    says: 'JSON has large numbers in exponent form, is laid out in lines of ASCII with slashes escaped, and has a media type with a charset.',
    excludes: ['envelope-extra', 'scim-ids-beyond-doubles', 'user-group-ids-beyond-doubles'],
    wire: {
      response: (response) => {
        const text = response.body.toString('utf8')
        if (!isJson(response.headers) || text === '' || isLong.test(text)) return response
        return {
          ...response,
          headers: response.headers.map(([name, value]) => [
            name,
            /^content-type$/i.test(name) ? 'application/vnd.fsp.v4+json;charset=UTF-8' : value,
          ]),
          body: Buffer.from(escaped(inExponents(JSON.stringify(JSON.parse(text), null, 2))), 'latin1'),
        }
      },
    },
  },
  {
    id: 'missing-200-found-206-in-chunks',
    leaves: ['A-DAT-24', 'A-DAT-38'],
    says: 'A GET of a missing record is 200 and no data; what is found comes with 206 in chunks.',
    rule: {
      data: {
        missing: (step) => (step.operation === 'get' ? { status: 200, body: { data: [] } } : missingRecord),
        status: (step) => (step.operation === 'get' || step.operation === 'list' ? 206 : recordRules.data.status(step)),
      },
    },
    wire: {
      response: (response, request) =>
        response.status === 206 && request.target.includes('/api/data/v4/')
          ? { ...response, headers: [...response.headers, ['Transfer-Encoding', 'chunked']] }
          : response,
    },
  },
  {
    id: 'update-without-lock-428-as-text',
    leaves: ['A-DAT-28', 'A-DAT-18'],
    says: 'An update without lastChanged and without forceUpdate is refused with 428 and a text.',
    rule: { lock: { unversionedStatus: () => 428 } },
    wire: {
      response: (response, request) =>
        response.status === 428 && isUpdate(askedOf(request))
          ? { status: 428, headers: [['Content-Type', 'text/plain']], body: Buffer.from('lastChanged is needed') }
          : response,
    },
  },
  {
    id: 'lock-refusal-in-capitals-with-trace',
    leaves: ['A-DAT-20', 'A-DAT-19'],
    says: 'CA-27 has its message in capitals, its value as a string, a further field first, and a media type with parameters.',
    rule: {
      lock: {
        message: () => 'RESOURCE CONCURRENT MODIFICATION DETECTED',
        values: (stored) => [String(stored)],
      },
    },
    wire: {
      response: (response) =>
        response.status === 409 && jsonIn(response)?.['error'] === 'CA-27'
          ? {
              ...withJson(response, ({ error, message, values }) => ({ traceId: 'f00', values, message, error })),
              headers: [['Content-Type', 'application/json;charset=utf-8;profile=error']],
            }
          : response,
    },
  },
  {
    id: 'forced-post-204-unforced-empty',
    leaves: ['A-DAT-33', 'A-DAT-12'],
    says: 'POST with forceUpdate=true on the id of a stored record replaces it and is 204; without, it is 200 with no data and changes nothing.',
    rule: {
      data: {
        postOnExisting: (forced) => (forced ? 'overwrite' : 'refuse'),
        existing: () => ({ status: 200, body: { data: [] } }),
      },
    },
    seam: {
      passage: {
        through: async (request, go) => {
          const { method, by, query } = askedOf(request)
          const response = await go(request)
          const forced = method === 'POST' && by === 'list' && query.get('forceUpdate') === 'true'
          return forced && isWell(response) ? empty(204) : response
        },
      },
    },
  },
  {
    id: 'inlined-422-and-turned-round',
    leaves: ['A-REC-14'],
    says: 'An inlined object that lacks a field is refused with 422; a list of inlined objects comes back in reverse order.',
    seam: {
      passage: {
        through: async (request, go, { house }) => {
          const asked = askedOf(request)
          const response = await go(request)
          if (asked.resource === undefined) return response
          if (response.status === 400 && response.body.includes('are sent whole')) return { ...response, status: 422 }
          const fields = house.world.resources.get(asked.resource)?.fields ?? {}
          return isWell(response) && (isRead(asked) || isUpdate(asked))
            ? withJson(response, (body) =>
                eachRecord(body, (record) =>
                  Object.fromEntries(
                    Object.entries(record).map(([name, value]) => {
                      const kind = fields[name]?.kind
                      const isInlined = typeof kind === 'object' && 'inlinedList' in kind
                      return [name, isInlined && Array.isArray(value) ? [...value].reverse() : value]
                    }),
                  ),
                ),
              )
            : response
        },
      },
    },
  },
]
