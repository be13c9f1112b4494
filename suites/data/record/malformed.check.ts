import { check, must, rely } from '../../../src/kit/index.ts'
import { deleted } from '../deleted/requirements.ts'
import { data } from './requirements.ts'
import { call, mustBeAbsent, mustBeAsBefore, refOf, routes, stored, whole } from '../steps.ts'

const json = ['data-malformed-json-crashes', 'data-malformed-json-accepted'] as const

/** JSON without its last brace: complete enough for a lax parser. */
const cutShort = (body: unknown): string => JSON.stringify(body).slice(0, -1)

check(data['malformed-refused'], 'post-cut-short', { brokenBy: json, effects: true }, async (context) => {
  await stored(context)
  const body = whole(context, { id: context.fresh.id() })
  must.refused4xx(await context.api.data.create(call, cutShort(body)))
  await mustBeAbsent(context.api, body)
})

for (const route of routes)
  for (const method of ['put', 'patch'] as const) {
    const [byId, isPatch] = [route === 'by-id', method === 'patch']
    check(
      data['malformed-refused'],
      `${method}-cut-short${byId ? '' : '-by-external-id'}`,
      {
        brokenBy: [
          ...json,
          ...(isPatch && byId ? ['data-cut-body-half-stored'] : []),
          ...(isPatch && !byId ? ['cut-json-by-external-id-crashes'] : []),
        ],
        effects: true,
      },
      async (context) => {
        const record = await stored(context)
        const body = whole(context, { externalId: record.externalId, lastChanged: record.lastChanged })
        must.refused4xx(await context.api.data[method](call, refOf(record, route), cutShort(body)))
        await mustBeAsBefore(context.api, record)
      },
    )
  }

check(
  data['malformed-refused'],
  'unknown-resource',
  {
    brokenBy: [
      'data-unknown-resource-crashes',
      'data-unknown-resource-empty',
      'nothing-deleted-of-an-unknown-resource',
    ],
  },
  async (context) => {
    const { lastChanged } = await stored(context)
    const unknown = 'FieldproofUnknown'
    const dtos = `${unknown}.1`
    must.refused4xx(await context.api.data.list(unknown, { dtos }))
    must.refused4xx(
      await context.api.data.create(
        unknown,
        { externalId: context.fresh.externalId(), subject: context.fresh.text() },
        { dtos },
      ),
    )
    const body = { externalId: context.fresh.externalId(), subject: context.fresh.text() }
    must.refused4xx(await context.api.data.put(unknown, context.fresh.id(), body, { dtos }))
    if ('deleted-listing' in context.target.lacks) return
    const span = { from: lastChanged - 60_000, to: lastChanged - 30_000 }
    const listing = { dtos: 'DeletedObjects.2' }
    await rely(deleted['deleted-versions'], async () =>
      must.success(await context.api.data.deleted(call, span, listing)),
    )
    must.refused4xx(await context.api.data.deleted(unknown, span, listing))
  },
)
