import { expect, test } from 'vitest'
import { loadCatalogue } from '../../../src/judging/catalogue.ts'
import { trial } from '../../../src/runner/prove/bench.ts'

const { checks } = await loadCatalogue()

async function outcomeOf(id: string, fault: string) {
  const check = checks.find((one) => one.id === id)
  if (!check) throw new Error(`no check is called ${id}`)
  return (await trial(check, { faults: [fault] })).attempt.outcome
}

test.each([
  ['data/one-winner/eight-patches', 'lock-refuses-current', 'data/some-winner'],
  ['data/one-winner/eight-patches', 'data-patch-answers-nothing', 'data/partial-update'],
  ['data/one-winner/no-update-is-lost', 'lock-race-no-winner', 'data/some-winner'],
  ['data/one-winner/puts', 'own-external-id-counts-as-in-use', 'data/some-winner'],
  ['data/one-winner/single-calls-beside-batches', 'lock-refuses-current', 'data/some-winner'],
  ['data/partial-update/of-two-fields-at-the-same-moment', 'lock-force-update-ignored-on-patch', 'data/force-update'],
  ['data/external-id-unique/race-of-upserts-by-id', 'record-key-upper-camel', 'data/create'],
])('a race that could not be judged, %s, tells what was broken: %s', async (check, fault, requirement) => {
  expect(await outcomeOf(check, fault)).toMatchObject({
    is: 'blocked',
    because: `a setup step broke ${requirement}`,
    findings: [{ requirement }],
  })
})

test('or what was missing, where no rule of its own is broken', async () => {
  expect(await outcomeOf('data/external-id-unique/race-of-upserts-by-external-id', 'data-put-answers-nothing')).toEqual(
    {
      is: 'blocked',
      because: expect.stringMatching(/^no answer names the id of the record that it tells as created: statuses \d/),
    },
  )
})
