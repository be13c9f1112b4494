import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { orderRules } from '../rulebook/order.ts'
import { largestPageSize, pageRules } from '../rulebook/page.ts'
import { storeMeant } from '../variants/store-meant.ts'
import {
  askedOf,
  eachRecord,
  headerIn,
  isWell,
  jsonIn,
  passing,
  recordsIn,
  reshaping,
  withJson,
  withQuery,
  type Json,
} from './passing.ts'
import { asksForList, isRead, isWrite, nowServed, serving } from './serving.ts'
import type { PlatformResponse } from '../http/message.ts'

const keptMs = 5000
const answers = perHouse(() => new Map<string, { readonly at: number; readonly response: PlatformResponse }>())

const isWithoutName = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some(isWithoutName)
    : typeof value === 'object' &&
      value !== null &&
      Object.keys(value).join() === 'id,externalId' &&
      (value as Json)['externalId'] === null
const isAttachmentList = (asked: { readonly resource: string | undefined; readonly by: unknown }): boolean =>
  asked.resource === 'Attachment' && asked.by === 'deleted'

/** Quiet breaches of lists and expansions that an eighteenth reader of the document thought up (suites/two-readings). */
export const eighteenthListFaults: readonly Fault[] = [
  {
    id: 'page-of-the-largest-size-empty',
    breaks: ['A-PAR-05', 'A-PAR-15'],
    says: 'A list with the largest pageSize is empty.',
    rule: {
      page: {
        window: (at, size, total) => (size === largestPageSize ? [0, 0] : pageRules.page.window(at, size, total)),
      },
    },
  },
  passing(
    'pages-begin-after-what-ties-with-the-last',
    ['A-PAR-07'],
    'A later page of a list by one field begins after all records that have the value of the last one before.',
    async (request, go) => {
      const asked = askedOf(request)
      const [field = ''] = (asked.query.get('orderBy') ?? '').trim().split(/\s+/)
      const page = Number(asked.query.get('page') ?? 1)
      const response = await go(request)
      const isLater = asksForList(asked) && page >= 2 && /^\w+$/.test(field) && !asked.query.has('fields')
      if (!isLater || !isWell(response)) return response
      const last = recordsIn(jsonIn(await go(withQuery(request, { page: String(page - 1) })))).at(-1)?.[field]
      return last === undefined || last === null || typeof last === 'object'
        ? response
        : withJson(response, (body) => eachRecord(body, (record) => (record[field] === last ? undefined : record)))
    },
  ),
  serving(
    'order-by-linked-fields-within-a-page',
    ['A-PAR-09', 'A-PAR-07'],
    'A list by a field of referenced records is cut into pages first and sorted then.',
    {
      rule: {
        order: {
          afterPaging: () => nowServed()?.asked.query.get('orderBy')?.includes('.') ?? orderRules.order.afterPaging(),
        },
      },
    },
  ),
  {
    id: 'order-by-linked-fields-lost-beside-another',
    breaks: ['A-PAR-08', 'A-PAR-09'],
    says: 'Of two fields of orderBy the first counts for nothing if it is one of referenced records.',
    rule: { order: { keys: (keys) => (keys.length > 1 && keys[0]?.linked ? keys.slice(1) : keys) } },
  },
  reshaping(
    'referrers-to-records-without-external-id-missing',
    ['A-PAR-12', 'A-DAT-02'],
    'A list with useExternalIds leaves out records that refer to one without an external id.',
    (asked) => asksForList(asked) && asked.query.get('useExternalIds') === 'true',
    (body) => eachRecord(body, (record) => (Object.values(record).some(isWithoutName) ? undefined : record)),
  ),
  passing(
    'records-of-deleted-partners-in-no-list',
    ['A-DAT-25', 'A-DAT-02'],
    'A record whose business partner was deleted is in no list.',
    async (request, go, { house }) => {
      const response = await go(request)
      const store = asksForList(askedOf(request)) && isWell(response) ? storeMeant(request, house) : undefined
      if (!store) return response
      return withJson(response, (body) =>
        eachRecord(body, (record) => {
          const partner = record['businessPartner']
          const isLost = typeof partner === 'string' && !store.table('BusinessPartner').byId(partner)
          return isLost ? undefined : record
        }),
      )
    },
  ),
  reshaping(
    'two-counts-multiply',
    ['A-EXP-03', 'A-EXP-04'],
    'Where two counts are asked for, each is the product of all.',
    isRead,
    (body) =>
      eachRecord(body, (record) => {
        const counts = Object.keys(record).filter((name) => name.startsWith('count('))
        const product = counts.reduce((all, name) => all * Number(record[name]), 1)
        return counts.length < 2 ? record : { ...record, ...Object.fromEntries(counts.map((name) => [name, product])) }
      }),
  ),
  passing(
    'expansions-kept-by-the-first-of-them',
    ['A-EXP-04'],
    'What was read with several expansions is answered for five seconds to reads with the same first one and others after it.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const known = answers(house)
      if (isWrite(asked)) known.clear()
      const wanted = asked.query.getAll('expand')
      if (!isRead(asked) || wanted.length < 2) return go(request)
      const { target } = withQuery(request, { expand: wanted[0] ?? null })
      const key = `${headerIn(request, 'authorization') ?? ''} ${target}`
      const kept = known.get(key)
      if (kept && house.clock.now() - kept.at <= keptMs) return kept.response
      const response = await go(request)
      if (isWell(response)) known.set(key, { at: house.clock.now(), response })
      return response
    },
  ),
  reshaping(
    'deleted-attachments-not-listed',
    ['A-DEL-01', 'A-DEL-05'],
    'The deleted listing of attachments is always empty.',
    isAttachmentList,
    (body) => ('deletedIds' in body ? { ...body, deletedIds: [] } : []),
  ),
]
