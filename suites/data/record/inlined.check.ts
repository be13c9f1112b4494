import { isDeepStrictEqual } from 'node:util'
import type { Answer, Dto } from '../../../src/clients/answer.ts'
import { Blocked, check, eventually, matchers, must, rely, show, type Context } from '../../../src/kit/index.ts'
import { shaping } from '../list/requirements.ts'
import { comparable, mustBeAsBefore, read, shown, stored, succeeded, whole, type Stored } from '../steps.ts'
import { mustBeGone } from './related.ts'
import { data } from './requirements.ts'

/** Ways to send an inlined object in part, and the fault that each must catch. */
const partly = {
  patched: {
    faults: ['record-inlined-partly-updated', 'inlined-parts-stand-before-what-is-stored'],
    send: ({ api }, { resource, id }, change) => api.data.patch(resource, id, change),
  },
  'patched-by-external-id': {
    faults: ['inlined-merge-by-extid', 'inlined-merged-by-external-patch'],
    send: ({ api }, { resource, externalId }, change) => api.data.patch(resource, { externalId }, change),
  },
  put: {
    faults: ['inlined-put-merges'],
    send: (context, { resource, id, externalId }, change) =>
      context.api.data.put(resource, id, whole(context, { externalId, ...change }, resource)),
  },
} as const satisfies Readonly<
  Record<
    string,
    {
      faults: readonly string[]
      send: (context: Context, before: Stored, change: Record<string, unknown>) => Promise<Answer>
    }
  >
>

for (const way of ['patched', 'patched-by-external-id', 'put'] as const)
  check(data['inlined-whole'], `${way}-in-part`, { brokenBy: partly[way].faults, effects: true }, async (context) => {
    const {
      resource,
      field,
      whole: value,
      part,
    } = context.target.fixtures.inlined ?? { resource: '', field: '', whole: undefined, part: undefined }
    const before = await stored(context, { [field]: value }, resource)
    const all = (held: unknown) => [held ?? {}].flat() as Record<string, unknown>[]
    const [sent = {}, [sentPart = {}]] = [all(value)[0], all(part)]
    const rest = Object.keys(sent).filter((key) => !(key in sentPart))
    const same = (key: string, held: Record<string, unknown>) =>
      isDeepStrictEqual(comparable(held[key]), comparable(sent[key]))
    // A service may add others to a list, and put it in an order of its own.
    const asSent = all(before.dto[field]).filter((held) => rest.every((key) => same(key, held)))
    await rely(data.create, async () =>
      must.hold(`${field} as created: ${show(value)}`, asSent.length > 0, show(before.dto[field])),
    )
    const answer = await partly[way].send(context, before, { [field]: part, lastChanged: before.lastChanged })
    if (!succeeded(answer)) return mustBeAsBefore(context.api, before, [field])
    const now = await read(context.api, before.id, resource)
    must.present('the record after the update', now)
    const still = all(now?.[field]).flatMap((held) =>
      rest.filter((key) => held[key] !== undefined && same(key, held)).map((key) => held[key]),
    )
    must.none(`value of ${rest.join(', ')} of ${field} kept, for none was sent`, still)
  })

check(
  shaping['same-by-every-route'],
  'reference-to-a-deleted-record',
  {
    brokenBy: ['reference-dangling-null', 'records-of-deleted-partners-in-no-list'],
    needs: ['reference', 'query-language'],
    effects: true,
  },
  async (context) => {
    const pair = context.target.fixtures.reference
    if (!pair) throw new Blocked('fixtures.reference is missing in the target file')
    const target = await stored(context, {}, pair.to)
    const referrer = await stored(context, { [pair.field]: target.id }, pair.resource)
    await rely(data.delete, async () =>
      mustBeGone(context, target, await context.api.data.remove(pair.to, target.id, target.lastChanged)),
    )
    // What becomes of the reference is not stated (A-DAT-25), but it is one record by each route.
    const query = `externalId = "${referrer.externalId}"`
    const held = (dto: Dto | undefined) => comparable(dto?.[pair.field] ?? null)
    await eventually(
      context,
      async () => ({
        byId: await read(context.api, referrer.id, pair.resource),
        listed: shown(await context.api.data.list(pair.resource, { query: { query } }), pair.resource),
      }),
      ({ byId, listed }) => matchers.equal(`${pair.field} in a list as by id`, held(listed), held(byId)),
    )
  },
)
