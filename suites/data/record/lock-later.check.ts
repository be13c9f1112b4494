import { check, must, rely, settle, type Context } from '../../../src/kit/index.ts'
import { lockRefusalMismatch } from '../model/lock.ts'
import { call, changed, mustBeAsBefore, refOf, routes, stored } from '../steps.ts'
import { data } from './requirements.ts'
import { methods, write } from './stale.ts'

check(
  data['stale-lock-refused'],
  'each-time-by-the-value-of-then',
  { brokenBy: ['lock-passes-the-version-before', 'conflict-names-the-version-of-the-first'], effects: true },
  async (context) => {
    const versions = [await stored(context)]
    let now = versions[0]!
    for (let changes = 0; changes < 2; changes += 1) {
      now = await changed(context, now)
      for (const former of versions)
        for (const method of methods)
          for (const route of routes)
            settle(lockRefusalMismatch(await write(context, method, now, route, former.lastChanged), now.lastChanged))
      versions.push(now)
    }
    await mustBeAsBefore(context.api, now)
  },
)

/** Bodies of a PATCH that look like little beside their lastChanged. */
const slight = {
  'of-the-external-id-alone': (context: Context) => ({ externalId: context.fresh.externalId() }),
  'without-the-external-id-alone': () => ({ externalId: null }),
  'of-nulls-alone': () => ({ remarks: null }),
  'of-nothing-else': () => ({}),
} as const satisfies Readonly<Record<string, (context: Context) => object>>

for (const route of routes)
  check(
    data['stale-lock-refused'],
    `patch-of-little-${route}`,
    {
      sampled: true,
      brokenBy:
        route === 'by-id'
          ? ['lock-overlooks-external-id-alone', 'lock-overlooks-nulls-alone', 'lock-overlooks-nothing-at-all']
          : ['lock-overlooks-external-id-alone-by-external-id', 'lock-left-out-by-external-id-where-nothing-changes'],
      effects: true,
    },
    async (context) => {
      const held = { remarks: context.fresh.text() }
      const now = await stored(context, held)
      const lastChanged = now.lastChanged - 5000
      for (const of of Object.values(slight)) {
        const stale = { ...of(context), lastChanged }
        const answer = await context.api.data.patch(call, refOf(now, route), stale)
        // What else a server may say of an external id that is changed or removed, or of a body without any field, is not stated.
        const isOpen = Object.keys(stale).length === 1 || 'externalId' in stale
        if (isOpen) must.refused4xx(answer)
        else settle(lockRefusalMismatch(answer, now.lastChanged))
      }
      await mustBeAsBefore(context.api, now, Object.keys(held))
    },
  )

for (const route of routes)
  check(
    data['stale-lock-changes-nothing'],
    `patch-of-nulls-${route}`,
    { brokenBy: ['conflict-removes-nulls'], effects: true },
    async (context) => {
      const held = { remarks: context.fresh.text(), startDateTime: '2031-03-01T10:00:00Z' }
      const now = await changed(context, await stored(context, held))
      const nulls = { subject: context.fresh.text(), remarks: null, startDateTime: null }
      const stale = { ...nulls, lastChanged: now.lastChanged - 5000 }
      // Whether a call can lose its start is not stated, nor which of two reasons is told.
      await rely(data['stale-lock-refused'], async () =>
        must.refused4xx(await context.api.data.patch(call, refOf(now, route), stale)),
      )
      await mustBeAsBefore(context.api, now, Object.keys(held))
    },
  )
