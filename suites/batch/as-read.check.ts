import { check, must } from '../../src/kit/index.ts'
import { data } from '../data/record/requirements.ts'
import { call, read, whole } from '../data/steps.ts'
import { filled, mustAgree } from '../data/values/as-read.ts'
import { batch } from './requirements.ts'
import { mustAllSucceed, recordOfPart, send } from './steps.ts'

check(
  batch['any-interface'],
  'reads-as-outside',
  { brokenBy: ['value-boolean-wrong-in-batch-reads'], needs: ['query-language'], effects: true },
  async (context) => {
    const { part } = context.api.batch
    const { body, record, dto } = await filled(context, call)
    const requests = [
      part.get(call, record.id),
      part.get(call, { externalId: record.externalId }),
      part.list(call, { query: { query: `externalId = "${record.externalId}"` } }),
    ]
    const answer = await send(context, requests)
    mustAllSucceed(answer, requests.length)
    const [byId, byExternalId, inList] = answer.parts.map((one) => recordOfPart(one))
    mustAgree('a part that reads by id', byId ?? {}, dto, Object.keys(body))
    mustAgree('a part that reads by external id', byExternalId ?? {}, dto, Object.keys(body))
    // A list may not show the record yet.
    if (inList) mustAgree('a part that lists', inList, dto, Object.keys(body))
  },
)

check(
  data['partial-update'],
  'answers-of-parts-as-read-by-id',
  { brokenBy: ['value-boolean-turned-in-answers'], effects: true },
  async (context) => {
    const { part } = context.api.batch
    const of = await Promise.all([0, 1, 2, 3].map(() => filled(context, call)))
    const [put, patched, putByName, patchedByName] = of
    if (!put || !patched || !putByName || !patchedByName) return
    const created = { ...put.body, id: context.fresh.id(), externalId: context.fresh.externalId() }
    const { id: _, ...rest } = putByName.body
    const named = (one: typeof put) => ({ externalId: one.record.externalId })
    const forced = { force: true }
    const answer = await send(
      context,
      [
        part.put(call, put.record.id, { ...put.body, ...put.other }, forced),
        part.patch(call, patched.record.id, patched.other, forced),
        part.put(call, named(putByName), { ...rest, ...putByName.other }, forced),
        part.patch(call, named(patchedByName), patchedByName.other, forced),
        part.create(call, whole(context, created)),
      ],
      { transactional: false },
    )
    mustAllSucceed(answer, 5)
    for (const [at, { record, body, other }] of of.entries()) {
      must.equal('records in the answer of a part', answer.parts[at]?.records().length, 1)
      const after = (await read(context.api, record.id)) ?? {}
      mustAgree(
        ['a PUT', 'a PATCH', 'a PUT by external id', 'a PATCH by external id'][at] ?? '',
        recordOfPart(answer.parts[at]) ?? {},
        after,
        Object.keys({ ...body, ...other }),
      )
    }
    const told = recordOfPart(answer.parts[4])
    const after = (await read(context.api, String(created.id))) ?? {}
    if (told) mustAgree('the answer to a POST in a batch', told, after, Object.keys(created), true)
  },
)
