import { check, must } from '../../src/kit/index.ts'
import { requestUuid } from '../../src/target/request-uuid.ts'
import { idsOfDtos, mustBeSearched, scopeOf } from '../data/list/ladder.ts'
import { filled, mustReadAlike, readTwice } from '../data/values/as-read.ts'
import { batch } from './requirements.ts'
import {
  call,
  creating,
  failing,
  mustAllSucceed,
  mustFailAt,
  mustHaveParts,
  mustNotBeThere,
  recordOfPart,
  send,
  stored,
  well,
} from './steps.ts'

check(
  batch.message,
  'default-beside-other-parameters',
  {
    brokenBy: ['batch-default-lost-beside-parameters', 'batch-default-not-transactional', 'batch-never-transactional'],
    effects: true,
  },
  async (context) => {
    const record = await stored(context)
    // That a batch takes clientIdentifier is not stated; requestId is, for every call.
    // No sentence says what a call with its request id in both forms is worth (A-AUT-13).
    for (const [name, query, headers] of [
      ['requestId', { requestId: requestUuid(context.fresh.tag) }, { 'X-Request-ID': undefined }],
      ['clientIdentifier', { clientIdentifier: 'kit' }, {}],
    ] as const) {
      const made = creating(context)
      const answer = await send(context, [made.request, failing(context, record)], { query, headers })
      if (name === 'requestId' || well(answer.parts[0])) mustFailAt(answer, 1, 2)
      await mustNotBeThere(context.api, [made])
    }
  },
)

check(
  batch['any-interface'],
  'parameters-of-one-part-alone',
  { brokenBy: ['batch-fields-carried-over'], effects: true },
  async (context) => {
    const { part } = context.api.batch
    const { record, body } = await filled(context, call)
    const { dto, steady } = await readTwice(context, record)
    const named = { externalId: record.externalId }
    /** Reads with parameters, each before one without them. */
    const pairs = [
      [part.get(call, record.id, { query: { fields: 'id' } }), part.get(call, record.id)],
      [part.get(call, named, { query: { fields: 'id,subject' } }), part.get(call, named)],
      [part.get(call, named, { query: { useExternalIds: 'true' } }), part.get(call, named)],
      ...(context.target.dtos[call]?.older
        ? [[part.get(call, record.id, { dtos: 'older' }), part.get(call, record.id)] as const]
        : []),
    ] as const
    const first = await send(context, pairs.flat(), { transactional: false })
    mustHaveParts(first, pairs.length * 2)
    // In a transaction only what is served: which parameters a read by id takes is not stated for all of them.
    const served = pairs.filter((_, at) => well(first.parts[at * 2]))
    const second = await send(context, served.flat())
    mustAllSucceed(second, served.length * 2)
    for (const answer of [first, second])
      for (const [at, answered] of answer.parts.entries()) {
        if (at % 2 === 0) continue
        must.done('a part that reads without parameters', answered)
        const fields = { set: Object.keys(body), steady }
        mustReadAlike('a part after one with parameters', recordOfPart(answered) ?? {}, dto, fields)
      }
  },
)

check(
  batch['any-interface'],
  'page-size-of-one-part-alone',
  { needs: ['query-language'], brokenBy: ['pagesize-sticky'], effects: true },
  async (context) => {
    const rows = [await stored(context), await stored(context)]
    await mustBeSearched(context, rows)
    const { part } = context.api.batch
    const query = scopeOf(rows)
    const requests = [
      part.list(call, { query: { query, pageSize: '1', orderBy: 'subject desc' } }),
      part.list(call, { query: { query } }),
    ]
    const answer = await send(context, requests)
    mustAllSucceed(answer, 2)
    must.equal(
      'records of a part that lists without parameters, after one with pageSize=1',
      idsOfDtos(answer.parts[1]?.records() ?? []).length,
      rows.length,
    )
  },
)
