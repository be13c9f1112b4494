import type { Answer } from '../../../src/clients/answer.ts'
import { check, each, eventually, keyOf, matchers, must, rely } from '../../../src/kit/index.ts'
import { cql } from '../cql/requirements.ts'
import { shaping } from '../list/requirements.ts'
import { data } from '../record/requirements.ts'
import {
  call,
  mustBeRefusedAlone,
  onTheQuarter,
  read,
  refOf,
  routes,
  shown,
  stored,
  succeeded,
  whole,
} from '../steps.ts'
import {
  changeable,
  filled,
  makeable,
  mustBeAsRead,
  mustHoldWhatWasSent,
  mustReadAlike,
  readTwice,
  steadyIn,
} from './as-read.ts'

check(
  data['create-answer'],
  'as-read-by-id',
  {
    brokenBy: [
      'value-boolean-turned-in-answers',
      'post-expenses-never-chargeable',
      'supplied-id-of-attachments-ignored',
    ],
    effects: true,
  },
  async (context) => {
    await each(makeable(context), async (resource) => {
      const { body, answer, dto, record, kinds } = await filled(context, resource)
      must.sameId(`the id of the ${resource} that was created`, dto['id'], record.id)
      mustHoldWhatWasSent(`a created ${resource}`, dto, body, kinds)
      const told = shown(answer, resource)
      const { steady } = await readTwice(context, record)
      const fields = { set: Object.keys(body), steady, mayBePart: true }
      if (told) mustReadAlike(`the answer to the POST of a ${resource}`, told, dto, fields)
    })
  },
)

check(
  data.replace,
  'answer-as-read-by-id',
  { brokenBy: ['value-boolean-turned-in-answers'], effects: true },
  async (context) => {
    await each(changeable(context), async (resource) => {
      const { body, other, kinds, record, dto } = await filled(context, resource)
      const now = { ...body, ...other, lastChanged: dto['lastChanged'] }
      const answer = await context.api.data.put(resource, record.id, now)
      must.status(answer, 201)
      const { dto: after, steady } = await readTwice(context, record)
      mustHoldWhatWasSent(`a ${resource} after a PUT`, after, now, kinds)
      const fields = { set: Object.keys(now), steady }
      mustBeAsRead(`the answer to the PUT of a ${resource}`, answer, resource, after, fields)
    })
  },
)

check(
  data['partial-update'],
  'answer-as-read-by-id',
  {
    brokenBy: ['value-boolean-turned-in-answers', 'lastchanged-answer-ahead', 'update-answers-former-last-changed'],
    effects: true,
  },
  async (context) => {
    await each(changeable(context), async (resource) => {
      const { body, other, kinds, record, dto } = await filled(context, resource)
      const change = { ...other, lastChanged: dto['lastChanged'] }
      const answer = await context.api.data.patch(resource, record.id, change)
      must.status(answer, 201)
      const { dto: after, steady } = await readTwice(context, record)
      mustHoldWhatWasSent(`a ${resource} after a PATCH`, after, change, kinds)
      const fields = { set: Object.keys({ ...body, ...other }), steady }
      mustBeAsRead(`the answer to the PATCH of a ${resource}`, answer, resource, after, fields)
    })
  },
)

check(
  data['partial-update'],
  'answer-with-every-date-as-read',
  { brokenBy: ['data-patch-answers-old-version', 'data-patch-not-stored'], effects: true },
  async (context) => {
    const { api, fresh } = context
    const at = (hours: number) => onTheQuarter(new Date(Date.now() + hours * 3_600_000).toISOString())
    const dates = { orderDateTime: at(-1), startDateTime: at(24), endDateTime: at(26), dueDateTime: at(48) }
    const body = whole(context, { id: fresh.id(), ...dates })
    const made = await api.data.create(call, body)
    // Which dates a record may have together is not stated.
    if (!succeeded(made)) return mustBeRefusedAlone(context, made)
    const change = { subject: fresh.text() }
    const answer = await api.data.patch(call, String(body['id']), change, { force: true })
    must.status(answer, 201)
    const after = (await read(api, String(body['id']))) ?? {}
    mustBeAsRead('the answer to the PATCH', answer, call, after, { set: Object.keys({ ...dates, ...change }) })
  },
)

check(
  data['partial-update'],
  'start-of-a-call-that-has-an-end',
  { brokenBy: ['start-alone-clears-the-end'], effects: true },
  async (context) => {
    const { api, fresh } = context
    const [before, start, end] = [24, 25, 26].map((hours) =>
      onTheQuarter(new Date(Date.now() + hours * 3_600_000).toISOString()),
    )
    const record = await stored(context, { startDateTime: before, endDateTime: end })
    const changes = { subject: fresh.text(), startDateTime: start }
    const answer = await api.data.patch(call, record.id, changes, { force: true })
    // Nor whether its start is changed without its end.
    if (!succeeded(answer)) return must.refused4xx(answer)
    must.status(answer, 201)
    // Where an appointment moves to as a whole is not stated: that it loses its end is.
    const left = (await read(api, record.id))?.['endDateTime']
    must.be('endDateTime after a PATCH of the start', left, 'a text')
  },
)

for (const method of ['put', 'patch'] as const)
  check(
    data['update-by-external-id'],
    `${method}-answer-as-read-by-id`,
    {
      brokenBy: [
        'value-boolean-turned-in-answers',
        ...(method === 'patch' ? ['external-patch-tells-the-former-last-changed'] : []),
      ],
      effects: true,
    },
    async (context) => {
      await each(changeable(context), async (resource) => {
        const { body, other, kinds, record, dto } = await filled(context, resource)
        const { id: _, ...rest } = body
        const change = { ...(method === 'put' ? rest : {}), ...other, lastChanged: dto['lastChanged'] }
        const answer = await context.api.data[method](resource, { externalId: record.externalId }, change)
        must.status(answer, 201)
        const { dto: after, steady } = await readTwice(context, record)
        mustHoldWhatWasSent(`a ${resource} after a ${method.toUpperCase()} by external id`, after, change, kinds)
        const fields = { set: Object.keys({ ...rest, ...other }), steady }
        mustBeAsRead(`the answer to the ${method.toUpperCase()} of a ${resource}`, answer, resource, after, fields)
      })
    },
  )

check(
  shaping['same-by-every-route'],
  'several-full-records',
  {
    brokenBy: ['value-boolean-turned-in-lists', 'value-boolean-turned-by-external-id'],
    needs: ['query-language'],
    effects: true,
  },
  async (context) => {
    const { api } = context
    await each(changeable(context), async (resource) => {
      const made = [await filled(context, resource), await filled(context, resource), await filled(context, resource)]
      const [first] = made
      const names = made.map(({ record }) => `"${record.externalId}"`).join(', ')
      const ask = () => api.data.list(resource, { query: { query: `externalId in (${names})` } })
      // A list that keeps what it showed once is told by what it shows after a change.
      await ask()
      if (first) must.status(await api.data.patch(resource, first.record.id, first.other, { force: true }), 201)
      const all = (answer: Answer) => matchers.equal('records', answer.records(keyOf(resource)).length, made.length)
      const list = await rely(cql['query-in'], () => eventually(context, ask, all))
      for (const { record, body, other, dto: before } of made) {
        const dto = (await read(api, record.id, resource)) ?? {}
        const set = Object.keys({ ...body, ...other })
        // The first record was changed in between.
        const fields = record === first?.record ? { set } : { set, steady: steadyIn(before, dto) }
        const row = list.records(keyOf(resource)).find(({ externalId }) => externalId === record.externalId)
        // The row may be that of a moment before the change.
        if (row?.['lastChanged'] === dto['lastChanged'] || record !== first?.record)
          mustReadAlike(`a list of ${resource} records`, row ?? {}, dto, fields)
        for (const route of routes) {
          const answer = await api.data.get(resource, refOf(record, route))
          if (succeeded(answer))
            mustReadAlike(`the ${resource} read ${route}`, shown(answer, resource) ?? {}, dto, fields)
        }
      }
    })
  },
)
