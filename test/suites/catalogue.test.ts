import { readdirSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadCatalogue, type Catalogue } from '../../src/judging/catalogue.ts'
import type { Requirement } from '../../src/kit/requirements.ts'
import { allFaults } from '../../src/platform/deviations.ts'
import { statementOf, statements } from '../../src/verdict/statements.ts'

/** The chapters of the documents, and the suites that cover each whole. */
const chapters: Readonly<Record<string, readonly string[]>> = {
  'A-GEN': ['token', 'directory', 'company'],
  'A-TOK': ['token'],
  'A-PWD': ['token'],
  'A-AUT': ['token'],
  'A-DIR': ['directory'],
  'A-COM': ['company'],
  'A-REC': ['data'],
  'A-DAT': ['data'],
  'A-PAR': ['data'],
  'A-CQL': ['data'],
  'A-EXP': ['data'],
  'A-DEL': ['data'],
  'A-ATT': ['data'],
  'A-QRY': ['query'],
  'A-BLK': ['bulk'],
  'A-BAT': ['batch'],
  'B-SVC': ['service'],
  'B-CRW': ['crowd'],
  'B-DSP': ['dispatch'],
  'B-SCM': ['scim'],
  'B-USR': ['user'],
  'B-PRV': ['user'],
  'B-OPT': ['optimization'],
  'B-RPT': ['reporting'],
}
const suites = [...new Set(Object.values(chapters).flat())].sort()

/** Said of both sides, yet nothing that a caller alone could do would break them: what they name is optional. */
const nothingForCallers = ['A-GEN-04', 'A-AUT-08']

/** Requirements that follow from a statement less surely than the statement itself stands. */
const weakerThanTheirSource = [
  'batch/message-forms',
  'batch/lock-within-transaction',
  'data/expand-shaped-apart',
  'batch/part-forms',
  'company/of-the-login',
  'batch/answer-well-formed',
  'data/date-time-precision',
  'dispatch/reject-unassigns',
  'query/complete',
]

let catalogue: Catalogue
beforeAll(async () => {
  catalogue = await loadCatalogue()
})

it('every suite is under these laws', () => {
  const rooms = readdirSync(new URL('../../suites/', import.meta.url), { withFileTypes: true })
  expect(rooms.filter((entry) => entry.isDirectory() && entry.name !== 'two-readings').map(({ name }) => name)).toEqual(
    suites,
  )
  expect([...new Set(catalogue.requirements.map((requirement) => requirement.interface))].sort()).toEqual(suites)
})

describe.each(Object.entries(chapters))('%s', (chapter, covering) => {
  const area = statements.filter(({ id }) => id.startsWith(`${chapter}-`))

  it('is a chapter of the documents', () => {
    expect(area).not.toEqual([])
  })

  it.each(area)('$id stands in a requirement of its own level and side', ({ id, level, side }) => {
    const citing = catalogue.requirements.filter(
      (requirement) => covering.includes(requirement.interface) && requirement.sources.includes(id),
    )
    expect(citing.map((requirement) => requirement.level)).toContain(level)
    expect(citing.some((requirement) => requirement.side === 'client')).toBe(
      side !== 'server' && !nothingForCallers.includes(id),
    )
    expect(citing.some((requirement) => requirement.side !== 'client')).toBe(side !== 'client')
  })
})

describe.each(suites)('%s', (suite) => {
  let requirements: readonly Requirement[]
  let checks: Catalogue['checks']
  beforeAll(() => {
    requirements = catalogue.requirements.filter((requirement) => requirement.interface === suite)
    checks = catalogue.checks.filter(({ requirement }) => requirement.interface === suite)
  })

  it('rests on statements that there are, and no requirement mixes levels', () => {
    for (const { id, level, sources } of requirements) {
      if (weakerThanTheirSource.includes(id)) continue
      expect(
        sources.map((source) => statementOf(source)?.level),
        id,
      ).toEqual(sources.map(() => level))
    }
  })

  it('has for each requirement on the target a check, the contract, a monitor or a reason', () => {
    const bare = requirements.filter(
      (requirement) =>
        requirement.side !== 'client' &&
        !requirement.untested &&
        !requirement.contract &&
        !requirement.traffic &&
        !checks.some((check) => check.requirement === requirement),
    )
    expect(bare.map(({ id }) => id)).toEqual([])
  })

  it('observes variants and silences, and never judges them', () => {
    const wrong = checks.filter(
      ({ kind, requirement }) => (kind === 'observation') !== ['variant', 'unshown'].includes(requirement.level),
    )
    expect(wrong.map(({ id }) => id)).toEqual([])
  })

  it('names each fault that breaks nothing but statements of its own', () => {
    const cited = new Set(requirements.flatMap(({ sources }) => [...sources]))
    // The times of a job have parts of a second, those that a caller sends have none: one suite may show what another is about.
    const named = new Set(namedIn(catalogue.requirements, catalogue.checks))
    const own = allFaults.filter(({ breaks }) => breaks.every((statement) => cited.has(statement)))
    expect(own.filter(({ id }) => !named.has(id)).map(({ id }) => id)).toEqual([])
  })
})

it('leaves at most 15 % of the binding statements about the target untested, and none of the Data API', () => {
  for (const suite of suites) {
    const area = statements.filter(({ id }) => chapters[id.slice(0, 5)]?.includes(suite))
    const binding = area.filter(({ level, side }) => (level === 'must' || level === 'implied') && side !== 'client')
    const tested = new Set(
      catalogue.requirements.filter(({ untested }) => untested === undefined).flatMap(({ sources }) => [...sources]),
    )
    const untested = binding.filter(({ id }) => !tested.has(id))
    expect(untested.length / Math.max(binding.length, 1), suite).toBeLessThanOrEqual(suite === 'data' ? 0 : 0.15)
  }
})

it('names faults that there are, and all of them', () => {
  const named = new Set(namedIn(catalogue.requirements, catalogue.checks))
  expect([...named].sort()).toEqual(allFaults.map(({ id }) => id).sort())
})

const namedIn = (requirements: readonly Requirement[], checks: Catalogue['checks']): string[] => [
  ...checks.flatMap(({ brokenBy }) => [...brokenBy]),
  ...requirements.flatMap(({ contract = [], traffic = [] }) => [...contract, ...traffic]),
]
