import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { campaign, type CampaignOptions } from '../../src/fuzz/campaign.ts'
import { cqlGame, type CqlCase } from '../../src/fuzz/cql.ts'
import { readCorpus, readReplay, writeReplay } from '../../src/fuzz/finding-file.ts'
import { UserError } from '../../src/errors/user-error.ts'
import { smaller } from '../../src/cql/shrink.ts'
import type { Session } from '../../src/session/session.ts'
import { Blocked, Inconclusive } from '../../src/kit/index.ts'
import { newScope } from '../../src/target/scope.ts'
import { shelf, type Bend } from '../suites/data/cql/shelf.ts'

const inclusive: Bend = { operator: (op, value, wanted, right) => right || (op === '>' && value === wanted) }

const search = (bend: Bend, more: Partial<CampaignOptions> = {}) => searchIn(cqlGame, bend, more)
const searchWith = (game: typeof cqlGame) => searchIn(game, {}, { budget: { runs: 5 } })

function searchIn(game: typeof cqlGame, bend: Bend, more: Partial<CampaignOptions>) {
  const { context, requests } = shelf(bend)
  const session = {
    contextFor: () => ({ context: context(), scope: newScope('fuzz/cql', 'shelf00000') }),
    requests,
  } as unknown as Session
  return campaign(game, {
    session,
    seed: 3,
    budget: { runs: 120 },
    first: [],
    signal: new AbortController().signal,
    ...more,
  })
}

describe('a campaign', () => {
  it('finds nothing on a conforming target', async () => {
    const { findings, runs } = await search({})
    expect(findings).toEqual([])
    expect(runs).toBe(120)
  })

  it('tells a fault by its shortest query, once per cause, the same for the same seed', async () => {
    const [one, again] = [await search(inclusive), await search(inclusive)]
    const bare = one.findings.find(({ replay }) => (replay.case as CqlCase).law === 'client-filter')
    expect(bare?.told).toMatch(/^(startDateTime|lastChanged) > \S+$/)
    expect(again.findings.map(({ replay }) => replay.case)).toEqual(one.findings.map(({ replay }) => replay.case))
  })

  it('has no case in common with the next seed, and the same ones beside a corpus', async () => {
    const drawnBy = async (more: Partial<CampaignOptions>) => {
      const cases: string[] = []
      const game = {
        ...cqlGame,
        hold: async (_: unknown, __: unknown, one: CqlCase) => void cases.push(JSON.stringify(one)),
      }
      await searchIn(game, {}, { budget: { runs: 20 }, ...more })
      return cases
    }
    const [one, next] = [await drawnBy({ seed: 1 }), await drawnBy({ seed: 2 })]
    expect(next.filter((drawn) => one.includes(drawn)).length).toBeLessThan(3)
    const given = { fuzz: 'cql' as const, case: JSON.parse(next[0] ?? '') as object }
    const beside = await drawnBy({ seed: 1, first: [given] as CampaignOptions['first'] })
    expect(beside.slice(1)).toEqual(one.slice(0, 19))
  })

  it('repeats a replay file, on a target with the fault and on one without', async () => {
    const [found] = (await search(inclusive)).findings
    const folder = mkdtempSync(join(tmpdir(), 'replay-'))
    try {
      const replay = readReplay(writeReplay(folder, (found as NonNullable<typeof found>).replay))
      expect((await search(inclusive, { first: [replay], replayOnly: true })).findings).toHaveLength(1)
      expect((await search({}, { first: [replay], replayOnly: true })).findings).toEqual([])
      expect(readCorpus(folder)).toEqual([replay])
      expect(readCorpus(join(folder, 'none'))).toEqual([])
      expect(() => readReplay(join(folder, 'none.json'))).toThrow(UserError)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('publishes nothing that does not happen again', async () => {
    let n = 0
    const once: Bend = {
      operator: (op, value, wanted, right) =>
        op === 'like' && String(wanted) !== value && ++n === 400 ? !right : right,
    }
    expect((await search(once)).findings).toEqual([])
  })

  it('passes over what others spoilt, and ends with what is missing: told by the class, not by the words', async () => {
    const spoilt = (error: Error) => {
      let held = 0
      return searchWith({
        ...cqlGame,
        hold: async () => {
          held += 1
          if (held === 2) throw error
        },
      })
    }
    expect((await spoilt(new Inconclusive('the record is another now'))).runs).toBe(5)
    await expect(spoilt(new Blocked('no record, meanwhile'))).rejects.toThrow(Blocked)
  }, 30_000)

  it('stops when it is told to, with what it found, and within its budget of requests', async () => {
    const stop = new AbortController()
    const result = await search(inclusive, { signal: stop.signal, onFinding: () => stop.abort() })
    expect(result.interrupted).toBe(true)
    expect(result.findings).toHaveLength(1)
    expect((await search({}, { budget: { requests: 100 } })).requests).toBeLessThan(110)
  })
})

it('every smaller question is smaller', () => {
  const size = (value: unknown) => JSON.stringify(value).length
  const question = { all: [{ not: { unset: 'remarks' } }, { compare: '=', field: 'subject', row: 9 }] } as const
  expect(smaller(question).length).toBeGreaterThan(2)
  for (const less of smaller(question)) expect(size(less)).toBeLessThanOrEqual(size(question))
})
