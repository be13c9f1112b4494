import { check, keyOf, must } from '../../../src/kit/index.ts'
import { data } from './requirements.ts'
import { madeForIt, namedLater } from '../named-later.ts'
import { call, mustBeAbsent, mustShow, read, refOf, routes, sight, succeeded, whole, words } from '../steps.ts'
import { remarksOnceRemoved } from '../without-remarks.ts'

const created = ['subject', 'remarks', 'externalId']
const byId = { put: data['replace-creates'], patch: data['partial-update-creates'] } as const

for (const method of ['put', 'patch'] as const) {
  const lost = `data-${method}-not-stored`

  check(
    byId[method],
    `${method}-on-a-missing-id`,
    {
      brokenBy: [
        `data-${method}-create-status-200`,
        `data-${method}-missing-refused`,
        'data-upsert-other-id',
        lost,
        ...(method === 'put'
          ? ['put-create-other-id']
          : ['patch-create-ghost', 'patch-creates-under-an-id-of-its-own']),
      ],
      effects: true,
    },
    async (context) => {
      const id = context.fresh.id()
      const body = whole(context, { remarks: context.fresh.text() })
      await mustBeAbsent(context.api, { id, externalId: body['externalId'] })
      const answer = await context.api.data[method](call, id, body)
      must.status(answer, 201)
      const expected = sight({ ...body, id }, ['id', ...created])
      must.equal('the record in the answer', sight(answer.record(keyOf(call)), ['id', ...created]), expected)
      must.equal(
        'the record under the id that was missing',
        sight(await read(context.api, id), ['id', ...created]),
        expected,
      )
    },
  )

  check(
    data['update-by-external-id'],
    `${method}-on-a-missing-external-id`,
    {
      brokenBy: [
        `data-${method}-by-external-id-create-status-200`,
        `data-${method}-by-external-id-missing-refused`,
        lost,
        'id-beside-external-id-in-the-path-not-kept',
        ...(method === 'patch' ? ['bearer-get-only'] : []),
      ],
      effects: true,
    },
    async (context) => {
      const body = whole(context, { remarks: context.fresh.text() })
      const ref = { externalId: String(body['externalId']) }
      const answer = await context.api.data[method](call, ref, body)
      must.status(answer, 201)
      mustShow('the record in the answer', answer.record(keyOf(call)), body, created)
      mustShow('the record under the external id that was missing', await read(context.api, ref), body, created)
      const named = { externalId: context.fresh.externalId() }
      const id = context.fresh.id()
      const again = await context.api.data[method](call, named, whole(context, { id, ...named }))
      // That an id may stand beside an external id in the path is not stated: only what is taken is judged.
      if (!succeeded(again)) return must.refused4xx(again)
      must.sameId('the id of the record that was sent with one', (await read(context.api, named))?.['id'], id)
    },
  )

  check(
    data['update-by-external-id'],
    `${method}-names-it-in-the-path-only`,
    {
      brokenBy: [
        'data-upsert-forgets-external-id',
        ...(method === 'patch'
          ? ['patch-create-null-kept', 'external-patch-create-without-external-id']
          : ['external-put-create-without-external-id']),
      ],
      effects: true,
    },
    async (context) => {
      const { externalId, ...body } = whole(context, method === 'patch' ? { remarks: null } : {})
      const ref = { externalId: String(externalId) }
      const answer = await context.api.data[method](call, ref, body)
      if (answer.status >= 400 && answer.status < 500) {
        // Which fields are required is not shown (A-DAT-36), nor that a new record may be sent null.
        const { remarks: _, ...more } = body
        return must.status(await context.api.data[method](call, ref, { ...more, externalId }), 201)
      }
      must.status(answer, 201)
      const now = await read(context.api, ref)
      mustShow('the record under the external id of the path', now, {
        subject: body['subject'],
        externalId,
        ...(method === 'patch' ? { remarks: await remarksOnceRemoved(context, now) } : {}),
      })
    },
  )

  check(
    data['update-by-external-id'],
    `${method}-updates-the-record-that-has-it`,
    {
      brokenBy: ['data-update-by-external-id-creates-second', 'external-id-given-later-not-found-by-updates'],
      effects: true,
    },
    async (context) => {
      const before = await namedLater(context)
      const { externalId, lastChanged } = before
      const body = whole(context, { ...madeForIt(context, before), externalId, lastChanged })
      const answer = await context.api.data[method](call, { externalId }, body)
      must.status(answer, 201)
      mustShow('the id of the updated record', answer.record(keyOf(call)), before.dto, ['id'])
      mustShow('the record under its id', await read(context.api, before.id), body, ['subject'])
    },
  )

  for (const route of routes)
    check(
      route === 'by-id' ? byId[method] : data['update-by-external-id'],
      `${method}-${route}-forced-where-there-is-none`,
      { brokenBy: [`forced-${method}-${route}-creates-nothing`], effects: true },
      async (context) => {
        const body = whole(context)
        const ref = { id: context.fresh.id(), externalId: String(body['externalId']) }
        const answer = await context.api.data[method](call, refOf(ref, route), body, { force: true })
        must.status(answer, 201)
        mustShow(
          `the record under the ${words(route).replace('by ', '')} that was missing`,
          await read(context.api, refOf(ref, route)),
          body,
          ['subject', 'externalId'],
        )
      },
    )
}
