import { describe, expect, it } from 'vitest'
import { announcedChecks } from '../../../src/kit/check.ts'
import { announcedRequirements } from '../../../src/kit/requirements.ts'
import { statements, statementOf } from '../../../src/verdict/statements.ts'
import { loadCatalogue } from '../../../src/judging/catalogue.ts'

await loadCatalogue()
const rooms = ['token', 'directory', 'company']
const requirements = announcedRequirements().filter((requirement) => rooms.includes(requirement.interface))
const checks = announcedChecks().filter((check) => rooms.includes(check.requirement.interface))
const area = statements.filter(({ id }) => /^A-(GEN|TOK|PWD|AUT|DIR|COM)-/.test(id))

it('has the whole area in sight', () => {
  expect(area.length).toBeGreaterThan(80)
  expect(requirements.length).toBeGreaterThan(60)
  expect(checks.length).toBeGreaterThan(90)
})

// Said of both sides, yet nothing that a caller alone could do would break them: what they name is optional.
const nothingToBreak = ['A-GEN-04', 'A-AUT-08']

describe('each statement of the area', () => {
  it.each(area)('$id stands in a requirement of its own level and side', ({ id, level, side }) => {
    const citing = requirements.filter((requirement) => requirement.sources.includes(id))
    expect(citing.map((requirement) => requirement.level)).toContain(level)
    expect(citing.some((requirement) => requirement.side === 'client')).toBe(
      side !== 'server' && !nothingToBreak.includes(id),
    )
    expect(citing.some((requirement) => requirement.side !== 'client')).toBe(side !== 'client')
  })
})

it('no requirement mixes levels', () => {
  const mixed = requirements.filter(({ level, sources }) =>
    sources.some((source) => statementOf(source)?.level !== level),
  )
  expect(mixed.map(({ id }) => id)).toEqual([])
})

it('each requirement has a check, the contract or a reason', () => {
  const bare = requirements.filter(
    (requirement) =>
      !requirement.untested &&
      !requirement.contract &&
      (requirement as { side?: string }).side !== 'client' &&
      !checks.some((check) => check.requirement === requirement),
  )
  expect(bare.map(({ id }) => id)).toEqual([])
})

it('leaves at most 15 % of the binding statements about servers untested', () => {
  const binding = area.filter(({ level, side }) => (level === 'must' || level === 'implied') && side !== 'client')
  const tested = new Set(
    requirements.filter(({ untested }) => untested === undefined).flatMap(({ sources }) => [...sources]),
  )
  const untested = binding.filter(({ id }) => !tested.has(id))
  expect(untested.length / binding.length).toBeLessThanOrEqual(0.15)
})

it('variants and silences are observed, never checked', () => {
  const wrong = checks.filter(
    ({ kind, requirement }) => (kind === 'observation') !== ['variant', 'unshown'].includes(requirement.level),
  )
  expect(wrong.map(({ id }) => id)).toEqual([])
})
