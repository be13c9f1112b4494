import { createHash } from 'node:crypto'
import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import type { PlatformResponse } from '../http/message.ts'
import type { StoredRecord } from '../store/record.ts'
import { askedOf, isWell, jsonIn, passing, refused, withQuery } from './passing.ts'
import { around, isGet, isPost, isWrite, now, plain, resending, nowServed, serving } from './serving.ts'

const cached = perHouse(() => new Map<string, PlatformResponse>())
const hidden = perHouse(() => new Set<string>())
const deleted = perHouse(() => new Set<string>())

const unlisted = (stays: (record: StoredRecord) => boolean): Fault['rule'] => ({
  data: { listed: (records) => records.filter((record) => stays(record as unknown as StoredRecord)) },
})

/** Notes the ids of records that came into being, or came back. */
const noting = (fault: Fault, notes: 'made by an update' | 'made anew'): Fault =>
  around(fault, async (request, go, way) => {
    const asked = askedOf(request)
    const before = isWrite(asked) && !isPost(asked) ? await now(request, go) : undefined
    const response = await go(request)
    if (!isWell(response) || !isWrite(asked) || isPost(asked)) return response
    const { house } = way
    if (asked.method === 'DELETE') deleted(house).add(plain(before?.['id']))
    else {
      const id = plain((before ?? (await now(request, go)))?.['id'])
      if (before && notes === 'made by an update') hidden(house).delete(id)
      else if (!before && (notes === 'made by an update' || deleted(house).has(id))) hidden(house).add(id)
    }
    return response
  })

const isShown = ({ id }: StoredRecord): boolean => {
  const at = nowServed()
  return !at || !hidden(at.house).has(plain(id))
}

/** Quiet breaches of A-DAT-01..03, 13, 14: records as they are created and read. */
export const readingsDataReadFaults: readonly Fault[] = [
  passing(
    'get-cache-not-cleared-by-extid',
    ['A-DAT-01', 'A-DAT-15'],
    'A record that was read by id stays as it was there, until a write by id.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const key = `${asked.resource}/${plain(asked.name)}`
      if (asked.by !== 'id') return go(request)
      if (isWrite(asked)) for (const name of cached(house).keys()) if (name.startsWith(key)) cached(house).delete(name)
      if (asked.method !== 'GET') return go(request)
      const whole = `${key} ${asked.query.toString()}`
      const known = cached(house).get(whole)
      if (known) return known
      const response = await go(request)
      if (isWell(response)) cached(house).set(whole, response)
      return response
    },
  ),
  {
    id: 'get-long-text-cut',
    breaks: ['A-DAT-01'],
    says: 'Reads by id cut texts after 255 characters.',
    rule: {
      values: {
        shown: (value, { kind, place }) => (kind === 'text' && place === 'id' ? String(value).slice(0, 255) : value),
      },
    },
  },
  noting(
    serving(
      'list-never-indexes-put-create',
      ['A-DAT-02', 'A-DAT-06'],
      'Lists lack records that PUT or PATCH created.',
      {
        rule: unlisted(isShown),
      },
    ),
    'made by an update',
  ),
  {
    id: 'list-without-inactive',
    breaks: ['A-DAT-02', 'A-CQL-21'],
    says: 'Lists lack inactive records.',
    rule: unlisted(({ fields }) => fields['inactive'] !== true),
  },
  serving('list-null-subject-lost', ['A-DAT-02', 'A-CQL-21'], 'Lists lack service calls without a business partner.', {
    rule: unlisted(
      ({ fields }) => nowServed()?.asked.resource !== 'ServiceCall' || (fields['businessPartner'] ?? null) !== null,
    ),
  }),
  {
    id: 'create-second-in-ms-lost',
    breaks: ['A-DAT-03', 'A-REC-01'],
    says: 'Records created within twenty milliseconds get the same id.',
    seam: {
      recordId: {
        next: () =>
          createHash('md5')
            .update(String(Math.floor(Date.now() / 20)))
            .digest('hex')
            .toUpperCase(),
      },
    },
  },
  {
    id: 'create-unicode-astral',
    breaks: ['A-DAT-03'],
    says: 'POST stores texts up to the first character beyond the basic plane.',
    rule: {
      values: {
        taken: (value, { kind, operation }) =>
          kind === 'text' && operation === 'create' ? String(value).replace(/[\u{10000}-\u{10ffff}].*$/su, '') : value,
      },
    },
  },
  resending(
    'post-expenses-never-chargeable',
    ['A-DAT-03'],
    'A record is created with chargeableExpenses of false, whatever was sent.',
    isPost,
    (sent) => ('chargeableExpenses' in sent ? { ...sent, chargeableExpenses: false } : sent),
  ),
  resending(
    'post-extid-dropped-without-id',
    ['A-DAT-13'],
    'POST stores an external id only if an id is sent, too.',
    isPost,
    ({ externalId, ...sent }) => (typeof sent['id'] === 'string' ? { ...sent, externalId } : sent),
  ),
  passing(
    'post-extid-not-findable',
    ['A-DAT-13', 'A-DAT-14'],
    'A record is not found by the external id that POST gave it.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      if (isGet(asked) && asked.by === 'externalId' && hidden(house).has(`${asked.resource}/${asked.name}`))
        return refused(404, 'no such record')
      const response = await go(request)
      if (isPost(asked) && isWell(response)) hidden(house).add(`${asked.resource}/${jsonIn(request)?.['externalId']}`)
      return response
    },
  ),
  resending(
    'post-extid-trimmed',
    ['A-DAT-13'],
    'POST cuts external ids after forty characters.',
    isPost,
    ({ externalId, ...sent }) => ({
      ...sent,
      ...(externalId === undefined ? {} : { externalId: cut(externalId) }),
    }),
  ),
  passing(
    'get-extid-resource-blind',
    ['A-DAT-14'],
    'A service call is not found by an external id that a business partner has, too.',
    async (request, go) => {
      const asked = askedOf(request)
      if (!isGet(asked) || asked.by !== 'externalId' || asked.resource !== 'ServiceCall') return go(request)
      const other = await now(
        withQuery(
          { ...request, target: request.target.replace('/ServiceCall/', '/BusinessPartner/') },
          { dtos: 'BusinessPartner.20' },
        ),
        go,
      )
      return other ? refused(404, 'no such record') : go(request)
    },
  ),
  // A-DAT-06, 10
  noting(
    serving('put-deleted-half-alive', ['A-DAT-02', 'A-DAT-06'], 'Lists lack records made anew after a deletion.', {
      rule: unlisted(isShown),
    }),
    'made anew',
  ),
]

const cut = (text: unknown): unknown => (typeof text === 'string' ? text.slice(0, 40) : text)
