import { check, must, observe, rely, settle } from '../../../src/kit/index.ts'
import { lockRefusalMismatch } from '../model/lock.ts'
import { data } from './requirements.ts'
import { methods, write } from './stale.ts'
import { call, changed, mustBeAsBefore, read, routes, stored, succeeded, whole } from '../steps.ts'

const missing = { resource: '', field: '', whole: undefined }
const answered = [
  'lock-other-status',
  'lock-status-bad-request',
  'lock-other-code',
  'lock-code-number',
  'lock-other-message',
  'lock-message-missing',
  'lock-values-missing',
  'lock-values-empty',
  'lock-values-bare',
  'lock-values-supplied',
] as const

for (const method of methods) {
  const forced = method === 'delete' ? 'lock-force-delete-default' : 'lock-force-update-default'

  for (const route of routes) {
    const ignored = `lock-ignored-on-${method}${route === 'by-id' ? '' : '-by-external-id'}`

    check(
      data['stale-lock-refused'],
      `${method}-${route}`,
      {
        brokenBy: [
          ignored,
          forced,
          ...answered,
          ...(route === 'by-id' ? [] : (['lock-refusal-nested-by-external-id'] as const)),
          ...(method === 'patch' && route === 'by-external-id'
            ? (['stale-patch-by-external-id-told-as-another-error'] as const)
            : []),
          ...(method === 'delete' ? (['conflict-of-deletion-names-what-was-sent'] as const) : []),
          ...(method === 'delete' && route === 'by-external-id'
            ? (['conflict-of-deletion-by-external-id-names-what-was-sent'] as const)
            : []),
        ],
        effects: true,
      },
      async (context) => {
        const before = await stored(context)
        const now = await changed(context, before)
        const refusal = await write(context, method, now, route, before.lastChanged)
        settle(lockRefusalMismatch(refusal, now.lastChanged))
      },
    )

    check(
      data['stale-lock-changes-nothing'],
      `${method}-${route}`,
      {
        brokenBy: [
          `lock-refused-${method}-stored`,
          ...(method === 'patch' && route === 'by-external-id'
            ? (['refused-patch-by-external-id-moves-last-changed'] as const)
            : []),
        ],
        effects: true,
      },
      async (context) => {
        const before = await stored(context, { remarks: context.fresh.text() })
        const now = await changed(context, before)
        await rely(data['stale-lock-refused'], async () =>
          settle(lockRefusalMismatch(await write(context, method, now, route, before.lastChanged), now.lastChanged)),
        )
        await mustBeAsBefore(context.api, now)
      },
    )
  }

  check(
    data['stale-lock-refused'],
    `${method}-with-a-later-value`,
    {
      brokenBy: [
        'lock-only-older-refused',
        forced,
        ...(method === 'delete' ? [] : (['lock-refusal-moves-last-changed'] as const)),
        ...(method === 'put' ? (['lock-refusal-stores-external-id', 'lock-passes-the-future'] as const) : []),
        ...(method === 'patch' ? (['refused-patch-moves-last-changed'] as const) : []),
        ...(method === 'delete' ? (['refused-delete-moves-last-changed'] as const) : []),
      ],
      effects: true,
    },
    async (context) => {
      const now = await stored(context)
      settle(
        lockRefusalMismatch(await write(context, method, now, 'by-id', now.lastChanged + 3_600_000), now.lastChanged),
      )
      await mustBeAsBefore(context.api, now)
    },
  )
}

for (const method of ['put', 'patch'] as const)
  check(
    data['stale-lock-changes-nothing'],
    `${method}-of-an-inlined-object`,
    { needs: ['inlined-object'], brokenBy: ['udf-written-before-lock-check'], effects: true },
    async (context) => {
      const { resource, field, whole: value } = context.target.fixtures.inlined ?? missing
      const now = await stored(context, {}, resource)
      const body = method === 'put' ? whole(context, { externalId: now.externalId }, resource) : {}
      const stale = { ...body, [field]: value, lastChanged: now.lastChanged - 5000 }
      // A value may be refused in this field whatever the lock says: which reason is told is not stated.
      await rely(data['stale-lock-refused'], async () =>
        must.refused4xx(await context.api.data[method](resource, now.id, stale)),
      )
      await mustBeAsBefore(context.api, now, [field])
    },
  )

check(
  data['stale-lock-refused'],
  'a-millisecond-off',
  {
    brokenBy: [
      'lock-compares-seconds',
      'lock-compares-the-last-32-bits',
      'lock-only-older-refused',
      'lock-zero-accepted',
      'lock-second-try-accepted',
      'delete-takes-zero-for-no-last-changed',
      'deletions-compare-the-last-32-bits',
      'puts-compare-the-last-32-bits',
      'patches-by-external-id-compare-seconds',
    ],
    effects: true,
  },
  async (context) => {
    const now = await stored(context)
    // Zero is a value like any other, and a second try is no better than the first.
    for (const value of [now.lastChanged - 1, 0, 0]) {
      settle(lockRefusalMismatch(await write(context, 'patch', now, 'by-id', value), now.lastChanged))
      await mustBeAsBefore(context.api, now)
    }
    settle(lockRefusalMismatch(await write(context, 'delete', now, 'by-id', 0), now.lastChanged))
    // 32 bits are not all, wherever the value stands: a DELETE carries it in the query.
    for (const method of methods)
      for (const route of routes)
        for (const off of [1, 2 ** 32])
          settle(lockRefusalMismatch(await write(context, method, now, route, now.lastChanged + off), now.lastChanged))
    await mustBeAsBefore(context.api, now)
  },
)

check(
  data['stale-lock-refused'],
  'then-the-current-value',
  { brokenBy: ['lock-values-supplied', 'lock-values-empty'], effects: true },
  async (context) => {
    const before = await stored(context)
    const now = await changed(context, before)
    const refusal = await write(context, 'patch', now, 'by-id', before.lastChanged)
    settle(lockRefusalMismatch(refusal, now.lastChanged))
    const told = Number((refusal.json as { values: unknown[] }).values[0])
    must.status(await context.api.data.patch(call, now.id, { remarks: context.fresh.tag, lastChanged: told }), 201)
    must.equal(
      'remarks after the write with the value that was told',
      (await read(context.api, now.id))?.['remarks'],
      context.fresh.tag,
    )
  },
)

observe(data['unversioned-update'], 'put-and-patch', {}, async (context) => {
  const record = await stored(context)
  const seen: string[] = []
  for (const method of ['put', 'patch'] as const) {
    const answer = await context.api.data[method](call, record.id, whole(context, { externalId: record.externalId }))
    seen.push(
      `${method.toUpperCase()} with neither lastChanged nor forceUpdate is ${succeeded(answer) ? 'accepted' : 'refused'} (${answer.status})`,
    )
  }
  return seen.join('; ')
})
