import { renderProof } from '../../reports/html/proof.ts'
import { judgedLive } from '../judging/judged.ts'
import { loadCatalogue } from '../judging/catalogue.ts'
import { makePlan, type Selection } from '../judging/plan.ts'
import { allFaults, allVariants } from '../platform/deviations.ts'
import { shortcomings, type Matrix } from '../runner/prove/matrix.ts'
import { statementNotes } from './statement-notes.ts'

interface Scope {
  readonly selection: Selection
  /** Whether the proof was of everything. */
  readonly whole: boolean
  readonly suites: string | undefined
}

/** The page of a proof: the matrix with what checks, faults and variants are about. */
export async function proofPage(matrix: Matrix, { selection, whole, suites }: Scope): Promise<string> {
  const { planned } = makePlan(await loadCatalogue(suites), judgedLive(), selection)
  const says = new Map(allFaults.map((fault) => [fault.id, fault.says]))
  const variants = new Map(allVariants.map((variant) => [variant.id, variant]))
  return renderProof({
    ...matrix,
    made: new Date().toISOString().slice(0, 16).replace('T', ' '),
    checks: planned,
    faults: matrix.faults.map(({ id, statements, killedBy }) => ({
      id,
      says: says.get(id) ?? '',
      statements,
      by: killedBy,
    })),
    variants: matrix.variants.map(({ id, flaggedBy }) => ({
      id,
      says: variants.get(id)?.says ?? '',
      statements: variants.get(id)?.leaves ?? [],
      by: flaggedBy,
    })),
    wrong: shortcomings(matrix),
    whole,
    notes: statementNotes(),
  })
}
