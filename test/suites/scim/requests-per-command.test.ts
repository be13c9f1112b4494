import type { AsyncCommand } from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import type { PeopleHands, PeopleWorld } from '../../../suites/scim/model/hands.ts'
import { peopleMachine } from '../../../suites/scim/model/machine.ts'
import { alarmsIn, madeRun } from '../../support/made-run.ts'

type Command = AsyncCommand<PeopleWorld, PeopleHands, false>

afterEach(() => void vi.restoreAllMocks())

/** Counts what the walks of a run send: what is made ready before a walk and looked at after it belongs to it. */
function counting() {
  const count = { walks: 0, commands: 0, idle: 0, requests: 0 }
  let isWalking = false
  const counted = (command: Command): Command => ({
    check: (model) => command.check(model),
    toString: () => command.toString(),
    async run(model, real) {
      const before = count.requests
      await command.run(model, real)
      // One that sends nothing is no command of which requests could be spared.
      if (count.requests > before) count.commands += 1
      else count.idle += 1
    },
  })
  const { commands, around } = peopleMachine
  vi.spyOn(peopleMachine, 'commands').mockImplementation((fc) => commands(fc).map((drawn) => drawn.map(counted)))
  vi.spyOn(peopleMachine, 'around').mockImplementation(async (...all) => {
    count.walks += 1
    isWalking = true
    await around(...all).finally(() => (isWalking = false))
  })
  return {
    count,
    sent: () => {
      if (isWalking) count.requests += 1
    },
  }
}

test('walks through SCIM and User API at once take 1.3 requests a command at most on average', async () => {
  const { count, sent } = counting()
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    const { verdicts } = await madeRun({
      seed,
      which: ({ id }) => id === 'scim/written-is-read/any-writes-through-both-interfaces',
      edge(request, handle) {
        sent()
        return handle(request)
      },
    })
    expect(alarmsIn(verdicts)).toEqual([])
    expect(verdicts.map(({ is }) => is)).toEqual(['pass'])
  }
  expect(count.walks).toBe(18)
  expect(count.commands).toBeGreaterThan(700)
  expect(count.idle).toBeLessThan(count.commands / 50)
  expect(count.requests).toBeGreaterThan(count.commands)
  expect(count.requests / count.commands).toBeLessThanOrEqual(1.3)
})
