import { isObject } from '../../../src/exchange/json.ts'
import { check, keyOf, must, observe, plainId, rely, show, objectsWith } from '../../../src/kit/index.ts'
import { batch } from '../../batch/requirements.ts'
import { data } from './requirements.ts'
import { call, mustBeAsBefore, mustShow, read, shown, sight, stored, succeeded, whole } from '../steps.ts'

check(
  data.create,
  'read-by-external-id',
  { brokenBy: ['data-create-not-stored', 'post-extid-not-findable', 'post-extid-dropped-without-id'], effects: true },
  async (context) => {
    const body = whole(context, { remarks: context.fresh.text() })
    must.success(await context.api.data.create(call, body))
    const found = await read(context.api, { externalId: String(body['externalId']) })
    mustShow('the created record', found, body, ['subject', 'remarks', 'externalId'])
  },
)

check(
  data.create,
  'read-by-id',
  { brokenBy: ['data-create-not-stored', 'data-get-missing'], effects: true },
  async (context) => {
    const body = whole(context, { id: context.fresh.id() })
    must.success(await context.api.data.create(call, body))
    mustShow('the created record', await read(context.api, String(body['id'])), body, ['id', 'subject'])
  },
)

check(
  data['generated-id'],
  'two-records',
  {
    brokenBy: [
      'record-id-not-guid',
      'record-id-short',
      'record-id-renamed',
      'record-id-number',
      'id-null-treated-as-id',
      'id-reused-after-delete',
    ],
    effects: true,
  },
  async (context) => {
    const ids: string[] = []
    const first = whole(context)
    // The second has the same content, and null where an id would stand; a target may refuse that null.
    for (const at of [0, 1]) {
      let body = at === 0 ? first : { ...first, externalId: context.fresh.externalId() }
      const answer = await rely(data.create, async () => {
        const nameless = at === 1 && succeeded(await context.api.data.create(call, { ...body, id: null }))
        if (!nameless) {
          let made = await context.api.data.create(call, body)
          // Nor is it stated that two records may be alike.
          if (at === 1 && made.status >= 400 && made.status < 500)
            made = await context.api.data.create(call, (body = whole(context)))
          must.success(made)
        }
        const found = await context.api.data.get(call, { externalId: String(body['externalId']) })
        mustShow('the created record', shown(found), body, ['subject'])
        return found
      })
      const id = shown(answer)?.['id']
      must.hold(
        'a GUID as id of a record created without one',
        typeof id === 'string' && /^[0-9a-f]{32}$/i.test(id.replaceAll('-', '')),
        show(id),
      )
      ids.push(plainId(String(id)))
    }
    must.differ('the id of a second record', ids[1], ids[0])
  },
)

check(
  data['generated-id'],
  'in-a-batch',
  { brokenBy: ['id-short-in-batch'], needs: ['batch'], effects: true },
  async (context) => {
    const body = whole(context)
    await context.api.batch.send([context.api.batch.part.create(call, body)])
    const found = await context.api.data.get(call, { externalId: String(body['externalId']) })
    await rely(batch.message, () => Promise.resolve(mustShow('the created record', shown(found), body, ['subject'])))
    const id = shown(found)?.['id']
    must.hold(
      'a GUID as id of a record that a batch created without one',
      typeof id === 'string' && /^[0-9a-f]{32}$/i.test(id.replaceAll('-', '')),
      show(id),
    )
  },
)

check(
  data['supplied-id'],
  'on-post',
  {
    brokenBy: ['record-supplied-id-ignored', 'supplied-id-echo-only', 'supplied-id-dropped-beside-external-id'],
    effects: true,
  },
  async (context) => {
    const body = whole(context, { id: context.fresh.id() })
    must.success(await context.api.data.create(call, body))
    const found = await context.api.data.get(call, { externalId: String(body['externalId']) })
    must.sameId('the id that the record was created with', shown(found)?.['id'], body['id'], found)
  },
)

check(
  data['create-with-external-id'],
  'shown-by-id',
  {
    brokenBy: ['data-post-external-id-dropped', 'record-external-id-hidden', 'record-external-id-upper-case'],
    effects: true,
  },
  async (context) => {
    const body = whole(context, { id: context.fresh.id() })
    must.success(await context.api.data.create(call, body))
    mustShow('the created record', await read(context.api, String(body['id'])), body, ['id', 'externalId', 'subject'])
  },
)

check(
  data['create-answer'],
  'holds-what-was-created',
  {
    brokenBy: [
      'data-post-answers-bare-record',
      'data-post-answers-what-was-sent',
      'data-post-answers-other-last-changed',
      'milliseconds-in-answers-only',
      'post-tells-the-id-of-the-record-before',
    ],
  },
  async (context) => {
    const body = whole(context, { id: context.fresh.id() })
    const answer = await context.api.data.create(call, body)
    must.success(answer)
    const found = await rely(data.create, async () => {
      const dto = await read(context.api, String(body['id']))
      mustShow('the created record', dto, body, ['id', 'subject'])
      return dto
    })
    if (answer.text.trim() === '') return
    // A sentence that names the record does not hold it.
    const holds = objectsWith(answer.json, body['subject']).some(({ object }) => 'id' in object)
    if (!holds && answer.records().length === 0) {
      // An answer of names alone tells those of the record.
      const { id, ...more } = isObject(answer.json) ? answer.json : {}
      const isName =
        typeof id === 'string' &&
        /^[0-9a-f]{32}$/i.test(id.replaceAll('-', '')) &&
        Object.keys(more).every((name) => ['externalId', 'lastChanged'].includes(name))
      if (isName) must.sameId('the id in the answer', id, body['id'], answer)
      return
    }
    const all = ['id', 'subject', 'externalId', 'lastChanged']
    const told = answer.record(keyOf(call))
    // An answer with nothing of what was sent tells of the record, and need not hold it.
    const fields = holds ? all : all.filter((name) => told && name in told)
    must.equal('the record in the answer', sight(told, fields), sight(found, fields))
  },
)

observe(data['create-status'], 'of-a-service-call', {}, async (context) => {
  const answer = await context.api.data.create(call, whole(context))
  return `POST is answered ${answer.status} with ${answer.text === '' ? 'an empty body' : answer.record(keyOf(call)) ? 'the record' : 'another body'}`
})

check(
  data['post-changes-nothing'],
  'with-a-stored-id',
  {
    brokenBy: ['data-post-overwrites', 'data-post-overwrites-though-refused', 'post-existing-touch'],
    effects: true,
  },
  async (context) => {
    const before = await stored(context, { remarks: context.fresh.text() })
    await context.api.data.create(
      call,
      whole(context, { id: before.id, externalId: before.externalId, remarks: context.fresh.text() }),
    )
    await mustBeAsBefore(context.api, before)
  },
)

check(
  data['post-changes-nothing'],
  'with-a-stored-id-and-another-external-id',
  {
    brokenBy: [
      'data-post-overwrites',
      'data-post-overwrites-though-refused',
      'refused-post-moves-external-id',
      'post-existing-fills-null',
      'post-with-current-lastchanged-updates',
    ],
    effects: true,
  },
  async (context) => {
    const before = await stored(context)
    const more = { id: before.id, lastChanged: before.lastChanged, remarks: context.fresh.text() }
    await context.api.data.create(call, whole(context, more))
    await mustBeAsBefore(context.api, before)
  },
)

check(
  data['post-changes-nothing'],
  'in-a-batch',
  {
    brokenBy: ['post-existing-in-nontransactional', 'post-in-a-transaction-merges'],
    needs: ['batch'],
    effects: true,
  },
  async (context) => {
    const before = await stored(context, { remarks: context.fresh.text() })
    const { part } = context.api.batch
    for (const transactional of [false, true]) {
      const more = { id: before.id, externalId: before.externalId, remarks: context.fresh.text() }
      await context.api.batch.send([part.create(call, whole(context, more))], { transactional })
      await mustBeAsBefore(context.api, before)
    }
  },
)

check(
  data['post-changes-nothing'],
  'with-a-stored-external-id',
  { brokenBy: ['record-duplicate-external-id-overwrites', 'create-turned-into-an-update'], effects: true },
  async (context) => {
    const before = await stored(context)
    await context.api.data.create(call, whole(context, { externalId: before.externalId }))
    await mustBeAsBefore(context.api, before)
  },
)

observe(data['forced-post'], 'with-a-stored-id', {}, async (context) => {
  const before = await stored(context)
  const answer = await context.api.data.create(call, whole(context, { id: before.id, externalId: before.externalId }), {
    force: true,
  })
  const now = await read(context.api, before.id)
  const same = now?.['subject'] === before.dto['subject']
  const taken = succeeded(answer) ? 'accepted' : 'refused'
  return `POST with forceUpdate=true on a stored id is ${taken} (${answer.status}) and ${same ? 'changes nothing' : 'overwrites the record'}`
})
