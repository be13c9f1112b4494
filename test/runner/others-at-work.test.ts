import { expect, test } from 'vitest'
import { loadCatalogue } from '../../src/judging/catalogue.ts'
import { trial, type BenchSubject } from '../../src/runner/prove/bench.ts'

const { checks } = await loadCatalogue()

async function outcomeOf(id: string, subject: BenchSubject) {
  const check = checks.find((one) => one.id === id)
  if (!check) throw new Error(`no check is called ${id}`)
  return (await trial(check, subject)).attempt.outcome
}

const disturbed = {
  is: 'blocked',
  disturbed: true,
  because: expect.stringMatching(
    /^a process of the service \(lastChangedBy C0DE\w+\) changes each new ServiceCall by itself/,
  ),
}

test('what a workflow of the service did while a check looked is no finding: it is shown by a record that is left alone', async () => {
  const workflow = { variants: ['workflow-touches-new-service-calls'] }
  expect(await outcomeOf('data/query-me/in-a-batch', {})).toMatchObject({ is: 'held' })
  expect(await outcomeOf('data/query-me/in-a-batch', workflow)).toMatchObject(disturbed)
})

test.each([
  ['record-last-changed-by-stale', 'data/last-changed-by/two-users'],
  ['forced-update-keeps-last-changed-by', 'data/last-changed-by/of-the-user-of-a-put'],
])('a service that enters wrong names is not excused: %s', async (fault, check) => {
  expect(await outcomeOf(check, { faults: [fault] })).toMatchObject({ is: 'breach' })
})

test('what an automation of the crowd owner did is no finding: it is shown by an activity that is confirmed and left alone', async () => {
  const automation = { variants: ['dispatch-confirmed-activities-are-notified'] }
  expect(await outcomeOf('dispatch/wrong-state/confirmed', automation)).toMatchObject({
    is: 'blocked',
    disturbed: true,
    because: 'somebody notifies each activity that is confirmed, so what failed may be his doing',
  })
})
