import { refusal } from '../data/refusal.ts'
import type { Variant } from '../deviation.ts'
import { askedOf, isWell, jsonIn, recordsIn, refused, withQuery, type Json } from '../faults/passing.ts'
import { isPost, isWrite, now, plain, withSent } from '../faults/serving.ts'
import { perHouse } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { recordRules } from '../rulebook/record.ts'
import { strictOrder } from '../rulebook/cql.ts'
import { through } from './lawful.ts'

const written = perHouse(() => new Map<string, string>())
const isGuid = (text: string): boolean => /^[\da-f]{32}$/i.test(text.replaceAll('-', ''))
let codes = 0

/** JSON numbers above 9999 in exponent form; user ids as decimals: no text is touched. */
const inExponents = (text: string): string =>
  text.replace(/"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])\d{5,15}(?![\d.eE])/g, (token) =>
    token.startsWith('"') ? token : `${token[0]}.${token.slice(1)}E${token.length - 1}`,
  )
const isLong = /[:[,]\s*-?\d{16}/

/** The service calls that a record refers to. */
function callsOf(record: Json | undefined, resource: string): readonly string[] {
  if (!record || resource === 'ServiceCall') return []
  const object = record['object'] as Json | null | undefined
  const isOfCall = String(object?.['objectType']).toUpperCase() === 'SERVICECALL'
  return [record['serviceCall'], ...(isOfCall ? [object?.['objectId']] : [])].flatMap((id) =>
    typeof id === 'string' ? [id] : [],
  )
}

const atCall = (request: PlatformRequest): PlatformRequest => ({
  ...withSent(
    withQuery(request, {
      dtos: 'ServiceCall.27',
      forceUpdate: 'true',
      forceDelete: null,
      lastChanged: null,
      fields: null,
      expand: null,
    }),
    {},
  ),
  method: 'PATCH',
})
const pathed = (request: PlatformRequest, id: string): PlatformRequest => ({
  ...request,
  target: request.target.replace(/\/api\/data\/v4\/[^?]*/, `/api/data/v4/ServiceCall/${id}`),
})

/** Lawful other readings of records and their writes that an eighth reader of the document thought up. */
export const eighthDataVariants: readonly Variant[] = [
  {
    id: 'numbers-above-9999-with-exponent',
    leaves: ['A-REC-03', 'A-GEN-01'],
    says: 'JSON has every number above 9999 in exponent form.',
    excludes: [
      'envelope-extra',
      'scim-ids-beyond-doubles',
      'user-group-ids-beyond-doubles',
      'large-numbers-in-exponent-form',
    ],
    wire: {
      response: (response) => {
        const text = response.body.toString('utf8')
        const isJson = response.headers.some(
          ([name, value]) => /^content-type$/i.test(name) && /^application\/json\b/i.test(value),
        )
        return isJson && text !== '' && !isLong.test(text)
          ? { ...response, body: Buffer.from(inExponents(text)) }
          : response
      },
    },
  },
  {
    id: 'ids-compared-as-text',
    leaves: ['A-REC-01'],
    says: 'Ids are compared as they are written: by another spelling of an id nothing is found, deleted or referred to.',
    // What shows ids in another spelling than they were sent in has to take both.
    excludes: ['record-ids-dashed', 'record-ids-lower-case', 'service-dashed-ids'],
    rule: {
      cql: {
        order: (one, other, kind) => (kind === 'id' ? (one === other ? 0 : 1) : strictOrder(one, other, kind)),
      },
    },
    seam: {
      passage: {
        through: async (request, go, { house }) => {
          const asked = askedOf(request)
          const isOther = (id: unknown): boolean =>
            typeof id === 'string' && isGuid(id) && (written(house).get(plain(id)) ?? id) !== id
          if (asked.by === 'id' && (asked.method === 'GET' || asked.method === 'DELETE') && isOther(asked.name))
            return json(404, { error: 'CA-404', message: 'record not found', values: [] })
          const { id: _own, ...sent } = (isWrite(asked) ? jsonIn(request) : undefined) ?? {}
          if (Object.values(sent).flat().some(isOther)) return refused(400, 'a reference leads to no record')
          const response = await go(request)
          for (const record of isWell(response) ? recordsIn(jsonIn(response)) : [])
            if (typeof record?.['id'] === 'string') written(house).set(plain(record['id']), record['id'])
          return response
        },
      },
    },
  },
  {
    id: 'external-ids-unique-in-the-company-in-any-case',
    leaves: ['A-REC-07', 'A-REC-17'],
    says: 'An external id that a record of any resource has, in whatever letter case, is refused with 422.',
    rule: {
      record: {
        holder: (externalId, resource, store) =>
          [resource, ...store.resources()]
            .flatMap((name) => store.table(name).all())
            .find((record) => record.externalId?.toLowerCase() === externalId.toLowerCase()),
        takenExternalId: () => refusal(422, 'CA-204', 'external id in use'),
      },
    },
  },
  through(
    'child-write-touches-its-call',
    ['A-REC-15', 'A-REC-04', 'A-REC-05'],
    'Who writes a record that refers to a service call writes the service call, too.',
    async (request, go) => {
      const asked = askedOf(request)
      if (!isWrite(asked) || asked.resource === undefined || asked.resource === 'ServiceCall') return go(request)
      const plainly = withQuery(request, { fields: null, expand: null, useExternalIds: null })
      const before = isPost(asked) ? undefined : await now(plainly, go)
      const response = await go(request)
      if (!isWell(response)) return response
      const after = asked.method === 'DELETE' ? undefined : recordsIn(jsonIn(response))[0]
      const calls = new Set([before, after].flatMap((record) => callsOf(record, asked.resource ?? '')))
      for (const id of calls) await go(pathed(atCall(request), id))
      return response
    },
  ),
  through(
    'post-202-with-no-data',
    ['A-DAT-04', 'A-DAT-31'],
    'A successful POST is answered with 202 and an empty list.',
    async (request, go) => {
      const response = await go(request)
      return isPost(askedOf(request)) && isWell(response) ? json(202, { data: [] }) : response
    },
  ),
  {
    id: 'user-defined-values-by-definition',
    leaves: ['A-DAT-07', 'A-REC-14'],
    says: 'A PATCH of udfValues replaces those of the definitions that it names and keeps the others; one that lacks a field is refused with 422.',
    seam: {
      passage: {
        through: async (request, go) => {
          const response = await go(request)
          return response.status === 400 && response.body.includes('are sent whole')
            ? { ...response, status: 422 }
            : response
        },
      },
    },
    rule: {
      data: {
        patched: (stored, sent, step) => {
          const patched = recordRules.data.patched(stored, sent, step)
          const [old, fresh] = [stored['udfValues'], sent['udfValues']]
          if (!Array.isArray(old) || !Array.isArray(fresh)) return patched
          const named = new Set((fresh as Json[]).map(({ meta }) => meta))
          return { ...patched, udfValues: [...(old as Json[]).filter(({ meta }) => !named.has(meta)), ...fresh] }
        },
      },
    },
  },
  {
    id: 'put-fills-defaults',
    leaves: ['A-DAT-05'],
    says: 'PUT gives fields that are not sent the defaults of the service, a new code each time among them.',
    rule: {
      data: {
        replaced: (stored, sent, step) => ({
          ...('subject' in stored ? { subject: '(no subject)' } : {}),
          ...('priority' in stored ? { priority: 'LOW' } : {}),
          ...('statusCode' in stored ? { statusCode: '-2' } : {}),
          ...('typeCode' in stored ? { typeCode: '-1' } : {}),
          ...('code' in stored ? { code: `SC-${String((codes += 1)).padStart(6, '0')}` } : {}),
          ...recordRules.data.replaced(stored, sent, step),
        }),
      },
    },
  },
  {
    id: 'missing-reference-409',
    leaves: ['A-DAT-27', 'A-REC-17'],
    says: 'A reference to a missing record and an external id in use are refused with 409 and CA-110.',
    rule: {
      references: { refusal: () => refusal(409, 'CA-110', 'reference {0} of {1} cannot be resolved', ['x', 'y']) },
      record: { takenExternalId: () => refusal(409, 'CA-110', 'external id in use') },
    },
  },
]
