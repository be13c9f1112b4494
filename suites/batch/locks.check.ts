import { check, must, Unexercised, type Context } from '../../src/kit/index.ts'
import { data } from '../data/record/requirements.ts'
import { changed, current, refOf, routes, whole, type Stored } from '../data/steps.ts'
import { batch } from './requirements.ts'
import { mustBeAsBefore, mustBeStale, mustHaveParts, mustTellVersion, read, send, stored, well } from './steps.ts'

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

/** Each way to write a record with its lastChanged, which a part before has used. */
function secondWrites(context: Context, record: Stored) {
  const { part } = context.api.batch
  const { resource, externalId, lastChanged } = record
  return routes.flatMap((route) => {
    const ref = refOf(record, route)
    return [
      part.patch(resource, ref, { subject: context.fresh.text(), lastChanged }),
      part.put(resource, ref, whole(context, { externalId, lastChanged })),
      part.remove(resource, ref, lastChanged),
    ]
  })
}

/** A record whose version of before is another one after the next write. */
async function settled(context: Context): Promise<Stored> {
  const record = await stored(context)
  const { lastChanged } = await changed(context, record)
  if (lastChanged === record.lastChanged) throw new Unexercised('a later write has the same lastChanged')
  await context.wait(50)
  return current(context.api, record, record.resource)
}

check(
  data['stale-lock-refused'],
  'outdated-by-the-part-before-not-transactional',
  {
    calls: ['batch'],
    needs: ['batch'],
    brokenBy: ['version-passes-again-in-a-batch-not-transactional'],
    effects: true,
  },
  async (context) => {
    const record = await settled(context)
    const requests = [...secondWrites(context, record).slice(0, 1), ...secondWrites(context, record)]
    const answer = await send(context, requests, { transactional: false })
    mustHaveParts(answer, requests.length)
    must.done('the part with the stored lastChanged', ...answer.parts.slice(0, 1))
    for (const [at, answered] of answer.parts.entries())
      if (at > 0)
        mustBeStale(`the ${requests[at]?.method} of part ${at + 1} with the lastChanged before part 1`, answered)
  },
)

check(
  batch['lock-within-transaction'],
  'outdated-by-the-part-before',
  { brokenBy: ['version-passes-again-in-its-transaction'], effects: true },
  async (context) => {
    for (const at of [0, 1, 5]) {
      const record = await settled(context)
      const [first, second] = [secondWrites(context, record)[0], secondWrites(context, record)[at]]
      if (!first || !second) return
      const answer = await send(context, [first, second])
      mustHaveParts(answer, 2)
      // A clock may show the same to both.
      const now = well(answer.parts[1]) ? await read(context.api, record.id) : undefined
      if (now && now['lastChanged'] === record.lastChanged) continue
      mustBeStale(`the ${second.method} of part 2 with the lastChanged before part 1`, answer.parts[1])
      await mustBeAsBefore(context.api, record)
    }
  },
)
