import type { Answer } from '../../../src/clients/answer.ts'
import { check, keyOf, must, objectOf, rely, settle, type Context } from '../../../src/kit/index.ts'
import { lockRefusalMismatch } from '../model/lock.ts'
import { mustBeOneAtMost, statuses, winnerOf } from './racing.ts'
import { data } from './requirements.ts'
import { call, read, sight, stored, succeeded, type Stored } from '../steps.ts'

const writers = 8

/** Refused by the lock, as its error says, whatever the status. */
const isByTheLock = (answer: Answer): boolean => objectOf(answer)['error'] === 'CA-27'

interface Race {
  readonly before: Stored
  readonly sent: readonly string[]
  readonly answers: readonly Answer[]
  readonly winners: readonly number[]
}

/** Eight PATCHes with the current lastChanged, released together, at least 10 ms after the version they all carry was written. */
async function race(context: Context): Promise<Race> {
  const before = await stored(context)
  await context.wait(10)
  const sent = Array.from({ length: writers }, () => context.fresh.text())
  const answers = await context.race(
    sent.map((subject) => () => context.api.data.patch(call, before.id, { subject, lastChanged: before.lastChanged })),
  )
  return { before, sent, answers, winners: answers.flatMap((answer, index) => (succeeded(answer) ? [index] : [])) }
}

check(
  data['one-winner'],
  'eight-patches',
  {
    brokenBy: [
      'lock-race-two-winners',
      'lock-ignored-on-patch',
      'lock-force-update-default',
      'lock-compares-seconds',
      'lock-status-bad-request',
    ],
    effects: true,
  },
  async (context) => {
    const run = await race(context)
    mustBeOneAtMost(run.answers)
    const winner = await winnerOf(run.answers)
    const won = await rely(data['partial-update'], async () => {
      const told = run.answers[winner]?.record(keyOf(call))?.['lastChanged']
      must.hold('the lastChanged of the updated record', told !== undefined && told !== null, 'none')
      return Number(told)
    })
    const stale = { subject: context.fresh.text(), lastChanged: run.before.lastChanged }
    for (const [index, answer] of run.answers.entries()) {
      if (index === winner) continue
      if (isByTheLock(answer)) settle(lockRefusalMismatch(answer, won))
      // Whoever was refused for another reason amid the others is refused by the lock once alone.
      else if (answer.status >= 400 && answer.status < 500)
        settle(lockRefusalMismatch(await context.api.data.patch(call, run.before.id, stale), won))
    }
    for (let look = 0; look < 3; look += 1) {
      const now = await read(context.api, run.before.id)
      must.equal('the record after the race', sight(now, ['subject', 'lastChanged']), {
        subject: run.sent[winner],
        lastChanged: won,
      })
      await context.wait(10)
    }
  },
)

check(
  data['some-winner'],
  'eight-patches',
  { brokenBy: ['lock-race-no-winner', 'lock-refuses-current'], effects: true },
  async (context) => {
    const run = await race(context)
    must.hold(
      `one success of ${run.answers.length} updates at the same moment with the current lastChanged`,
      run.winners.length > 0,
      statuses(run.answers),
    )
    const subject = (await read(context.api, run.before.id))?.['subject']
    must.oneOf(
      'subject of an update that succeeded:',
      subject,
      run.winners.map((winner) => run.sent[winner]),
    )
  },
)

/** Appends a word to the remarks by read, modify, write, and repeats that until the lock accepts it. */
async function append(context: Context, id: string, word: string): Promise<void> {
  let refusal = 0
  for (let tries = 0; tries < 50; tries += 1) {
    const now = await read(context.api, id)
    // What is written within the millisecond of the version just read may carry its lastChanged, and get past the lock (A-DAT-26).
    await context.wait(10)
    const remarks = `${typeof now?.['remarks'] === 'string' ? now['remarks'] : ''} ${word}`.trim()
    const answer = await context.api.data.patch(call, id, { remarks, lastChanged: now?.['lastChanged'] })
    if (succeeded(answer)) return
    refusal = answer.status
    // Who is held up by another one's write need not be refused by the lock (A-DAT-26).
    if (answer.status >= 400 && answer.status < 500 && !isByTheLock(answer)) continue
    settle(lockRefusalMismatch(answer, Number((answer.json as { values?: unknown[] } | undefined)?.values?.[0])))
  }
  // The other two writers succeed eight times at most: most of these had no other update in their way.
  await rely(data['some-winner'], async () =>
    must.hold(
      'an update with the lastChanged just read that is done',
      false,
      `it was refused fifty times, in the end with ${refusal}`,
    ),
  )
}

check(
  data['one-winner'],
  'no-update-is-lost',
  {
    brokenBy: [
      'lock-ignored-on-patch',
      'lock-compares-seconds',
      'lock-force-update-default',
      'record-last-changed-kept-on-patch',
    ],
    effects: true,
  },
  async (context) => {
    // A service may fill remarks that are not sent (A-DAT-05).
    const record = await stored(context, { remarks: 'start' })
    const hand = async (name: string) => {
      for (const round of ['1', '2', '3', '4']) await append(context, record.id, `${name}${round}`)
    }
    await Promise.all(['a', 'b', 'c'].map(hand))
    const kept = String((await read(context.api, record.id))?.['remarks'])
      .split(' ')
      .sort()
    must.equal('the words that all successful updates appended', kept, [
      ...['a', 'b', 'c'].flatMap((name) => ['1', '2', '3', '4'].map((round) => name + round)),
      'start',
    ])
  },
)
