import { check, must } from '../../src/kit/index.ts'
import { data } from '../data/record/requirements.ts'
import { changed, refOf, routes, whole } from '../data/steps.ts'
import { mustBeAsBefore, mustBeStale, mustHaveParts, mustTellVersion, read, send, stored } from './steps.ts'

check(
  data['stale-lock-refused'],
  'each-way-in-a-batch',
  {
    calls: ['batch'],
    brokenBy: ['no-lock-by-external-id-in-a-batch', 'version-told-of-parts-by-external-id-in-seconds'],
    needs: ['batch'],
    effects: true,
  },
  async (context) => {
    const { part } = context.api.batch
    const record = await stored(context)
    const { resource, externalId } = record
    const lastChanged = record.lastChanged - 5000
    const requests = routes.flatMap((route) => {
      const ref = refOf(record, route)
      return [
        part.patch(resource, ref, { subject: context.fresh.text(), lastChanged }),
        part.put(resource, ref, whole(context, { externalId, lastChanged })),
        part.remove(resource, ref, lastChanged),
      ]
    })
    const answer = await send(context, requests, { transactional: false })
    mustHaveParts(answer, requests.length)
    for (const [at, answered] of answer.parts.entries()) {
      const what = `the ${requests[at]?.method} of part ${at + 1} with another lastChanged`
      mustBeStale(what, answered)
      mustTellVersion(what, answered, record.lastChanged)
    }
    await mustBeAsBefore(context.api, record)
  },
)

check(
  data['force-update'],
  'of-outdated-parts',
  { calls: ['batch'], brokenBy: ['force-of-a-part-ends-where-it-names-a-version'], needs: ['batch'], effects: true },
  async (context) => {
    const { part } = context.api.batch
    const before = await stored(context)
    const { resource, id, externalId } = await changed(context, before)
    const { lastChanged } = before
    const force = { force: true } as const
    const subject = context.fresh.text()
    const answer = await send(context, [
      part.patch(resource, id, { remarks: context.fresh.text(), lastChanged }, force),
      part.put(resource, { externalId }, whole(context, { externalId, subject, lastChanged }), force),
    ])
    mustHaveParts(answer, 2)
    must.done('the parts that are forced', ...answer.parts)
    must.equal('subject after both', (await read(context.api, id, resource))?.['subject'], subject)
  },
)
