import type { Answer } from '../../../src/clients/answer.ts'
import { Inconclusive, check, must, rely, settle, type Context } from '../../../src/kit/index.ts'
import type { Need } from '../../../src/target/needs.ts'
import { call, mustShow, read, sight, stored, whole, type Stored } from '../steps.ts'
import { mustBeOneAtMost, statuses, winnerOf, won, type RaceAnswer } from './racing.ts'
import { data } from './requirements.ts'

type Writer = (context: Context, before: Stored, subject: string) => Promise<RaceAnswer>

const body = (context: Context, { externalId, lastChanged }: Stored, subject: string) =>
  whole(context, { subject, externalId, lastChanged })

/** An update that carries the lastChanged of the record, as a single call or as the one part of a batch. */
const writers = {
  put: (context, before, subject) => context.api.data.put(call, before.id, body(context, before, subject)),
  'put-by-external-id': (context, before, subject) =>
    context.api.data.put(call, { externalId: before.externalId }, body(context, before, subject)),
  patch: ({ api }, { id, lastChanged }, subject) => api.data.patch(call, id, { subject, lastChanged }),
  'patch-by-external-id': ({ api }, { externalId, lastChanged }, subject) =>
    api.data.patch(call, { externalId }, { subject, lastChanged }),
  batch: async ({ api }, { id, lastChanged }, subject) => {
    const answer = await api.batch.send([api.batch.part.patch(call, id, { subject, lastChanged })])
    return { exchange: answer.exchange, status: answer.parts[0]?.status ?? answer.status }
  },
} as const satisfies Readonly<Record<string, Writer>>

type Way = keyof typeof writers

const fields: ReadonlyArray<
  readonly [situation: string, ways: readonly Way[], faults: readonly [string, ...string[]], needs?: readonly Need[]]
> = [
  ['puts', ['put', 'put', 'put', 'put'], ['lock-race-on-put']],
  [
    'patches-by-external-id',
    ['patch-by-external-id', 'patch-by-external-id', 'patch-by-external-id', 'patch-by-external-id'],
    ['lock-race-by-external-id'],
  ],
  [
    'puts-by-external-id',
    ['put-by-external-id', 'put-by-external-id', 'put-by-external-id', 'put-by-external-id'],
    ['lock-race-by-external-id'],
  ],
  [
    'every-method-and-route',
    ['put', 'patch', 'put-by-external-id', 'patch-by-external-id'],
    ['lock-race-two-winners', 'lock-not-shared-between-id-and-external-path'],
  ],
  ['single-calls-beside-batches', ['patch', 'batch', 'patch', 'batch'], ['lock-race-beside-a-batch'], ['batch']],
]

for (const [situation, ways, brokenBy, needs = []] of fields) {
  check(data['one-winner'], situation, { brokenBy, needs, effects: true }, async (context) => {
    const before = await stored(context)
    // Versions that are written within a millisecond cannot be told apart (A-DAT-26).
    await context.wait(10)
    const sent = ways.map(() => context.fresh.text())
    const answers = await context.race(ways.map((way, at) => () => writers[way](context, before, sent[at] ?? '')))
    mustBeOneAtMost(answers)
    const winner = await winnerOf(answers)
    must.equal('the record after the race', sight(await read(context.api, before.id), ['subject']), {
      subject: sent[winner],
    })
  })
}

check(
  data['stale-lock-refused'],
  'delete-beside-patches',
  { brokenBy: ['lock-race-on-delete'], effects: true },
  async (context) => {
    const before = await stored(context)
    await context.wait(10)
    const sent = [context.fresh.text(), context.fresh.text()]
    const [removal, ...updates] = await context.race<RaceAnswer>([
      () => context.api.data.remove(call, before.id, before.lastChanged),
      ...sent.map((subject) => () => writers.patch(context, before, subject)),
    ])
    const now = await read(context.api, before.id)
    const winner = updates.findIndex(won)
    if (winner < 0 || !removal || !won(removal)) {
      // One of them alone took effect, or none.
      if (winner >= 0) return mustShow('the record after the race', now, { subject: sent[winner] })
      return must.hold(
        'a record that is gone if its DELETE succeeded',
        now === undefined || !removal || !won(removal),
        'it is there',
      )
    }
    // Both are lawful only if the PATCH found no record any more, and created one (A-DAT-08).
    settle(
      now === undefined
        ? {
            expected: 'no DELETE with a lastChanged that an update at the same moment had replaced',
            actual: `${statuses([removal, ...updates])}, and the record is gone`,
            exchanges: [removal, ...updates].map(({ exchange }) => exchange),
            selfCertifying: true,
          }
        : undefined,
    )
  },
)

const force = { force: true } as const

check(
  data['partial-update'],
  'of-two-fields-at-the-same-moment',
  { brokenBy: ['forced-patches-at-once-lose-each-others-fields'], effects: true },
  async (context) => {
    const before = await stored(context)
    // A field that only one of the two sends is as that one left it, whichever comes first.
    for (let turn = 0; turn < 2; turn += 1) {
      const sent = [{ subject: context.fresh.text() }, { remarks: context.fresh.text() }]
      const answers = await context.race(
        sent.map((change) => () => context.api.data.patch(call, before.id, change, force)),
      )
      if (!answers.some(won)) {
        await rely(data['force-update'], async () =>
          must.success(await context.api.data.patch(call, before.id, sent[0] ?? {}, force)),
        )
        throw new Inconclusive(
          `neither of two forced updates at the same moment succeeded, and one alone does: ${statuses(answers)}`,
        )
      }
      const expected = Object.assign({}, ...sent.filter((_, at) => won(answers[at] as Answer))) as Record<
        string,
        string
      >
      const now = sight(await read(context.api, before.id), Object.keys(expected))
      settle(
        Object.entries(expected).every(([field, value]) => now?.[field] === value)
          ? undefined
          : {
              expected: `what two forced PATCHes at the same moment sent, each another field: ${JSON.stringify(expected)}`,
              actual: JSON.stringify(now),
              exchanges: answers.map(({ exchange }) => exchange),
              selfCertifying: true,
            },
      )
    }
  },
)

check(data.delete, 'beside-a-forced-patch', { brokenBy: ['delete-comes-back'], effects: true }, async (context) => {
  const before = await stored(context, { remarks: context.fresh.text() })
  const [removal, update] = await context.race<RaceAnswer>([
    () => context.api.data.remove(call, before.id, undefined, { force: true }),
    () => context.api.data.patch(call, before.id, { subject: context.fresh.text() }, { force: true }),
  ])
  const now = await read(context.api, before.id)
  if (!removal || !update || !won(removal)) return mustShow('the record', now, before.dto, ['id'])
  // A PATCH that found no record may have created one, of what it sent alone (A-DAT-08).
  settle(
    now?.['remarks'] !== before.dto['remarks']
      ? undefined
      : {
          expected: 'after a DELETE that succeeded, no record with the remarks that it had',
          actual: `${statuses([removal, update])}, and the record has them again`,
          exchanges: [removal, update].map(({ exchange }) => exchange),
          selfCertifying: true,
        },
  )
})
