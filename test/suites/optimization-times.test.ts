import { expect, test } from 'vitest'
import { madeRun } from '../support/made-run.ts'

/** The target file without a technician for the activities that the kit makes. */
function unmanned(written: Readonly<Record<string, unknown>>) {
  const fixtures = written['fixtures'] as { readonly tree: { readonly references: Readonly<Record<string, object>> } }
  const { responsible: _, ...references } = fixtures.tree.references
  return { ...written, fixtures: { ...fixtures, tree: { ...fixtures.tree, references } } }
}

/** What checks of re-optimization say of a target whose file tells these times of a job. */
async function said(times: object, platform: object, ids: RegExp) {
  const { verdicts } = await madeRun({
    platform,
    which: ({ id }) => ids.test(id),
    file: (written) => {
      const fixtures = written['fixtures'] as Readonly<Record<string, object>>
      return { ...written, fixtures: { ...fixtures, optimization: { ...fixtures['optimization'], ...times } } }
    },
  })
  return verdicts.map(({ is, because }) => `${is}: ${because}`)
}

test('where a job takes longer than is waited, nothing passes that looks at what it did', async () => {
  const places = /^optimization\/(?:interval|partitions|one-at-a-time\/(?:nothing|not-after|simultaneous))/
  const told = await said({ waitMs: 1 }, { variants: ['optimization-slow'] }, places)
  expect(told.length).toBeGreaterThan(10)
  for (const one of told) expect(one).toMatch(/^not-exercised: .*fixtures\.optimization\.waitMs/)
})

test('where nothing is scheduled, no check of the places passes, and none fails', async () => {
  const places = /^optimization\/(?:interval|partitions)/
  const told = await said({}, { variants: ['optimization-schedules-nothing'] }, places)
  expect(told.length).toBeGreaterThan(7)
  for (const one of told) expect(one).toMatch(/^not-exercised: no activity was rescheduled/)
})

test('where a second start may have come after the end of the first job, that it was taken is no pass', async () => {
  const second = /^optimization\/one-at-a-time\/(?:second|simultaneous)/
  const told = await said({ minimumMs: 1 }, { faults: ['optimization-two-at-once'] }, second)
  expect(told).toHaveLength(4)
  for (const one of told) expect(one).toMatch(/^not-exercised: .*fixtures\.optimization\.minimumMs/)
})

test('where activities of nobody are refused, and the target file has no technician, nobody is accused: the key is named', async () => {
  const { verdicts } = await madeRun({
    platform: { variants: ['optimization-of-assigned-activities-only'] },
    which: ({ id }) => /^optimization\/(?:accepted|body|unauthorized|malformed)\//.test(id),
    file: unmanned,
  })
  const blocked = verdicts.filter(({ is }) => is === 'blocked')
  expect(verdicts.filter(({ is }) => is === 'fail' || is === 'warn')).toEqual([])
  expect(blocked.length).toBeGreaterThan(4)
  for (const { because } of blocked) expect(because).toContain('fixtures.tree.references.responsible')
})

test('a first time that the planning gives to an activity of nobody is none of a job', async () => {
  const { verdicts } = await madeRun({
    platform: { variants: ['service-planned-at-once', 'optimization-schedules-nothing'] },
    which: ({ id }) => /^optimization\/interval\/(?:planned-within|in-universal-time)$/.test(id),
    file: unmanned,
  })
  expect(verdicts.map(({ is }) => is)).toEqual(['not-exercised', 'not-exercised'])
})
