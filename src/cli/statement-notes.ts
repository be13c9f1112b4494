import type { StatementNote } from '../../reports/html/statements.ts'
import { readProof } from '../judging/proof-file.ts'
import { announcedRequirements } from '../kit/requirements.ts'
import { toldMutants } from '../runner/sweep/kept.ts'
import { chapterOf } from '../verdict/chapter-of.ts'
import { statements } from '../verdict/statements.ts'

/**
 * Every statement of the documents, for reports that show also those that a run did not look at: with what the loaded suites say of it, and the
 * faults and mutants of it that were told in the last proof and sweep, where that still holds.
 */
export function statementNotes(): readonly StatementNote[] {
  const requirements = announcedRequirements()
  const proof = readProof()
  const proven =
    proof && proof.changed.length === 0 ? proof.faults.filter(({ killedBy }) => killedBy.length > 0) : undefined
  const mutants = toldMutants()
  return statements.map(({ id, level, says }): StatementNote => {
    const own = requirements.filter(({ sources }) => sources.includes(id))
    const untested = own.length > 0 && own.every((one) => one.untested !== undefined) ? own[0]?.untested : undefined
    const faults = proven?.filter((fault) => fault.statements.includes(id)).map((fault) => fault.id)
    return {
      statement: id,
      chapter: chapterOf(id),
      level,
      says,
      ...(own.length > 0 ? { requirements: own.map((one) => one.id) } : {}),
      ...(untested === undefined ? {} : { untested }),
      ...(faults ? { faults } : {}),
      ...(mutants ? { mutants: mutants.get(id) ?? [] } : {}),
    }
  })
}
