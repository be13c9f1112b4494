import { check, must, placesOf, sameId, type Context } from '../../../src/kit/index.ts'
import {
  call,
  current,
  mustBeAbsent,
  refOf,
  stored,
  whole,
  type Stored,
  succeeded,
  mustBeRefusedAlone,
} from '../steps.ts'
import { deleted } from './requirements.ts'
import { around, deletions, mustBeListed } from './steps.ts'

const force = { force: true } as const

/** Deletions by the parts of batches, each in all the ways that batches and parts have. */
for (const transactional of [true, false])
  for (const route of ['by-id', 'by-external-id'] as const)
    for (const forced of [true, false])
      check(
        deleted['deleted-interval'],
        `in-a-batch-${route}${forced ? '-forced' : ''}${transactional ? '' : '-not-transactional'}`,
        {
          needs: ['batch'],
          brokenBy: [transactional ? 'deleted-in-a-batch-left-out' : 'deleted-by-parts-not-transactional-unlisted'],
          sampled: true,
          effects: true,
        },
        async (context) => {
          const record = await stored(context)
          await context.wait(20)
          const { remove } = context.api.batch.part
          const part = forced
            ? remove(call, refOf(record, route), undefined, force)
            : remove(call, refOf(record, route), record.lastChanged)
          const { parts } = await context.api.batch.send([part], { transactional })
          must.done('the part that deletes', parts[0])
          await mustBeAbsent(context.api, { id: record.id })
          await mustBeListed(context, record, around(record))
        },
      )

/** Ways in which a record loses its external id. */
const losses = {
  'a-patch': (context: Context, { id }: Stored) => context.api.data.patch(call, id, { externalId: null }, force),
  'a-put': (context: Context, { id }: Stored) =>
    context.api.data.put(call, id, whole(context, { externalId: null }), force),
} as const

for (const way of ['a-patch', 'a-put'] as const)
  check(
    deleted['deleted-entries'],
    `external-id-removed-by-${way}`,
    {
      brokenBy: ['deleted-external-id-null', ...(way === 'a-patch' ? ['deleted-external-id-null-once-removed'] : [])],
      effects: true,
    },
    async (context) => {
      const record = await stored(context)
      const loss = await losses[way](context, record)
      // Whether an external id can be taken away is not stated.
      if (!succeeded(loss)) return mustBeRefusedAlone(context, loss)
      const now = await current(context.api, record)
      await deletions.forced(context, now)
      const { answer } = await mustBeListed(context, record, around(record))
      const entry = [...placesOf(answer.json)]
        .map(({ value }) => value as Readonly<Record<string, unknown>> | null)
        .find((one) => sameId(one?.['id'], record.id))
      // Whether it is still told which external id the record once had is not stated.
      must.hold(
        'an entry without externalId, or with a text as that',
        entry !== undefined && (!('externalId' in (entry ?? {})) || typeof entry?.['externalId'] === 'string'),
        entry,
      )
    },
  )
