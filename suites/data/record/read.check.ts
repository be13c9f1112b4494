import { check, keyOf, must, observe, show } from '../../../src/kit/index.ts'
import { data } from './requirements.ts'
import { call, mustShow, read, shown, stored, whole } from '../steps.ts'

check(
  data['get-by-id'],
  'just-created',
  { brokenBy: ['data-get-missing', 'data-get-other-record'], effects: true },
  async (context) => {
    const [id, other] = [context.fresh.id(), context.fresh.id()]
    const body = whole(context, { id })
    must.success(await context.api.data.create(call, body))
    must.success(await context.api.data.create(call, whole(context, { id: other })))
    mustShow('the record asked for', await read(context.api, id), body, ['id', 'subject'])
  },
)

check(
  data.list,
  'holds-records',
  {
    brokenBy: ['data-list-empty', 'data-list-refused', 'data-list-repeats', 'record-envelope-missing-in-list'],
  },
  async (context) => {
    await stored(context)
    const answer = await context.api.data.list(call)
    must.success(answer)
    const records = answer.records(keyOf(call))
    must.some('record in the list, for one was just created', records, answer)
    // As they are spelled: whether two spellings are one id is not stated.
    const ids = records.map((record) => record['id'])
    must.hold(
      'records with ids',
      ids.every((id) => typeof id === 'string'),
      show(ids),
    )
    must.equal('number of different ids in the list', new Set(ids).size, ids.length)
  },
)

const single = [
  'record-envelope-missing',
  'record-envelope-no-array',
  'record-key-upper-camel',
  'record-key-lower-case',
  'record-key-missing',
] as const

check(data['data-form'], 'of-a-single-record', { brokenBy: single }, async (context) => {
  const id = context.fresh.id()
  const subject = context.fresh.text()
  must.success(
    await context.api.data.create(
      call,
      context.fresh.body(call, { id, subject, externalId: context.fresh.externalId() }),
    ),
  )
  const answer = await context.api.data.get(call, id)
  must.success(answer)
  const envelope = answer.json as { data?: { serviceCall?: { subject?: unknown } }[] } | undefined
  must.equal('the subject in data[0].serviceCall', envelope?.data?.[0]?.serviceCall?.subject, subject)
})

check(
  data['data-form'],
  'of-a-list',
  {
    brokenBy: [
      'record-envelope-missing-in-list',
      'record-key-upper-camel',
      'record-key-lower-case',
      'record-key-missing',
    ],
  },
  async (context) => {
    await context.api.data.create(
      call,
      context.fresh.body(call, { subject: context.fresh.text(), externalId: context.fresh.externalId() }),
    )
    const answer = await context.api.data.list(call)
    must.success(answer)
    const elements = (answer.json as { data?: unknown } | undefined)?.data
    must.be('data', elements, 'an array', answer)
    must.some('element in data', elements as unknown[], answer)
    const keyed = (elements as Record<string, unknown>[]).filter(
      ({ serviceCall }) => typeof serviceCall === 'object' && serviceCall !== null,
    )
    must.equal('number of elements that hold a serviceCall', keyed.length, (elements as unknown[]).length)
  },
)

check(data.address, 'version-4', { brokenBy: ['data-api-moved'], effects: true }, async (context) => {
  const [id, subject] = [context.fresh.id(), context.fresh.text()]
  must.success(
    await context.api.data.create(
      call,
      context.fresh.body(call, { id, subject, externalId: context.fresh.externalId() }),
    ),
  )
  const answer = await context.api.data.get(call, id)
  must.equal('the subject of the record', shown(answer)?.['subject'], subject)
})

observe(data['get-status'], 'single-and-list', {}, async (context) => {
  const record = await stored(context)
  const { data: client } = context.api
  const [byId, byExternalId, list] = [
    await client.get(call, record.id),
    await client.get(call, { externalId: record.externalId }),
    await client.list(call),
  ]
  return `GET by id ${byId.status}, by external id ${byExternalId.status}, list ${list.status}`
})
