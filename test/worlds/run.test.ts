import { expect, test } from 'vitest'
import { allWorlds } from '../../src/platform/worlds/named.ts'
import { needs, type Need } from '../../src/target/needs.ts'
import { alarmsIn, madeRun } from '../support/made-run.ts'

/** Latency is time of the machine, which a run in made time would wait for. */
const latencyMs = 0

/** These say things in other bytes the most. */
const throughSockets = ['modern', 'stranger']

/** Their SCIM and User API have forms of their own (test/platform/worlds/people-forms.test.ts). */
const ofOtherPeople = ['modern', 'stranger', 'strict']

test.each(allWorlds.map(({ name }) => name))(
  'a standard run against world %s ends with exit code 0',
  async (world) => {
    const { verdicts, leftBehind, changes, exitCode, target } = await madeRun({
      platform: { world, latencyMs },
      throughSockets: throughSockets.includes(world),
    })
    expect(alarmsIn(verdicts)).toEqual([])
    expect(leftBehind).toEqual([])
    expect(changes.filter((line) => !line.includes('"externalId":"neighbour-'))).toEqual([])
    expect(exitCode).toBe(0)
    expect(verdicts.filter(({ is }) => is === 'pass').length).toBeGreaterThan(400)
    for (const suite of ofOtherPeople.includes(world) ? ['scim/', 'user/'] : []) {
      const own = verdicts.filter(({ check }) => check.startsWith(suite))
      expect(own.filter(({ is }) => is === 'pass').length, suite).toBeGreaterThan(60)
      expect(
        own.filter(({ is }) => is === 'warn'),
        suite,
      ).toEqual([])
    }
    const undeclared = verdicts.flatMap(({ is, because = '' }) => {
      const [, need = ''] = /^the target lacks ([\w-]+):/.exec(because) ?? []
      const isDeclared = need in target.lacks || needs[need as Need]?.optional !== undefined
      return is === 'not-applicable' && !isDeclared ? [because] : []
    })
    expect(undeclared).toEqual([])
  },
  300_000,
)
