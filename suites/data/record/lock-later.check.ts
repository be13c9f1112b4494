import { check, rely, settle } from '../../../src/kit/index.ts'
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

for (const route of routes)
  check(
    data['stale-lock-changes-nothing'],
    `patch-of-nulls-${route}`,
    { brokenBy: ['conflict-removes-nulls'], effects: true },
    async (context) => {
      const held = { remarks: context.fresh.text(), startDateTime: '2026-03-01T10:00:00Z' }
      const now = await changed(context, await stored(context, held))
      const nulls = { subject: context.fresh.text(), remarks: null, startDateTime: null }
      await rely(data['stale-lock-refused'], async () =>
        settle(
          lockRefusalMismatch(
            await context.api.data.patch(call, refOf(now, route), { ...nulls, lastChanged: now.lastChanged - 5000 }),
            now.lastChanged,
          ),
        ),
      )
      await mustBeAsBefore(context.api, now, Object.keys(held))
    },
  )
