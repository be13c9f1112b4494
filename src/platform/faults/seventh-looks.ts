import type { Fault } from '../deviation.ts'
import type { PlatformResponse } from '../http/message.ts'
import { visibilityRules } from '../rulebook/visibility.ts'
import { askedOf, batchMemory, eachRecord, inParts, isBatch, isWell, jsonIn, reshaping, withBody } from './passing.ts'
import type { Asked, Json } from './passing.ts'
import { asksForList, isGet, isPost, isUpdate, isWrite, resending } from './serving.ts'
import { heldWithin } from '../held-within.ts'

/** Ways to look at records, and in which words. */
const looks: Readonly<Record<string, readonly [where: string, concerns: (asked: Asked) => boolean]>> = {
  'with-fields': ['In lists with fields', (asked) => asksForList(asked) && asked.query.has('fields')],
  'by-id-with-fields': ['By id with fields', (asked) => isGet(asked) && asked.by === 'id' && asked.query.has('fields')],
  'by-external-id-with-fields': [
    'By external id with fields',
    (asked) => isGet(asked) && asked.by === 'externalId' && asked.query.has('fields'),
  ],
  'sorted-list': ['In sorted lists', (asked) => asksForList(asked) && asked.query.has('orderBy')],
  'sorted-list-with-fields': [
    'In sorted lists with fields',
    (asked) => asksForList(asked) && asked.query.has('orderBy') && asked.query.has('fields'),
  ],
  'page-of-a-list': ['In pages', (asked) => asksForList(asked) && asked.query.has('pageSize')],
  'page-with-fields': [
    'In pages with fields',
    (asked) => asksForList(asked) && asked.query.has('pageSize') && asked.query.has('fields'),
  ],
}

const timesAsNumbers = (record: Json): Json =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      name.endsWith('DateTime') && typeof value === 'string' ? Date.parse(value) : value,
    ]),
  )

/** When the batch that is served began, and how late it is now. */
const begun = heldWithin<{ readonly start: number; now(): number }>()
const before = batchMemory<Map<string, PlatformResponse>>(() => new Map())
const kinds = [
  ['transaction', true],
  ['batch', false],
] as const

/** Lists or statements in a transaction show what was there before it. */
const lateIn = (look: string, where: 'list' | 'query', says: string): Fault => ({
  id: `${look}-in-a-transaction-sees-what-was-before`,
  breaks: ['A-BAT-07'],
  says: `${says} in a transaction sees nothing of what earlier parts wrote.`,
  rule: {
    visibility: {
      lagMs: (at) => {
        const batch = begun.get()
        return at === where && batch ? Math.max(0, batch.now() - batch.start) : visibilityRules.visibility.lagMs(at)
      },
    },
  },
  seam: {
    passage: {
      through: (request, go, { house }) => {
        const asked = askedOf(request)
        return isBatch(asked) && asked.query.get('transactional') !== 'false'
          ? begun.run({ start: house.clock.now() - 1, now: () => house.clock.now() }, () => go(request))
          : go(request)
      },
    },
  },
})

/** Who sends null, and how: such a PATCH keeps what it should remove. */
const nullsKept = (route: 'by-id' | 'by-external-id', how: 'forced' | 'with-the-lock'): Fault =>
  resending(
    `nulls-kept-${route}-${how}`,
    ['A-DAT-09'],
    `A PATCH ${route.replaceAll('-', ' ')} ${how === 'forced' ? 'by force' : 'with the current lastChanged'} overlooks null for more than one field.`,
    (asked) =>
      isUpdate(asked) &&
      asked.method === 'PATCH' &&
      (asked.by === 'id') === (route === 'by-id') &&
      (asked.query.get('forceUpdate') === 'true') === (how === 'forced'),
    (sent) => {
      const nulls = Object.keys(sent).filter((name) => sent[name] === null)
      return nulls.length < 2 ? sent : Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null))
    },
  )

/** Quiet breaches of some ways to look at records, and of looks within batches, that a seventh reader of the document thought up or led to. */
export const seventhLookFaults: readonly Fault[] = [
  ...Object.entries(looks).map(([look, [where, concerns]]) =>
    reshaping(`date-times-as-numbers-${look}`, ['A-REC-10'], `${where}, date-times are numbers.`, concerns, (body) =>
      eachRecord(body, timesAsNumbers),
    ),
  ),
  ...(['by-id', 'by-external-id'] as const).flatMap((route) => [
    nullsKept(route, 'forced'),
    nullsKept(route, 'with-the-lock'),
  ]),
  lateIn('a-statement', 'query', 'A part that addresses the Query API'),
  lateIn('a-list', 'list', 'A part that lists'),
  ...kinds.map(([kind, transactional]) =>
    inParts(
      `a-read-by-external-id-in-a-${kind}-sees-what-was-before`,
      ['A-BAT-07'],
      `A part that reads by external id in a ${transactional ? 'transaction' : 'batch that is none'} sees nothing of what earlier parts wrote.`,
      async (request, go, way) => {
        if (way.transactional !== transactional) return go(request)
        const asked = askedOf(request)
        const known = before(way)
        if (isGet(asked) && asked.by === 'externalId') return known.get(asked.name ?? '') ?? go(request)
        if (!isWrite(asked)) return go(request)
        const looking = { ...withBody(request, Buffer.alloc(0)), method: 'GET' }
        const one = isPost(asked) ? undefined : await go(looking)
        const element = one && isWell(one) ? (jsonIn(one)?.['data'] as Json[] | undefined)?.[0] : undefined
        const record = element ? (Object.values(element)[0] as Json) : jsonIn(request)
        const name = record?.['externalId']
        if (typeof name === 'string' && !known.has(name)) {
          const path = `/api/data/v4/${asked.resource}/externalId/${encodeURIComponent(name)}`
          known.set(name, await go({ ...looking, target: request.target.replace(/^[^?]*/, path) }))
        }
        return go(request)
      },
    ),
  ),
]
