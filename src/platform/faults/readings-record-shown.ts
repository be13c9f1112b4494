import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { recordRules } from '../rulebook/record.ts'
import type { StoredRecord } from '../store/record.ts'
import { batchMemory, inParts, isWell, jsonIn, reshaping, type Json } from './passing.ts'
import { isGet, asksForList, isPost, isUpdate, nowServed, serving } from './serving.ts'
import { heldWithin } from '../held-within.ts'

const { record: strict } = recordRules
/** The external ids that the parts of one batch brought so far. */
const inOneBatch = heldWithin<ReadonlySet<string>>()
const createdIn = batchMemory(() => new Set<string>())
const writers = perHouse(() => new Map<string, string | null>())
const longFolded = (one: string | null): string => (one ?? '').slice(0, 255)
const keyed = (body: Json, change: (key: string) => string): Json => ({
  ...body,
  data: (body['data'] as Json[]).map((element) =>
    Object.fromEntries(Object.entries(element).map(([key, value]) => [change(key), value])),
  ),
})

/** Quiet breaches of A-REC-07..14, 17: uniqueness, envelope, values and references as they are shown. */
export const readingsRecordShownFaults: readonly Fault[] = [
  ...(
    [
      ['externalid-unique-batch-blind', 'one batch', [true, false]],
      ['externalid-unique-transaction-blind', 'one transaction', [true]],
      ['externalid-unique-blind-without-transaction', 'a batch that is not transactional', [false]],
    ] as const
  ).map(([id, words, ways]): Fault => ({
    ...inParts(
      id,
      ['A-REC-07', 'A-REC-17', 'A-BAT-12'],
      `Two parts of ${words} may create records with the same external id.`,
      async (request, go, way) => {
        if (!ways.some((one) => one === way.transactional)) return go(request)
        const response = await inOneBatch.run(createdIn(way), () => go(request))
        const externalId = jsonIn(request)?.['externalId']
        if (isWell(response) && typeof externalId === 'string') createdIn(way).add(externalId)
        return response
      },
    ),
    rule: {
      record: {
        holder: (externalId, resource, store) =>
          inOneBatch.get()?.has(externalId) ? undefined : strict.holder(externalId, resource, store),
      },
    },
  })),
  serving(
    'externalid-unique-per-company-dto',
    ['A-REC-07', 'A-REC-17'],
    'Two users may create records with the same external id.',
    {
      rule: {
        record: {
          holder: (externalId, resource, store) => {
            const found = strict.holder(externalId, resource, store)
            const at = nowServed()
            if (!found || !at || !isPost(at.asked)) return found
            return writers(at.house).get(at.token ?? '') === found.lastChangedBy ? found : undefined
          },
          lastChangedBy: (writer, former, step) => {
            const own = strict.lastChangedBy(writer, former, step)
            const at = nowServed()
            if (at) writers(at.house).set(at.token ?? '', own)
            return own
          },
        },
      },
    },
  ),
  serving(
    'externalid-unique-trailing',
    ['A-REC-07', 'A-DAT-14'],
    'Only 255 characters of an external id tell records apart.',
    {
      rule: {
        data: {
          picks: (found, all) =>
            nowServed()?.asked.by === 'externalId'
              ? (all().find(
                  (one) =>
                    longFolded((one as StoredRecord).externalId) === longFolded((found as StoredRecord).externalId),
                ) ?? found)
              : found,
        },
      },
    },
  ),
  reshaping(
    'envelope-single-object',
    ['A-REC-08'],
    'data of a record read by external id is an object.',
    (asked) => isGet(asked) && asked.by === 'externalId',
    (body) => ({ ...body, data: (body['data'] as Json[])[0] }),
  ),
  reshaping(
    'envelope-key-acronym',
    ['A-REC-08'],
    'In answers to PUT and PATCH records are keyed in upper camel case.',
    isUpdate,
    (body) => keyed(body, (key) => key.charAt(0).toUpperCase() + key.slice(1)),
  ),
  reshaping('envelope-empty-null', ['A-REC-08'], 'data of an empty list is null.', asksForList, (body) =>
    (body['data'] as Json[]).length === 0 ? { ...body, data: null } : body,
  ),
  reshaping(
    'envelope-second-page-bare',
    ['A-REC-08'],
    'From the second page on records stand without their key.',
    (asked) => asksForList(asked) && Number(asked.query.get('page')) > 1,
    (body) => ({ ...body, data: (body['data'] as Json[]).map((element) => Object.values(element)[0]) }),
  ),
  reshaping(
    'envelope-udfmeta-key',
    ['A-REC-08'],
    'Keys of resources whose name begins with an acronym are in lower case.',
    ({ resource }) => /^(?:Udf|Unified)/.test(resource ?? ''),
    (body) => keyed(body, (key) => key.toLowerCase()),
  ),
]
