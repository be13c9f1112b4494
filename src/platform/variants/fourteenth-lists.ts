import { setTimeout as pause } from 'node:timers/promises'
import type { Variant } from '../deviation.ts'
import { askedOf, isWell, jsonIn, withJson, withQuery, type Json } from '../faults/passing.ts'
import { asksForList, isUpdate, now } from '../faults/serving.ts'
import { perHouse } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { strictCompare } from '../rulebook/order.ts'
import { lawful, through } from './lawful.ts'

const ranks = ['LOW', 'MEDIUM', 'HIGH']

/** By urgency where both are urgencies, true before false, else as they are. */
const byRank: typeof strictCompare = (one, other) => {
  const [a, b] = [ranks.indexOf(String(one)), ranks.indexOf(String(other))]
  if (a >= 0 || b >= 0) return a >= 0 && b >= 0 ? a - b : a >= 0 ? -1 : 1
  return typeof one === 'boolean' && typeof other === 'boolean' ? strictCompare(other, one) : strictCompare(one, other)
}

const atMost = 25

const listMs = 5000
interface Begun {
  readonly at: number
  readonly ids: readonly unknown[]
}
const begun = perHouse(() => new Map<string, Begun>())
/** Something else with an id may stand before the record. */
const idOf = (element: unknown): unknown =>
  (Object.values((element ?? {}) as Json) as Json[]).filter((one) => 'id' in Object(one)).at(-1)?.['id']
const elementsOf = (body: Json | undefined): readonly unknown[] =>
  Array.isArray(body?.['data']) ? (body['data'] as unknown[]) : []
const whole = (request: PlatformRequest): PlatformRequest => withQuery(request, { page: null, pageSize: '100000' })

const making = perHouse(() => new Set<string>())
const insertMs = 2

/** Lawful lists and moments that a fourteenth reader of the document thought up (suites/two-readings). */
export const fourteenthListVariants: readonly Variant[] = [
  {
    id: 'priorities-sorted-by-rank',
    leaves: ['A-PAR-08'],
    says: 'LOW comes before MEDIUM, that before HIGH and that before other texts; true comes before false.',
    rule: { order: { compare: byRank } },
  },
  through(
    'references-sorted-by-name',
    ['A-PAR-08'],
    'Lists ordered by a reference are ordered by the name of what it refers to.',
    (request, go) => {
      const asked = askedOf(request)
      const order = asksForList(asked) ? asked.query.get('orderBy') : null
      const named = order?.replace(/\b(businessPartner|item)\b(?!\.)/g, '$1.name')
      return go(named === undefined || named === order ? request : withQuery(request, { orderBy: named }))
    },
  ),
  {
    id: 'query-rows-cut-unless-limited',
    leaves: ['A-QRY-02'],
    says: `The Query API returns ${atMost} rows at most, and truncated: true where there are more.`,
    rule: {
      query: {
        envelope: (rows) => (rows.length > atMost ? { data: rows.slice(0, atMost), truncated: true } : { data: rows }),
      },
    },
  },
  {
    ...through(
      'later-pages-of-the-list-that-page-one-began',
      ['A-PAR-07'],
      'Pages asked for within five seconds after the first one are cut from the list as it was then.',
      async (request, go, { house }) => {
        const asked = askedOf(request)
        const size = Number(asked.query.get('pageSize') ?? 20)
        if (!asksForList(asked) || !(size >= 1)) return go(request)
        const token = request.headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1]
        const key = `${token} ${withQuery(request, { page: null }).target}`
        const first = house.rules.page.first()
        const page = Number(asked.query.get('page') ?? first)
        const time = house.clock.now()
        if (page === first) {
          const response = await go(request)
          const all = isWell(response) ? jsonIn(await go(whole(request))) : undefined
          if (all) begun(house).set(key, { at: time, ids: elementsOf(all).map(idOf) })
          return response
        }
        const list = begun(house).get(key)
        if (!list || time - list.at > listMs || !(page > first)) return go(request)
        const response = await go(request)
        if (!isWell(response)) return response
        const there = new Map(elementsOf(jsonIn(await go(whole(request)))).map((one) => [idOf(one), one]))
        const ids = list.ids.slice((page - first) * size, (page - first + 1) * size)
        return withJson(response, (body) => ({ ...body, data: ids.flatMap((id) => there.get(id) ?? []) }))
      },
    ),
    // What it reads beside counts there as a call.
    excludes: ['every-25th-call-429'],
  },
  {
    ...through(
      'second-of-overlapping-upserts-409',
      ['A-DAT-15'],
      'Of overlapping PUT or PATCH calls on an external id or id that no record has, the first creates it and the others are refused with 409.',
      async (request, go, { house }) => {
        const asked = askedOf(request)
        if (!isUpdate(asked)) return go(request)
        const key = `${asked.query.get('account')} ${asked.query.get('company')} ${asked.path}`
        if (making(house).has(key)) return json(409, { error: 'CA-61', message: 'unique index violated', values: [] })
        if ((await now(withQuery(request, { fields: null, expand: null, useExternalIds: null }), go)) !== undefined)
          return go(request)
        if (making(house).has(key)) return json(409, { error: 'CA-61', message: 'unique index violated', values: [] })
        making(house).add(key)
        try {
          await pause(insertMs)
          return await go(request)
        } finally {
          making(house).delete(key)
        }
      },
    ),
    // What it reads before a write counts there as a call.
    excludes: ['every-25th-call-429'],
  },
  lawful(['A-EXP-07'], {
    id: 'counts-without-permission-to-read',
    says: 'expand=count(field) counts all related records, also for a caller who may not read them.',
    rule: { expand: { reads: (permitted, { kind }) => permitted || kind === 'count' } },
  }),
]
