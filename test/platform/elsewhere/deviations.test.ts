import { beforeAll, expect, test } from 'vitest'
import { loadCatalogue, type Catalogue } from '../../../src/judging/catalogue.ts'
import { replacedBy } from '../../../src/platform/compose.ts'
import { elsewherePeopleFaults } from '../../../src/platform/faults/elsewhere-people.ts'
import { elsewhereFaults } from '../../../src/platform/faults/elsewhere.ts'
import { elsewhereVariants } from '../../../src/platform/variants/elsewhere.ts'
import { reachRules } from '../../../src/platform/rulebook/reach.ts'
import { trial } from '../../../src/runner/prove/bench.ts'

const faults = [...elsewhereFaults, ...elsewherePeopleFaults]

let catalogue: Catalogue
beforeAll(async () => {
  catalogue = await loadCatalogue()
})

test.each(faults.map(({ id }) => id))('fault %s changes what a stranger is told, or what is there', async (id) => {
  const check = catalogue.checks.find(({ brokenBy }) => brokenBy.includes(id))!
  expect((await trial(check, { faults: [id] })).attempt.outcome.is).toBe('breach')
  expect((await trial(check, {})).attempt.outcome.is).toBe('held')
})

test('only what a deviation replaces is a rule', () => {
  const named = new Set([...faults, ...elsewhereVariants].flatMap(replacedBy))
  expect(Object.keys(reachRules.reach).filter((name) => !named.has(`reach.${name}`))).toEqual([])
})
