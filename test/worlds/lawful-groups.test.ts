import { expect, test } from 'vitest'
import { allVariants } from '../../src/platform/deviations.ts'
import { groupsOf } from '../../src/platform/groups.ts'
import { alarmsIn, madeRun } from '../support/made-run.ts'

// A proof gives each check a platform of its own: what checks share, and what a clean-up does at the end, shows in whole runs only.
// One group is run here; LAWFUL_GROUPS=0-90 runs more of them, which takes an hour; LAWFUL_SEED draws others.
const [from = 0, to = from] = (process.env['LAWFUL_GROUPS'] ?? '0').split('-').map(Number)
const seed = Number(process.env['LAWFUL_SEED'] ?? 1)
/** What contradicts the target file of the platform, which tells a minimum age of a second: it may be alarmed at. */
const untold = ['second-password-change-in-a-day-409']
const told = allVariants.filter(({ id }) => !untold.includes(id))
const groups = groupsOf(told, { size: 15, seed }).slice(from, to + 1)

/** Somebody writes what a check looks at, and was shown to: it says that it cannot judge. */
const isDisturbed = (alarm: string): boolean => /may be (?:its|his) doing|somebody else/.test(alarm)

test.each(groups.map((group) => [group.map(({ id }) => id)]))(
  'a standard run against the lawful readings %j ends without an alarm, and leaves nothing behind',
  async (variants) => {
    const { verdicts, leftBehind } = await madeRun({ platform: { variants }, confirms: true })
    expect(alarmsIn(verdicts).filter((alarm) => !isDisturbed(alarm))).toEqual([])
    expect(leftBehind).toEqual([])
    expect(verdicts.filter(({ is }) => is === 'pass').length).toBeGreaterThan(400)
  },
  300_000,
)
