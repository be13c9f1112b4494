import { check, must, Unexercised, type Context } from '../../../src/kit/index.ts'
import { data } from './requirements.ts'
import { methods, write } from './stale.ts'
import { mustHaveOlder } from '../offered.ts'
import { call, changed, mustBeAsBefore, mustShow, read, shown, stored, succeeded, whole } from '../steps.ts'

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

/** A resource that has external ids in an older version, too (A-REC-06). */
function named({ target }: Pick<Context, 'target'>): string {
  const found = Object.keys(target.templates).find(
    (resource) => resource !== 'Attachment' && (target.dtos[resource]?.older?.syncBase ?? 0) >= 9,
  )
  if (found === undefined)
    throw new Unexercised('dtos names no older version of base 9 or above, which would have external ids')
  return found
}

check(
  data['partial-update'],
  'external-id-in-an-older-version',
  { needs: ['older-dto'], brokenBy: ['older-versions-patch-no-external-id'], effects: true },
  async (context) => {
    const resource = named(context)
    const record = await stored(context, {}, resource)
    const externalId = context.fresh.externalId()
    const answer = await context.api.data.patch(resource, record.id, { externalId }, { ...older, force: true })
    // Whether an older version can be written is not stated; what is told as done is done.
    if (!succeeded(answer)) return must.refused4xx(answer)
    mustShow('the record', await read(context.api, record.id, resource), { externalId })
    const found = await read(context.api, { externalId }, resource)
    must.sameId('the id of the record with the new external id', found?.['id'], record.id)
  },
)

check(
  data['get-by-external-id'],
  'in-an-older-version',
  { needs: ['older-dto'], brokenBy: ['nothing-found-by-external-id-in-older-versions'], effects: true },
  async (context) => {
    const resource = named(context)
    const { id, externalId } = await stored(context, {}, resource)
    const control = await read(context.api, id, resource, older)
    if (control?.['externalId'] !== externalId)
      throw new Unexercised('the older version does not show the external id, which another check tells')
    const found = await context.api.data.get(resource, { externalId }, older)
    must.sameId(
      'the id of the record with the external id that its older version shows',
      shown(found, resource)?.['id'],
      id,
      found,
    )
  },
)
