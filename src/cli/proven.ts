import type { ProveOptions } from '../runner/prove/prove.ts'
import type { Matrix } from '../runner/prove/matrix.ts'
import { stepLine } from './step-line.ts'

interface Proving extends Pick<ProveOptions, 'selection' | 'deep'> {
  readonly suites?: string
  /** Everything is tried again, whatever earlier proofs found. */
  readonly fresh?: boolean
}

/** Runs a proof in threads, with progress on a terminal. */
export async function proven({ suites, fresh = false, ...options }: Proving): Promise<Matrix> {
  const { loadCatalogue } = await import('../judging/catalogue.ts')
  const { mustSelect } = await import('../judging/must-select.ts')
  const { prove } = await import('../runner/prove/prove.ts')
  const { crew } = await import('../runner/prove/crew.ts')
  const { openTrials } = await import('../runner/prove/kept-trials.ts')
  const ours = new Set((await loadCatalogue()).checks.map(({ id }) => id))
  const catalogue = await loadCatalogue(suites)
  const own = catalogue.checks.map(({ id }) => id).filter((id) => !ours.has(id))
  const selection = { ...options.selection, ...(suites === undefined ? {} : { among: own }) }
  mustSelect(catalogue, { ...selection, heavy: true })
  const line = stepLine(process.stderr, { unit: 'steps', called: 'amiss', tells: 'ended' })
  const hands = crew(suites)
  try {
    line.waits('starts the platforms')
    const onStep = (done: number, total: number, current: string, found: number) =>
      line.step({ done, total, current, found })
    // What earlier proofs tried rests on the checks of the kit alone.
    const kept = suites === undefined ? await openTrials({ fresh }) : undefined
    const matrix = await prove(catalogue, { ...options, selection, onStep, crew: hands, kept })
    const { interfaces, only } = options.selection
    kept?.save(!interfaces && !only && !options.deep)
    return matrix
  } finally {
    await hands.close()
    line.end()
  }
}
