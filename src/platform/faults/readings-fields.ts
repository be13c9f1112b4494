import type { Fault } from '../deviation.ts'
import { askedOf, eachRecord, passing, refused, reshaping, rewriting, withQuery, type Asked } from './passing.ts'

const isRead = ({ method, by }: Asked) => method === 'GET' && (by === 'list' || by === 'id' || by === 'externalId')
const first = new Map<unknown, string | null>()

/** Quiet breaches of A-PAR-11, 12: fields and external ids of references. */
export const readingsFieldsFaults: readonly Fault[] = [
  {
    id: 'fields-plus-id',
    breaks: ['A-PAR-11'],
    says: 'id and lastChanged are returned whether named or not.',
    rule: { fields: { kept: (name, names) => names.includes(name) || name === 'id' || name === 'lastChanged' } },
  },
  passing(
    'fields-last-only-encoded',
    ['A-PAR-11'],
    'A percent-encoded comma in fields is part of a name.',
    (request, go) =>
      isRead(askedOf(request)) && /[?&]fields=[^&]*%2C/i.test(request.target)
        ? Promise.resolve(refused(400, 'there is no such field'))
        : go(request),
  ),
  reshaping(
    'fields-default-reduced-list',
    ['A-PAR-11', 'A-DAT-02'],
    'Lists without fields leave out remarks and udfValues.',
    (asked) => asked.method === 'GET' && asked.by === 'list' && !asked.query.has('fields'),
    (body) =>
      eachRecord(body, (record) =>
        Object.fromEntries(Object.entries(record).filter(([name]) => name !== 'remarks' && name !== 'udfValues')),
      ),
  ),
  rewriting(
    'fields-expanded-leak',
    ['A-PAR-11'],
    'From the second page on, fields is ignored.',
    (asked) => asked.by === 'list' && Number(asked.query.get('page')) > 1,
    (request) => withQuery(request, { fields: null }),
  ),
  rewriting(
    'useext-list-only',
    ['A-PAR-12'],
    'useExternalIds is ignored when a record is read by external id.',
    (asked) => asked.method === 'GET' && asked.by === 'externalId',
    (request) => withQuery(request, { useExternalIds: null }),
  ),
  {
    id: 'useext-stale',
    breaks: ['A-PAR-12'],
    says: 'References carry the external id that the record had first.',
    rule: {
      externalIds: {
        one: (id, externalId) => {
          const known = first.get(id)
          if (known === undefined) first.set(id, externalId)
          return { id, externalId: known ?? externalId }
        },
      },
    },
  },
  {
    id: 'useext-default-on-query',
    breaks: ['A-PAR-12'],
    says: 'In searches references carry external ids by default.',
    rule: { externalIds: { applies: (asked, { searches }) => asked || searches } },
  },
  rewriting(
    'useext-false-is-true',
    ['A-PAR-12'],
    'useExternalIds=false acts like true.',
    (asked) => isRead(asked) && asked.query.get('useExternalIds') === 'false',
    (request) => withQuery(request, { useExternalIds: 'true' }),
  ),
  reshaping(
    'useext-own-lost',
    ['A-PAR-12'],
    "With useExternalIds the record's own external id is null.",
    (asked) => isRead(asked) && asked.query.get('useExternalIds') === 'true',
    (body) => eachRecord(body, (record) => ({ ...record, externalId: null })),
  ),
]
