import type { Answer } from '../../../src/clients/answer.ts'
import { Blocked, Inconclusive, check, keyOf, plainId, rely, settle, type Context } from '../../../src/kit/index.ts'
import type { Need } from '../../../src/target/needs.ts'
import { call, mustShow, read, stored, whole } from '../steps.ts'
import { statuses, won } from './racing.ts'
import { data } from './requirements.ts'

type Maker = (context: Context, externalId: string, id: string) => Promise<Answer>

/** Ways to create a record that has an external id. */
const makers = {
  post: (context, externalId, id) => context.api.data.create(call, whole(context, { id, externalId })),
  put: (context, externalId, id) => context.api.data.put(call, id, whole(context, { externalId })),
  patch: (context, externalId, id) => context.api.data.patch(call, id, whole(context, { externalId })),
  'put-by-external-id': (context, externalId) =>
    context.api.data.put(call, { externalId }, whole(context, { externalId })),
  'patch-by-external-id': (context, externalId) =>
    context.api.data.patch(call, { externalId }, whole(context, { externalId })),
  batch: async (context, externalId, id) =>
    context.api.batch.send([context.api.batch.part.create(call, whole(context, { id, externalId }))]),
} as const satisfies Readonly<Record<string, Maker>>

const creations: ReadonlyArray<
  readonly [situation: string, ways: ReadonlyArray<keyof typeof makers>, needs?: readonly Need[]]
> = [
  ['race-of-posts', ['post', 'post', 'post', 'post']],
  ['race-of-upserts-by-id', ['put', 'patch', 'put', 'patch']],
  [
    'race-of-upserts-by-external-id',
    ['put-by-external-id', 'patch-by-external-id', 'put-by-external-id', 'patch-by-external-id'],
  ],
  ['race-of-single-calls-and-batches', ['post', 'batch', 'put', 'batch'], ['batch']],
]

for (const [situation, ways, needs = []] of creations) {
  check(
    data['external-id-unique'],
    situation,
    { brokenBy: ['record-race-external-id-twice'], needs, effects: true },
    async (context) => {
      const externalId = context.fresh.externalId()
      const ids = ways.map(() => context.fresh.id())
      const answers = await context.race(ways.map((way, at) => () => makers[way](context, externalId, ids[at] ?? '')))
      const holders: string[] = []
      const told = answers.flatMap((answer) => (won(answer) ? (answer.record(keyOf(call))?.['id'] ?? []) : []))
      // How an id is spelt is not stated, nor that another spelling finds the record: each is asked for as it was told.
      const named = new Map([...ids, ...told.map(String)].map((id) => [plainId(id), id]))
      for (const id of named.values()) {
        const answer = await context.api.data.get(call, id)
        if (answer.status < 300 && answer.record(keyOf(call))?.['externalId'] === externalId) holders.push(id)
      }
      settle(
        holders.length <= 1
          ? undefined
          : {
              expected: `one record at most with the external id that ${ways.length} records were to get at the same moment`,
              actual: `${holders.length} records; ${statuses(answers)}`,
              exchanges: answers.map(({ exchange }) => exchange),
              selfCertifying: true,
            },
      )
      if (holders.length > 0) return
      // What a write told as done is there, or the target breaks another rule.
      for (const id of told)
        await rely(data.create, async () =>
          mustShow('a record created beside others', await read(context.api, String(id)), { externalId }),
        )
      // A server whose answers cannot be read, or that makes no record at all, is told so by one alone.
      await stored(context)
      if (answers.some((answer, at) => ways[at] !== 'batch' && won(answer))) {
        await rely(data.create, async () =>
          mustShow('a record created beside others', await read(context.api, { externalId }), { externalId }),
        )
        throw new Blocked(`no answer names the id of the record that it tells as created: ${statuses(answers)}`)
      }
      throw new Inconclusive(
        `no record has the external id that ${ways.length} concurrent writes gave, and one alone gets its own: ${statuses(answers)}`,
      )
    },
  )
}

check(
  data['generated-id'],
  'of-records-created-at-the-same-moment',
  { brokenBy: ['create-second-in-ms-lost', 'create-lost-beside-one-of-another-user'], effects: true },
  async (context) => {
    const bodies = [whole(context), whole(context), whole(context)]
    // The last one by another user, where there is one: that he may create calls is not stated.
    const other = 'superuser' in context.target.identities ? context.as('superuser') : context.api
    // Who asks for a token within a race comes late to it.
    await read(other, context.fresh.id())
    const writers = [context.api, context.api, other]
    const answers = await context.race(bodies.map((one, at) => () => (writers[at] ?? other).data.create(call, one)))
    for (const [at, one] of bodies.entries()) {
      const answer = answers[at]
      if (!answer || !won(answer)) continue
      const externalId = String(one['externalId'])
      const made = await read(writers[at] ?? other, { externalId })
      mustShow('a record created beside others', made, one, ['subject', 'externalId'])
    }
    if (answers.some(won)) return
    await stored(context)
    throw new Inconclusive(
      `none of ${bodies.length} creates at the same moment succeeded, and one alone does: ${statuses(answers)}`,
    )
  },
)
