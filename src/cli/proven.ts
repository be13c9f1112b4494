import type { ProveOptions } from '../runner/prove/prove.ts'
import type { Matrix } from '../runner/prove/matrix.ts'
import { stepLine } from './step-line.ts'

/** Runs a proof in threads, with progress on a terminal. */
export async function proven(options: Pick<ProveOptions, 'selection' | 'deep'>): Promise<Matrix> {
  const { loadCatalogue } = await import('../judging/catalogue.ts')
  const { mustSelect } = await import('../judging/must-select.ts')
  const { prove } = await import('../runner/prove/prove.ts')
  const { crew } = await import('../runner/prove/crew.ts')
  const catalogue = await loadCatalogue()
  mustSelect(catalogue, { ...options.selection, heavy: true })
  const line = stepLine(process.stderr)
  const hands = crew()
  return prove(catalogue, { ...options, onStep: line.step, crew: hands }).finally(async () => {
    await hands.close()
    line.end()
  })
}
