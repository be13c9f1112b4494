import { expect, test } from 'vitest'
import type { Check } from '../../src/kit/check.ts'
import { Breach } from '../../src/kit/mismatch.ts'
import { must } from '../../src/kit/must.ts'
import type { Session } from '../../src/session/session.ts'
import { confirmed } from '../../src/runner/confirm.ts'
import { Inconclusive } from '../../src/target/inconclusive.ts'
import { TurnedAway } from '../../src/target/turned-away.ts'
import { newScope } from '../../src/target/scope.ts'
import type { Exchange } from '../../src/exchange/exchange.ts'

const facts = { addresses: { auth: '', directory: '' }, basePaths: {}, dtos: {}, side: 'server' } as const
const session = {
  redactor: { text: (text: string) => text, cutBody: (text: string) => text },
  rerun: (id: string) => id,
  contextFor: (id: string) => ({ context: {}, scope: newScope(id, 'fabcd00000') }),
  userIds: () => [],
  letUsersGo: () => Promise.resolve(),
  visibility: { readSoon: () => false },
} as unknown as Session
const requirement = { id: 'data/a', interface: 'data', level: 'must', says: 'A rule.', sources: ['A-DAT-01'] }

async function tries(outcomes: ReadonlyArray<'holds' | 'fails' | 'certain' | 'spoilt' | 'cut' | 'turned'>) {
  let count = 0
  const run = async () => {
    const next = outcomes[Math.min(count++, outcomes.length - 1)]
    if (next === 'holds') must.hold('it', true, '')
    else if (next === 'spoilt') throw new Inconclusive('429 within a race')
    else if (next === 'turned') throw new TurnedAway('503 within a race', 2)
    else if (next === 'cut') throw new Inconclusive('no answer', 2)
    else throw new Breach({ expected: 'x', actual: 'y', ...(next === 'certain' ? { selfCertifying: true } : {}) })
  }
  const check = { id: 'data/a/b', kind: 'check', requirement, run } as unknown as Check
  const { outcome } = await confirmed(check, session, facts, { spacingMs: 0, signal: new AbortController().signal })
  return { is: outcome.is, count, because: 'because' in outcome ? outcome.because : undefined }
}

test('three further failures in a row confirm', async () => {
  expect(await tries(['fails'])).toEqual({ is: 'breach', count: 4, because: undefined })
})

test('five passes exonerate: what failed once is told as a rate', async () => {
  expect(await tries(['fails', 'holds'])).toEqual({
    is: 'intermittent',
    count: 6,
    because: 'it failed in 1 of 6 tries: intermittent, so not reported as a breach',
  })
})

test('what fails now and then is a rate, or confirmed where it fails most of the time', async () => {
  expect((await tries(['fails', 'fails', 'holds', 'holds', 'holds', 'holds', 'holds', 'holds', 'holds'])).is).toBe(
    'intermittent',
  )
  expect((await tries(['fails', 'fails', 'holds', 'fails', 'fails'])).is).toBe('breach')
})

test('evidence that certifies itself is not asked for twice; what holds is not tried again', async () => {
  expect(await tries(['certain'])).toMatchObject({ is: 'breach', count: 1 })
  expect(await tries(['holds'])).toMatchObject({ is: 'held', count: 1 })
})

test('what the environment spoilt is begun anew, within bounds', async () => {
  expect(await tries(['spoilt', 'spoilt', 'holds'])).toMatchObject({ is: 'held', count: 3 })
  expect(await tries(['fails', 'spoilt', 'fails'])).toMatchObject({ is: 'breach', count: 5 })
  expect(await tries(['spoilt'])).toEqual({ is: 'blocked', count: 7, because: '429 within a race' })
  expect(await tries(['cut', 'cut', 'holds'])).toMatchObject({ is: 'held', count: 3 })
  expect(await tries(['cut'])).toEqual({ is: 'blocked', count: 3, because: 'no answer' })
})

test('a race that is never served was not exercised; one that is served at last, or that failed in another way, is judged', async () => {
  expect(await tries(['turned'])).toMatchObject({
    is: 'not-exercised',
    count: 3,
    because: expect.stringContaining('503'),
  })
  expect(await tries(['turned', 'turned', 'holds'])).toMatchObject({ is: 'held', count: 3 })
  expect(await tries(['turned', 'cut', 'turned'])).toMatchObject({ is: 'blocked', count: 3 })
})

/** Checks of one session, each by what its setup step and then its own rule does, try by try; the last of a list goes on. */
async function stepsTried(ways: ReadonlyArray<ReadonlyArray<'holds' | 'step' | 'fails' | 'spoilt'>>) {
  const shared = { ...session, visibility: { readSoon: () => false } } as unknown as Session
  const counts: number[] = []
  const told = ways.map(async (way, at) => {
    counts[at] = 0
    const run = async () => {
      const next = way[Math.min(counts[at]!++, way.length - 1)]
      if (next === 'step') throw new Breach({ expected: 'status 201', actual: 'status 400' }, { relied: 'data/b' })
      if (next === 'spoilt') throw new Inconclusive('no answer', 0)
      if (next === 'fails') throw new Breach({ expected: 'x', actual: 'y' })
      must.hold('it', true, '')
    }
    const check = { id: `data/a/${at}`, kind: 'check', requirement, run } as unknown as Check
    const { outcome } = await confirmed(check, shared, facts, { spacingMs: 0, signal: new AbortController().signal })
    return [outcome.is, 'findings' in outcome && outcome.findings !== undefined]
  })
  return { told: await Promise.all(told), counts }
}

test('a setup step that breaks a rule is confirmed once for all checks that it blocks', async () => {
  expect(await stepsTried([['step'], ['step'], ['step']])).toEqual({
    told: [
      ['blocked', true],
      ['blocked', true],
      ['blocked', true],
    ],
    counts: [4, 1, 1],
  })
})

test('a setup step that failed once is told as a rate, and so for each check', async () => {
  const { told, counts } = await stepsTried([
    ['step', 'holds'],
    ['step', 'holds'],
  ])
  expect(told).toEqual([
    ['intermittent', true],
    ['intermittent', true],
  ])
  expect(counts).toEqual([6, 6])
})

test('a setup step that failed once and could not be tried again accuses nobody; what the check itself finds then is confirmed', async () => {
  expect(await stepsTried([['step', 'spoilt']])).toEqual({ told: [['intermittent', true]], counts: [2] })
  expect(await stepsTried([['step', 'fails']])).toEqual({ told: [['breach', true]], counts: [5] })
  expect((await stepsTried([['step', 'fails', 'holds']])).told).toEqual([['intermittent', true]])
})

/** What is inconclusive is begun anew six times. */
const begunAtMost = 7

test('what is blocked where a list may lag is tried once more, patiently; that it stays so tells nothing of lists', async () => {
  for (const [patient, is, helped] of [
    ['holds', 'held', [true]],
    ['blocks', 'blocked', []],
  ] as const) {
    const told: boolean[] = []
    let count = 0
    const run = async () => {
      count += 1
      if (count <= begunAtMost || patient === 'blocks') throw new Inconclusive('not among the users')
      must.hold('it', true, '')
    }
    const lagging = {
      ...session,
      visibility: { readSoon: () => true, patienceHelped: (does: boolean) => told.push(does) },
    } as unknown as Session
    const check = { id: 'data/a/b', kind: 'check', requirement, run } as unknown as Check
    const pace = { spacingMs: 0, signal: new AbortController().signal }
    const { outcome } = await confirmed(check, lagging, facts, pace)
    expect([outcome.is, count, told]).toEqual([is, begunAtMost + 1, helped])
  }
})

test('a longer wait helps where it does so time after time', async () => {
  for (const [ways, is, told] of [
    [['fails', 'holds', 'holds', 'holds', 'fails'], 'held', [true]],
    [['fails', 'holds', 'fails', 'holds'], 'intermittent', [false]],
    [['fails', 'holds', 'fails'], 'breach', [false]],
    [['fails'], 'breach', [false]],
  ] as const) {
    const helped: boolean[] = []
    let count = 0
    const run = async () => {
      const next = ways[Math.min(count++, ways.length - 1)]
      if (next === 'fails') throw new Breach({ expected: 'x', actual: 'y' })
      must.hold('it', true, '')
    }
    const visibility = {
      readSoon: () => true,
      worthPatience: () => true,
      patienceHelped: (does: boolean) => helped.push(does),
    }
    const lagging = { ...session, visibility } as unknown as Session
    const check = { id: 'data/a/b', kind: 'check', requirement, run } as unknown as Check
    const pace = { spacingMs: 0, signal: new AbortController().signal }
    const { outcome } = await confirmed(check, lagging, facts, pace)
    expect([outcome.is, helped]).toEqual([is, told])
  }
})

test('what further tries show again is told once, by an exchange that is kept; what they show first is kept too', async () => {
  let made = 0
  const watched = {
    ...session,
    isNews: () => false,
    report: ({ id }: Exchange, check: string) => ({ id, check }),
    contextFor: (id: string) => {
      const scope = newScope(id, 'fabcd00000')
      made += 1
      const early: Exchange = {
        id: `fabcd00000-${made}`,
        startedAt: 0,
        ms: 1,
        request: { method: made > 2 ? 'GET' : 'PUT', url: 'http://h/x', headers: [] },
        response: { status: 401, statusText: '', headers: [], body: Buffer.from('') },
      }
      // The first try shows nothing of it.
      if (made > 1) {
        scope.exchanges.push(early)
        scope.endedEarly.push(early)
      }
      return { context: {}, scope }
    },
  } as unknown as Session
  const run = async () => {
    throw new Breach({ expected: 'x', actual: 'y' })
  }
  const check = { id: 'data/a/b', kind: 'check', requirement, run } as unknown as Check
  const pace = { spacingMs: 0, signal: new AbortController().signal }
  const { sights, exchanges } = await confirmed(check, watched, facts, pace)
  expect(made).toBe(4)
  const cited = sights.flatMap(({ findings, exchange }) => findings.map(() => exchange))
  expect(cited).toEqual(['fabcd00000-2'])
  expect(exchanges.map(({ id }) => id)).toEqual(cited)
})
