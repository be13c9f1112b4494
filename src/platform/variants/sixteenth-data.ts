import { setTimeout as pause } from 'node:timers/promises'
import type { Variant } from '../deviation.ts'
import { askedOf, isBatch, isWell, jsonIn } from '../faults/passing.ts'
import { perHouse } from '../house.ts'
import { empty } from '../http/answers.ts'
import { strictCompare } from '../rulebook/order.ts'
import type { Store } from '../store/store.ts'
import { alone, lawful, through } from './lawful.ts'
import { beside } from './others-at-work.ts'

const clerk = '01D000000000400080000000000000FE'
const idOf = (kind: string, at: number): string =>
  `01D10000000040008${kind}${at.toString(16).toUpperCase().padStart(14, '0')}`

const closedCalls = 60
const retentionMs = 400
const retained = perHouse(() => new Map<string, { left: number; at: number }>())

/** Service calls of other users that were closed long ago. */
function closeSome(store: Store, now: number): void {
  for (let at = 0; at < closedCalls; at += 1)
    store.transaction(
      ({ put, start }) =>
        put('ServiceCall', {
          id: idOf('C', at),
          externalId: at % 2 === 0 ? `CLOSED-${at}` : null,
          lastChanged: start,
          lastChangedBy: clerk,
          fields: { subject: `closed ${at}`, statusCode: '-5', inactive: false },
        }),
      { start: now - 40_000_000_000 + at * 1000, add: () => undefined },
    )
}

const sharedId = '1000'
const seeded = perHouse(() => new Set<string>())

const lockedMs = 2500
/** Long enough for others to be served meanwhile, and short enough for a proof. */
const othersMs = 2

const guid = /^[\dA-F]{8}-?[\dA-F]{4}-?[\dA-F]{4}-?[\dA-F]{4}-?[\dA-F]{12}$/i
const hexDigits = 32
const lastSix = 12
/** What a GUID is sorted by: its last six bytes, then those before. */
const turned = (id: string): string => {
  const digits = id.replaceAll('-', '').toUpperCase()
  return digits.slice(hexDigits - lastSix) + digits.slice(0, hexDigits - lastSix)
}

/** Lawful servers of records, deletions and batches that a sixteenth reader of the document thought up (suites/two-readings). */
export const sixteenthDataVariants: readonly Variant[] = [
  through(
    'empty-content-204',
    ['A-ATT-03', 'A-ATT-04'],
    'Empty content is answered with 204 and the headers of content.',
    async (request, go) => {
      const asked = askedOf(request)
      const response = await go(request)
      const isContent = asked.by === 'content' || asked.path.endsWith('/attachmentService')
      return isContent && response.status === 200 && response.body.length === 0
        ? { ...response, status: 204 }
        : response
    },
  ),
  {
    ...through(
      'deleted-v1-bare-204-when-empty',
      ['A-DEL-08', 'A-DAT-38'],
      'DeletedObjects.1 is answered with a bare array of ids, and with 204 where there are none.',
      async (request, go) => {
        const asked = askedOf(request)
        const response = await go(request)
        const isFirst = asked.by === 'deleted' && asked.query.get('dtos') === 'DeletedObjects.1'
        const ids: unknown = isFirst && isWell(response) ? jsonIn(response) : undefined
        return Array.isArray(ids) && ids.length === 0 ? empty(204) : response
      },
    ),
    rule: { deleted: { first: (entries) => entries.map(({ id }) => id) } },
  },
  alone({
    id: 'closed-calls-are-deleted-one-by-one',
    leaves: ['A-PAR-07', 'A-DEL-01'],
    says: 'Each company starts with 60 closed service calls of other users, the oldest of which is deleted every 400 ms.',
    seam: beside((store, house, company) => {
      const now = house.clock.now()
      const state = retained(house).get(company)
      if (!state) {
        retained(house).set(company, { left: closedCalls, at: now })
        closeSome(store, now)
        return
      }
      if (state.left === 0 || now - state.at < retentionMs) return
      const record = store.table('ServiceCall').byId(idOf('C', closedCalls - state.left))
      retained(house).set(company, { left: state.left - 1, at: now })
      if (record)
        store.transaction(({ remove }) =>
          remove('ServiceCall', record, { by: clerk, forced: true, route: 'id', inBatch: false }),
        )
    }),
  }),
  alone({
    id: 'one-external-id-in-three-resources',
    leaves: ['A-REC-07'],
    says: `Each company starts with a partner, a piece of equipment and a service call with the external id ${sharedId}.`,
    seam: beside((store, house, company) => {
      if (seeded(house).has(company)) return
      seeded(house).add(company)
      store.transaction(({ put, start }) => {
        const written = { externalId: sharedId, lastChanged: start, lastChangedBy: clerk }
        put('BusinessPartner', { ...written, id: idOf('A', 0), fields: { name: 'Number 1000', code: sharedId } })
        put('Equipment', {
          ...written,
          id: idOf('B', 0),
          fields: { name: 'Number 1000', code: sharedId, businessPartner: idOf('A', 0) },
        })
        put('ServiceCall', {
          ...written,
          id: idOf('9', 0),
          fields: { subject: 'Number 1000', code: sharedId, businessPartner: idOf('A', 0) },
        })
      })
    }),
  }),
  alone({
    ...through(
      'transactions-wait-for-others-first',
      ['A-REC-04', 'A-CON-06'],
      'A transactional batch waits 2.5 seconds after its transaction began, and others are served meanwhile.',
      async (request, go, { house, inBatch }) => {
        const asked = askedOf(request)
        if (inBatch || !isBatch(asked) || asked.query.get('transactional') === 'false') return go(request)
        house.clock.advance(lockedMs)
        await pause(othersMs)
        return go(request)
      },
    ),
    // The transaction began before it waited.
    rule: { batch: { startOf: (start) => start - lockedMs } },
  }),
  lawful(['A-PAR-10'], {
    id: 'ids-sorted-by-their-last-bytes',
    says: 'Ids are sorted by their last six bytes first, texts by locale in any letter case.',
    rule: {
      order: {
        compare: (one, other) => {
          if (typeof one !== 'string' || typeof other !== 'string') return strictCompare(one, other)
          return guid.test(one) && guid.test(other)
            ? strictCompare(turned(one), turned(other))
            : one.localeCompare(other, 'en', { sensitivity: 'accent' })
        },
      },
    },
  }),
]
