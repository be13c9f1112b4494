import { check, keyOf, must, settle } from '../../../src/kit/index.ts'
import { lockRefusalMismatch } from '../model/lock.ts'
import { data } from './requirements.ts'
import {
  call,
  changed,
  mustBeAbsent,
  mustBeAsBefore,
  mustShow,
  read,
  refOf,
  routes,
  stored,
  whole,
  words,
} from '../steps.ts'

const fields = ['subject', 'remarks', 'externalId']

for (const route of routes) {
  const byExternalId = route === 'by-external-id' ? (['lock-force-update-ignored-by-external-id'] as const) : []
  const byId = route === 'by-id' ? (['lock-force-lasts', 'force-lasts-for-its-record'] as const) : []

  for (const method of ['put', 'patch'] as const) {
    check(
      data['force-update'],
      `${method}-${route}-overwrites`,
      {
        brokenBy: [
          `lock-force-update-ignored-on-${method}`,
          ...byExternalId,
          ...byId,
          ...(method === 'put' ? (['lock-forced-put-merges', 'forced-put-keeps-later-changes'] as const) : []),
        ],
        effects: true,
      },
      async (context) => {
        const before = await stored(context)
        // What others set since then, and the body does not name, is overwritten by PUT as well.
        const now = await changed(context, before, { remarks: context.fresh.text() })
        const body = whole(context, {
          externalId: now.externalId,
          ...(method === 'put' ? {} : { remarks: context.fresh.text() }),
          lastChanged: before.lastChanged,
        })
        const answer = await context.api.data[method](call, refOf(now, route), body, { force: true })
        must.status(answer, 201)
        const sent = fields.filter((name) => name in body)
        mustShow('the record in the answer', answer.record(keyOf(call)), body, sent)
        const after = await read(context.api, now.id)
        mustShow(`the record after a forced ${method.toUpperCase()} ${words(route)}`, after, body, sent)
        if (method === 'put')
          must.differ('remarks that a forced PUT leaves out', after?.['remarks'] ?? null, now.dto['remarks'] ?? null)
        if (route !== 'by-id') return
        // The force was that of one request.
        settle(
          lockRefusalMismatch(
            await context.api.data[method](call, now.id, { ...body, subject: context.fresh.text() }),
            Number(after?.['lastChanged']),
          ),
        )
      },
    )
  }

  check(
    data['force-delete'],
    `${route}-with-a-stale-value`,
    {
      brokenBy: [route === 'by-id' ? 'lock-force-delete-ignored' : 'lock-force-delete-ignored-by-external-id'],
      effects: true,
    },
    async (context) => {
      const before = await stored(context)
      const now = await changed(context, before)
      must.status(await context.api.data.remove(call, refOf(now, route), before.lastChanged, { force: true }), 200)
      await mustBeAbsent(context.api, now)
    },
  )
}

check(
  data['force-delete'],
  'without-last-changed',
  {
    brokenBy: ['data-delete-not-stored', 'lock-force-delete-needs-last-changed', 'data-deleted-readable-from-memory'],
    effects: true,
  },
  async (context) => {
    const before = await stored(context)
    must.status(await context.api.data.remove(call, before.id, undefined, { force: true }), 200)
    await mustBeAbsent(context.api, before)
  },
)

for (const flag of [undefined, 'false'] as const) {
  check(
    data['force-update'],
    flag === undefined ? 'off-by-default' : 'false-is-off',
    {
      brokenBy:
        flag === undefined
          ? ['lock-force-update-default']
          : [
              'lock-force-update-false-forces',
              'force-false-forces-a-put',
              'force-false-forces-a-patch-by-external-id',
              'force-false-forces-a-put-by-external-id',
            ],
      effects: true,
    },
    async (context) => {
      const before = await stored(context)
      const now = await changed(context, before)
      for (const route of routes)
        for (const method of ['put', 'patch'] as const) {
          const body = whole(context, { externalId: now.externalId, lastChanged: before.lastChanged })
          settle(
            lockRefusalMismatch(
              await context.api.data[method](call, refOf(now, route), body, { query: { forceUpdate: flag } }),
              now.lastChanged,
            ),
          )
          await mustBeAsBefore(context.api, now)
        }
    },
  )
}

check(
  data['force-delete'],
  'off-by-default',
  {
    brokenBy: [
      'lock-force-delete-default',
      'forcedelete-false-forces',
      'force-said-is-force-meant',
      'force-false-forces-a-deletion-by-external-id',
    ],
    effects: true,
  },
  async (context) => {
    const before = await stored(context)
    const now = await changed(context, before)
    for (const route of routes)
      for (const flag of ['false', undefined]) {
        settle(
          lockRefusalMismatch(
            await context.api.data.remove(call, refOf(now, route), before.lastChanged, {
              query: { forceDelete: flag },
            }),
            now.lastChanged,
          ),
        )
        await mustBeAsBefore(context.api, now)
      }
  },
)

/** Alone: what a service keeps of one caller's force, the writes of other checks would use up. */
check(
  data['force-update'],
  'that-request-alone',
  { alone: true, brokenBy: ['force-lasts-for-its-caller', 'lock-force-lasts'], effects: true },
  async (context) => {
    const [forced, before] = [await stored(context), await stored(context)]
    const now = await changed(context, before)
    for (const method of ['put', 'patch'] as const) {
      const body = (externalId: string) => whole(context, { externalId, lastChanged: before.lastChanged })
      const force = await context.api.data[method](call, forced.id, body(forced.externalId), { force: true })
      must.status(force, 201)
      const next = await context.api.data[method](call, now.id, body(now.externalId))
      settle(lockRefusalMismatch(next, now.lastChanged))
    }
    await mustBeAsBefore(context.api, now)
  },
)
