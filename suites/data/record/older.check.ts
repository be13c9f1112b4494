import { check, must } from '../../../src/kit/index.ts'
import { data } from './requirements.ts'
import { methods, write } from './stale.ts'
import { mustHaveOlder } from '../offered.ts'
import { call, changed, mustBeAsBefore, stored, whole } from '../steps.ts'

const older = { dtos: 'older' } as const

check(
  data['stale-lock-refused'],
  'in-an-older-version',
  { needs: ['older-dto'], brokenBy: ['lock-overlooked-in-older-dto-versions'], effects: true },
  async (context) => {
    mustHaveOlder(context)
    const before = await stored(context)
    const now = await changed(context, before)
    for (const method of methods) {
      // An older version may have no externalId, which a PUT then does not send.
      const { externalId: _, ...body } = whole(context, { lastChanged: before.lastChanged })
      const refusal =
        method === 'put'
          ? await context.api.data.put(call, now.id, body, older)
          : await write(context, method, now, 'by-id', before.lastChanged, older)
      // Whether an older version can be written is not stated: it may be told before the lock.
      must.refused4xx(refusal)
      await mustBeAsBefore(context.api, now)
    }
  },
)
