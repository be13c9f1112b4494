import { expect, it } from 'vitest'
import { announcedChecks } from '../../../src/kit/check.ts'
import { announcedRequirements } from '../../../src/kit/requirements.ts'
import { queryFaults } from '../../../src/platform/faults/query.ts'
import { loadCatalogue } from '../../../src/judging/catalogue.ts'
import { statements } from '../../../src/verdict/statements.ts'

await loadCatalogue()
const rooms = ['query', 'bulk']
const requirements = announcedRequirements().filter((requirement) => rooms.includes(requirement.interface))
const checks = announcedChecks().filter((check) => rooms.includes(check.requirement.interface))

it.each(statements.filter(({ id }) => /^A-(QRY|BLK)-/.test(id)))(
  '$id stands in a requirement of its own level and side',
  ({ id, level, side }) => {
    const citing = requirements.filter(({ sources }) => sources.includes(id))
    expect(citing.map((requirement) => [requirement.level, requirement.side ?? 'server'])).toContainEqual([level, side])
  },
)

it('each requirement has a check or a reason, and what the documents do not show is only observed', () => {
  expect(
    requirements
      .filter(
        (requirement) =>
          !requirement.untested &&
          requirement.side !== 'client' &&
          !checks.some((check) => check.requirement === requirement),
      )
      .map(({ id }) => id),
  ).toEqual([])
  expect(
    checks
      .filter(({ kind, requirement }) => (kind === 'observation') !== (requirement.level === 'unshown'))
      .map(({ id }) => id),
  ).toEqual([])
})

it('names the faults of the Query API, and all of them', () => {
  const named = new Set([
    ...checks.flatMap(({ brokenBy }) => [...brokenBy]),
    ...requirements.flatMap(({ contract }) => [...(contract ?? [])]),
  ])
  expect([...named].sort()).toEqual(queryFaults.map(({ id }) => id).sort())
})
