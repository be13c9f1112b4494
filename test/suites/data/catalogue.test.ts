import { beforeAll, describe, expect, it } from 'vitest'
import { allFaults } from '../../../src/platform/deviations.ts'
import { loadCatalogue, type Catalogue } from '../../../src/judging/catalogue.ts'
import { statements } from '../../../src/verdict/statements.ts'

const mine = statements.filter(({ id }) => /^A-(REC|DAT|PAR|CQL|EXP|DEL|ATT)-\d+$/.test(id))
let checks: Catalogue['checks']
let requirements: Catalogue['requirements']

beforeAll(async () => {
  const catalogue = await loadCatalogue()
  checks = catalogue.checks.filter(({ requirement }) => requirement.interface === 'data')
  requirements = catalogue.requirements.filter((requirement) => requirement.interface === 'data')
})

describe('the catalogue of the Data API', () => {
  it('has a requirement of the same level for every statement of its chapters', () => {
    for (const { id, level } of mine) {
      expect(
        requirements.filter(({ sources }) => sources.includes(id)).map((requirement) => requirement.level),
        id,
      ).toContain(level)
    }
    for (const { id, level, sources } of requirements) {
      expect(
        sources.map((source) => statements.find((statement) => statement.id === source)?.level),
        id,
      ).toEqual(sources.map(() => level))
    }
  })

  it('leaves no statement on the target untested', () => {
    for (const requirement of requirements.filter(({ side }) => side !== 'client')) {
      expect(requirement.untested, requirement.id).toBeUndefined()
      const looked = checks.filter((check) => check.requirement.id === requirement.id)
      expect(looked.length + (requirement.contract?.length ?? 0), requirement.id).toBeGreaterThan(0)
    }
  })

  it('names faults that there are, and all of them', () => {
    const there = allFaults.map(({ id }) => id)
    const ours = allFaults
      .filter(({ breaks }) => breaks.every((statement) => mine.some(({ id }) => id === statement)))
      .map(({ id }) => id)
    const named = new Set([
      ...checks.flatMap(({ brokenBy }) => brokenBy),
      ...requirements.flatMap(({ contract }) => contract ?? []),
    ])
    expect([...named].filter((id) => !there.includes(id))).toEqual([])
    expect(ours.length).toBeGreaterThan(0)
    expect(ours.filter((id) => !named.has(id))).toEqual([])
  })
})
