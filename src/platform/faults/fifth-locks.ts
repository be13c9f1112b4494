import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import type { Passage, Way } from '../seams/passage.ts'
import { recordRules } from '../rulebook/record.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import { askedOf, eachRecord, isWell, jsonIn, passing, withJson, withQuery, type Asked, type Json } from './passing.ts'
import { isPost, isUpdate, isWrite, now, nowServed, plain, serving, withSent } from './serving.ts'

/** A request without what concerns the lock, for a look at the record that it names. */
export const looking = (request: PlatformRequest): PlatformRequest =>
  withQuery(request, { lastChanged: null, forceUpdate: null, forceDelete: null })

export const recordIn = (response: PlatformResponse): Json | undefined => {
  const element = (jsonIn(response)?.['data'] as Json[] | undefined)?.[0]
  return element && (Object.values(element)[0] as Json)
}

const isForced = ({ query }: Asked): boolean =>
  query.get('forceUpdate') === 'true' || query.get('forceDelete') === 'true'
const given = (request: PlatformRequest, asked: Asked): number =>
  Number(asked.method === 'DELETE' ? (asked.query.get('lastChanged') ?? Number.NaN) : jsonIn(request)?.['lastChanged'])

const mark = 'leavesLastChanged'

/** A fault in the way of requests that may send some of its own which leave lastChanged as it is: `quiet` marks one. */
function quietly(
  id: string,
  breaks: Fault['breaks'],
  says: string,
  through: (request: PlatformRequest, go: Passage, way: Way) => Promise<PlatformResponse>,
): Fault {
  const base = serving(id, breaks, says, {
    rule: {
      record: {
        lastChanged: (start, former, step) =>
          former !== undefined && nowServed()?.asked.query.has(mark)
            ? former
            : recordRules.record.lastChanged(start, former, step),
      },
    },
  })
  const served = base.seam!.passage!.through!
  return {
    ...base,
    seam: { passage: { through: (request, go, way) => through(request, (sent) => served(sent, go, way), way) } },
  }
}
const quiet = (request: PlatformRequest): PlatformRequest => withQuery(request, { [mark]: 'true', forceUpdate: 'true' })

const versions = perHouse(() => new Map<string, number>())
const told = perHouse(() => new Map<string, unknown>())
const changedAt = perHouse(() => new Map<string, Map<string, number>>())
const patchedFields = perHouse(() => new Map<string, Set<string>>())
const own = ['id', 'externalId', 'lastChanged', 'lastChangedBy']

/** Quiet breaches of the lock and of updates that a fifth reader thought up. */
export const fifthLockFaults: readonly Fault[] = [
  passing(
    'lock-passes-the-version-before',
    ['A-DAT-20', 'A-DAT-21'],
    'The lastChanged that a record had before its last change passes the lock, too.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      if (!isWrite(asked) || isPost(asked)) return go(request)
      const stored = await now(looking(request), go)
      const [id, at] = [plain(stored?.['id']), Number(stored?.['lastChanged'])]
      const isLate = stored && versions(house).get(id) === given(request, asked)
      const sent = asked.method === 'DELETE' ? undefined : jsonIn(request)
      const response = await go(
        !isLate
          ? request
          : sent
            ? withSent(request, { ...sent, lastChanged: at })
            : withQuery(request, { lastChanged: String(at) }),
      )
      if (stored && isWell(response)) versions(house).set(id, at)
      return response
    },
  ),
  passing(
    'conflict-names-the-version-of-the-first',
    ['A-DAT-20'],
    'Every CA-27 about a record names the lastChanged that it had when there was the first.',
    async (request, go, { house }) => {
      const response = await go(request)
      if (response.status !== 409 || jsonIn(response)?.['error'] !== 'CA-27') return response
      const id = plain((await now(looking(request), go))?.['id'])
      const values = told(house).get(id) ?? jsonIn(response)?.['values']
      told(house).set(id, values)
      return withJson(response, (body) => ({ ...body, values }))
    },
  ),
  quietly(
    'conflict-removes-nulls',
    ['A-DAT-21'],
    'A PATCH that is refused with CA-27 removes the values of the fields that it sets to null.',
    async (request, go) => {
      const response = await go(request)
      const sent = response.status === 409 && request.method === 'PATCH' ? jsonIn(request) : undefined
      const nulls = Object.entries(sent ?? {}).filter(([name, value]) => value === null && !own.includes(name))
      if (nulls.length > 0) await go(withSent(quiet(request), Object.fromEntries(nulls)))
      return response
    },
  ),
  {
    id: 'force-false-forces-a-put',
    breaks: ['A-DAT-22', 'A-DAT-20'],
    says: 'A PUT with forceUpdate=false is forced.',
    rule: {
      lock: {
        forced: (flag, step) => (step.operation === 'put' ? flag !== undefined : recordRules.lock.forced(flag, step)),
      },
    },
  },
  passing(
    'forced-put-keeps-later-changes',
    ['A-DAT-22', 'A-DAT-05'],
    'A forced PUT with a stale lastChanged leaves the fields alone that were changed after it.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      if (!isUpdate(asked)) return go(request)
      const before = await now(looking(request), go)
      const known = changedAt(house).get(plain(before?.['id'])) ?? new Map<string, number>()
      const at = given(request, asked)
      const sent = asked.method === 'PUT' && isForced(asked) ? jsonIn(request) : undefined
      const kept =
        sent && before ? [...known].filter(([, time]) => time > at).map(([name]) => [name, before[name]]) : []
      const response = await go(kept.length > 0 ? withSent(request, { ...sent, ...Object.fromEntries(kept) }) : request)
      const after = isWell(response) ? recordIn(response) : undefined
      if (!before || !after) return response
      for (const [name, value] of Object.entries(after))
        if (!own.includes(name) && JSON.stringify(before[name]) !== JSON.stringify(value))
          known.set(name, Number(after['lastChanged']))
      changedAt(house).set(plain(after['id']), known)
      return response
    },
  ),
  passing(
    'put-keeps-what-patch-set',
    ['A-DAT-05'],
    'A PUT keeps fields that it does not send and that a PATCH wrote last.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const sent = isUpdate(asked) ? jsonIn(request) : undefined
      if (!sent) return go(request)
      const before = await now(looking(request), go)
      const fields = patchedFields(house).get(plain(before?.['id'])) ?? new Set<string>()
      const left = [...fields].filter((name) => !(name in sent) && (before?.[name] ?? null) !== null)
      const response = await go(
        asked.method === 'PUT' && before
          ? withSent(request, { ...sent, ...Object.fromEntries(left.map((name) => [name, before[name]])) })
          : request,
      )
      if (!isWell(response)) return response
      for (const name of Object.keys(sent))
        if (asked.method === 'PUT') fields.delete(name)
        else if (!own.includes(name) && before) fields.add(name)
      patchedFields(house).set(plain(recordIn(response)?.['id']), fields)
      return response
    },
  ),
  passing(
    'null-empties-a-text',
    ['A-DAT-09', 'A-CQL-14'],
    'A PATCH with null for a text stores the empty text; its answer shows null.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const fields = house.world.resources.get(asked.resource ?? '')?.fields ?? {}
      const sent = asked.method === 'PATCH' && isUpdate(asked) ? jsonIn(request) : undefined
      const names = Object.entries(sent ?? {}).flatMap(([name, value]) =>
        value === null && fields[name]?.kind === 'string' && !fields[name].required ? [name] : [],
      )
      const as = (value: unknown) => Object.fromEntries(names.map((name) => [name, value]))
      if (!sent || names.length === 0) return go(request)
      const response = await go(withSent(request, { ...sent, ...as('') }))
      return withJson(response, (body) => eachRecord(body, (record) => ({ ...record, ...as(null) })))
    },
  ),
  passing(
    'external-patch-tells-the-former-last-changed',
    ['A-DAT-15', 'A-REC-15'],
    'The answer to a PATCH by external id shows the lastChanged that the record had before.',
    async (request, go) => {
      const asked = askedOf(request)
      const before = asked.method === 'PATCH' && asked.by === 'externalId' ? await now(looking(request), go) : undefined
      const response = await go(request)
      return before && isWell(response)
        ? withJson(response, (body) =>
            eachRecord(body, (record) => ({ ...record, lastChanged: before['lastChanged'] })),
          )
        : response
    },
  ),
  passing(
    'patch-cuts-long-texts-unseen',
    ['A-DAT-07'],
    'A PATCH cuts texts after 255 characters; its answer shows them whole.',
    async (request, go) => {
      const asked = askedOf(request)
      const sent = asked.method === 'PATCH' && isUpdate(asked) ? jsonIn(request) : undefined
      const long = Object.entries(sent ?? {}).filter(([, value]) => typeof value === 'string' && value.length > 255)
      if (!sent || long.length === 0) return go(request)
      const cut = Object.fromEntries(long.map(([name, value]) => [name, String(value).slice(0, 255)]))
      const response = await go(withSent(request, { ...sent, ...cut }))
      return isWell(response)
        ? withJson(response, (body) => eachRecord(body, (record) => ({ ...record, ...Object.fromEntries(long) })))
        : response
    },
  ),
]
