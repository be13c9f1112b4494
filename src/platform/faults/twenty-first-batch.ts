import type { Fault } from '../deviation.ts'
import { openJournal } from '../store/journal.ts'
import { storeMeant } from '../variants/store-meant.ts'
import {
  askedOf,
  batchMemory,
  eachRecord,
  inParts,
  isWell,
  jsonIn,
  passing,
  recordsIn,
  refused,
  reshaping,
  rewriting,
  withJson,
  withParts,
  type Json,
} from './passing.ts'
import { asksForList, isPost, isUpdate } from './serving.ts'

const givenUp = batchMemory(() => new Set<string>())
const conflicts = batchMemory(() => ({ met: false }))

const largestLegacy = 65_535

/** Quiet breaches of expansions, attachments and batches in two steps and more that a twenty-first reader of the document thought up. */
export const twentyFirstBatchFaults: readonly Fault[] = [
  reshaping(
    'partners-under-the-call-of-the-row-before',
    ['A-EXP-05'],
    'Where an object reference is expanded as two resources, a partner after a service call in a list stands under object(SERVICECALL).',
    (asked) => asksForList(asked) && asked.query.getAll('expand').length > 1,
    (body) => {
      let before: Json | undefined
      return eachRecord(body, (record) => {
        const { 'object(BUSINESSPARTNER)': partner, ...others } = record
        const isMeant = partner !== undefined && before?.['object(SERVICECALL)'] !== undefined
        before = record
        return isMeant ? { ...others, 'object(SERVICECALL)': partner } : record
      })
    },
  ),
  rewriting(
    'expansion-whole-in-sorted-searches',
    ['A-EXP-08'],
    'In a sorted search the fields of an expansion are ignored.',
    (asked) => asksForList(asked) && asked.query.has('query') && asked.query.has('orderBy'),
    (request, asked) =>
      withParts(
        request,
        'expand',
        asked.query.getAll('expand').map((text) => text.replace(/;fields=.*$/, '')),
      ),
  ),
  {
    ...passing(
      'patch-of-an-attachment-answers-the-content-that-it-sent',
      ['A-ATT-02'],
      'A PATCH of an attachment updates its name and description, and its answer holds the fileContent that was sent.',
      async (request, go) => {
        const asked = askedOf(request)
        const sent = request.method === 'PATCH' && asked.resource === 'Attachment' ? jsonIn(request) : undefined
        const response = await go(request)
        return sent && 'fileContent' in sent && isWell(response)
          ? withJson(response, (body) =>
              eachRecord(body, (record) => ({ ...record, fileContent: sent['fileContent'] })),
            )
          : response
      },
    ),
    rule: { attachment: { update: (operation) => (operation === 'patch' ? 'metadata' : 'refuse') } },
  },
  passing(
    'older-form-cuts-content-that-a-batch-created',
    ['A-ATT-04'],
    'In the older form the content of an attachment that a batch created ends after 65535 bytes.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const response = await go(request)
      if (!asked.path.endsWith('/attachmentService') || !isWell(response)) return response
      const record = storeMeant(request, house)
        ?.table('Attachment')
        .byId(asked.query.get('guid') ?? '')
      return record?.inBatch ? { ...response, body: response.body.subarray(0, largestLegacy) } : response
    },
  ),
  inParts(
    'external-id-of-a-deletion-in-the-transaction-still-taken',
    ['A-BAT-07'],
    'The external id of a record that an earlier part of the transaction deleted is still taken.',
    async (request, go, way) => {
      const asked = askedOf(request)
      if (!way.transactional || asked.resource === undefined) return go(request)
      const gone = givenUp(way)
      const sent = isPost(asked) ? jsonIn(request) : undefined
      if (gone.has(`${asked.resource} ${sent?.['externalId']}`)) return refused(409, 'externalId is in use')
      const isDeletion = request.method === 'DELETE' && (asked.by === 'id' || asked.by === 'externalId')
      const before = isDeletion ? await go({ ...request, method: 'GET' }) : undefined
      const response = await go(request)
      const [record] = before && isWell(response) ? recordsIn(jsonIn(before)) : []
      if (typeof record?.['externalId'] === 'string') gone.add(`${asked.resource} ${record['externalId']}`)
      return response
    },
  ),
  inParts(
    'parts-after-a-conflict-not-stored',
    ['A-BAT-09'],
    'In a batch that is not transactional the parts after one that is refused with 409 report success and are not stored.',
    async (request, go, way) => {
      const state = conflicts(way)
      if (way.transactional || !state.met) {
        const response = await go(request)
        if (response.status === 409) state.met = true
        return response
      }
      const lost = openJournal(() => way.journal.start)
      const response = await go(request, lost)
      lost.rollBack((entries) => {
        for (const entry of entries) entry.undo()
      })
      return response
    },
  ),
  inParts(
    'batch-time-of-puts-that-create',
    ['A-BAT-16'],
    'In a transaction a record that a PUT creates has the time of its part.',
    async (request, go, way) => {
      const asked = askedOf(request)
      if (!way.transactional || request.method !== 'PUT' || !isUpdate(asked)) return go(request)
      const creates = !isWell(await go({ ...request, method: 'GET' }))
      return creates
        ? go(request, { add: way.journal.add.bind(way.journal), start: way.journal.start + way.position * 3 + 2 })
        : go(request)
    },
  ),
]
