import type { Answer } from '../../../src/clients/answer.ts'
import { check, each, eventually, keyOf, matchers, must, rely, type Context } from '../../../src/kit/index.ts'
import { cql } from '../cql/requirements.ts'
import { shaping } from '../list/requirements.ts'
import { data } from '../record/requirements.ts'
import { read, refOf, routes, shown, succeeded } from '../steps.ts'
import { filled, mustAgree, mustBeAsRead } from './as-read.ts'

/** Resources that the kit can make. What an attachment holds cannot be changed (A-ATT-05). */
const makeable = ({ target }: Context) => Object.keys(target.templates)
const changeable = (context: Context) => makeable(context).filter((resource) => resource !== 'Attachment')

check(
  data['create-answer'],
  'as-read-by-id',
  { brokenBy: ['value-boolean-turned-in-answers'], effects: true },
  async (context) => {
    await each(makeable(context), async (resource) => {
      const { body, answer, dto, record } = await filled(context, resource)
      must.sameId(`the id of the ${resource} that was created`, dto['id'], record.id)
      const told = shown(answer, resource)
      if (told) mustAgree(`the answer to the POST of a ${resource}`, told, dto, Object.keys(body), true)
    })
  },
)

check(
  data.replace,
  'answer-as-read-by-id',
  { brokenBy: ['value-boolean-turned-in-answers'], effects: true },
  async (context) => {
    await each(changeable(context), async (resource) => {
      const { body, other, record, dto } = await filled(context, resource)
      const now = { ...body, ...other, lastChanged: dto['lastChanged'] }
      const answer = await context.api.data.put(resource, record.id, now)
      must.status(answer, 201)
      const after = (await read(context.api, record.id, resource)) ?? {}
      mustBeAsRead(`the answer to the PUT of a ${resource}`, answer, resource, after, Object.keys(now))
    })
  },
)

check(
  data['partial-update'],
  'answer-as-read-by-id',
  { brokenBy: ['value-boolean-turned-in-answers'], effects: true },
  async (context) => {
    await each(changeable(context), async (resource) => {
      const { body, other, record, dto } = await filled(context, resource)
      const change = { ...other, lastChanged: dto['lastChanged'] }
      const answer = await context.api.data.patch(resource, record.id, change)
      must.status(answer, 201)
      const after = (await read(context.api, record.id, resource)) ?? {}
      mustBeAsRead(
        `the answer to the PATCH of a ${resource}`,
        answer,
        resource,
        after,
        Object.keys({ ...body, ...other }),
      )
    })
  },
)

for (const method of ['put', 'patch'] as const)
  check(
    data['update-by-external-id'],
    `${method}-answer-as-read-by-id`,
    { brokenBy: ['value-boolean-turned-in-answers'], effects: true },
    async (context) => {
      await each(changeable(context), async (resource) => {
        const { body, other, record, dto } = await filled(context, resource)
        const { id: _, ...rest } = body
        const change = { ...(method === 'put' ? rest : {}), ...other, lastChanged: dto['lastChanged'] }
        const answer = await context.api.data[method](resource, { externalId: record.externalId }, change)
        must.status(answer, 201)
        const after = (await read(context.api, record.id, resource)) ?? {}
        const fields = Object.keys({ ...rest, ...other })
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
      if (first) must.status(await api.data.patch(resource, first.record.id, first.other, { force: true }), 201)
      const names = made.map(({ record }) => `"${record.externalId}"`).join(', ')
      const ask = () => api.data.list(resource, { query: { query: `externalId in (${names})` } })
      const all = (answer: Answer) => matchers.equal('records', answer.records(keyOf(resource)).length, made.length)
      const list = await rely(cql['query-in'], () => eventually(context, ask, all))
      for (const { record, body, other } of made) {
        const dto = (await read(api, record.id, resource)) ?? {}
        const fields = Object.keys({ ...body, ...other })
        const row = list.records(keyOf(resource)).find(({ externalId }) => externalId === record.externalId)
        // The row may be that of a moment before the change.
        if (row?.['lastChanged'] === dto['lastChanged'] || record !== first?.record)
          mustAgree(`a list of ${resource} records`, row ?? {}, dto, fields)
        for (const route of routes) {
          const answer = await api.data.get(resource, refOf(record, route))
          if (succeeded(answer)) mustAgree(`the ${resource} read ${route}`, shown(answer, resource) ?? {}, dto, fields)
        }
      }
    })
  },
)
