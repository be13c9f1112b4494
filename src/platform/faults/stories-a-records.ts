import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import type { PlatformResponse } from '../http/message.ts'
import type { StoredRecord } from '../store/record.ts'
import { storeMeant } from '../variants/store-meant.ts'
import { askedOf, isWell, jsonIn, passing, refused, withQuery, type Json } from './passing.ts'
import { isGet, isPost, isUpdate, isWrite, now, nowServed, plain, resending, serving, withSent } from './serving.ts'
import { issuedIn } from './token-calls.ts'

const memory = perHouse(() => ({
  answers: new Map<string, PlatformResponse>(),
  /** External ids that came after their records, by resource. */
  named: new Set<string>(),
}))

/** Reads by one of the keys kept until a single write, or a part by that key. */
const keptBy = (by: 'id' | 'externalId', id: string, breaks: Fault['breaks'], says: string): Fault =>
  passing(id, breaks, says, async (request, go, { house, inBatch }) => {
    const { answers } = memory(house)
    const asked = askedOf(request)
    const place = `/v4/${asked.resource}/${by === 'id' ? '' : 'externalId/'}`
    const key = `${request.target} ${request.headers.find(([name]) => /^authorization$/i.test(name))?.[1]}`
    const isKept = isGet(asked) && asked.by === by && !inBatch
    const known = isKept ? answers.get(key) : undefined
    if (known) return known
    const response = await go(request)
    if (!isWell(response)) return response
    if (isKept) answers.set(key, response)
    else if (isWrite(asked) && (!inBatch || asked.method === 'DELETE')) answers.clear()
    else if (isWrite(asked) && asked.by === by)
      for (const one of answers.keys()) if (one.includes(place)) answers.delete(one)
    return response
  })

const shapedBy = (name: string, parameter: string): Fault =>
  serving(
    `deleted-records-served-with-${name}`,
    ['A-DAT-24', 'A-DAT-10'],
    `A deleted record is read with ${parameter}.`,
    {
      rule: { data: { readsDeleted: (reads) => reads !== 'list' && nowServed()?.asked.query.has(parameter) === true } },
    },
  )

/** Records under one key, parameter or interface that do not follow what was written under another. */
export const storiesARecordFaults: readonly Fault[] = [
  shapedBy('expand', 'expand'),
  shapedBy('fields', 'fields'),
  shapedBy('external-ids', 'useExternalIds'),
  keptBy(
    'externalId',
    'external-id-read-kept-after-a-part-by-id',
    ['A-DAT-14', 'A-DAT-15'],
    'A record that was read by external id stays as it was there when a batch changes it by id.',
  ),
  keptBy(
    'id',
    'id-read-kept-after-a-part-by-external-id',
    ['A-DAT-01', 'A-DAT-15'],
    'A record that was read by id stays as it was there when a batch changes it by external id.',
  ),
  passing(
    'external-id-given-later-not-found-by-deletions',
    ['A-DAT-16', 'A-CON-05'],
    'No record is deleted by an external id that it got after it was made.',
    async (request, go, { house }) => {
      const { named } = memory(house)
      const asked = askedOf(request)
      if (asked.method === 'DELETE' && asked.by === 'externalId' && named.has(`${asked.resource} ${asked.name}`))
        return refused(404, 'record not found')
      const before = isUpdate(asked) && asked.by === 'id' ? await now(request, go) : undefined
      const response = await go(request)
      const name = jsonIn(request)?.['externalId']
      if (before && isWell(response) && (before['externalId'] ?? null) === null && typeof name === 'string')
        named.add(`${asked.resource} ${name}`)
      return response
    },
  ),
  passing(
    'post-of-another-user-overwrites',
    ['A-DAT-12'],
    'A POST with the id of a record that another user made updates it.',
    (request, go, { house }) => {
      const asked = askedOf(request)
      const sent = isPost(asked) ? jsonIn(request) : undefined
      const held =
        sent && asked.resource ? storeMeant(request, house)?.table(asked.resource).byId(String(sent['id'])) : undefined
      if (!sent || !held || held.createdBy === String(issuedIn(house, request)?.user?.id)) return go(request)
      const [path = '', search = ''] = request.target.split(/\?(.*)/s)
      const at = { ...withSent(request, sent), method: 'PATCH', target: `${path}/${held.id}?${search}` }
      return go(withQuery(at, { forceUpdate: 'true' }))
    },
  ),
  resending(
    'id-beside-external-id-in-the-path-not-kept',
    ['A-REC-02', 'A-DAT-15'],
    'A record that PUT or PATCH by external id makes gets an id of the service, whatever it was sent.',
    (asked) => isUpdate(asked) && asked.by === 'externalId',
    ({ id: _, ...sent }) => sent,
  ),
  passing(
    'unknown-external-ids-left-out-of-lists',
    ['A-DAT-27', 'A-DAT-17'],
    'Of a list of references by external id, those that nobody has are left out.',
    (request, go, { house }) => {
      const sent = isUpdate(askedOf(request)) ? jsonIn(request) : undefined
      const store = sent ? storeMeant(request, house) : undefined
      if (!sent || !store) return go(request)
      const isKnown = (value: unknown): boolean => {
        const name = typeof value === 'string' ? value : (value as Json | null)?.['externalId']
        return (
          typeof name !== 'string' ||
          /^[0-9A-F]{32}$/.test(plain(name)) ||
          store.resources().some((resource) => store.table(resource).byExternalId(name))
        )
      }
      const known = Object.entries(sent).map(([name, value]) => [
        name,
        Array.isArray(value) ? (value as unknown[]).filter(isKnown) : value,
      ])
      return go(withSent(request, Object.fromEntries(known) as Json))
    },
  ),
  {
    id: 'query-rows-kept-when-a-batch-changes',
    breaks: ['A-QRY-02'],
    says: 'Rows of the Query API do not follow what a batch changes.',
    rule: {
      values: {
        version: (stored, former, { place }) =>
          place === 'row' && former !== undefined && (stored as unknown as StoredRecord).inBatch ? former : stored,
      },
    },
  },
  serving(
    'me-is-nobody-on-later-pages',
    ['A-CQL-06', 'A-PAR-07'],
    'From the second page of a list on, me() is nobody.',
    { rule: { cql: { me: (id) => (Number(nowServed()?.asked.query.get('page') ?? 0) > 1 ? '00000' : id) } } },
  ),
]
