import type { Target } from '../target/target.ts'

export interface ChosenTarget {
  readonly target: Target
  /** Values that came from the environment: secrets by nature. */
  readonly secrets: readonly string[]
  close(): Promise<void>
}

/** The target file that the user named, or the embedded platform started for this command. */
export async function chosenTarget(name: string): Promise<ChosenTarget> {
  const { loadTarget, parseTarget } = await import('../target/load.ts')
  if (name === 'embedded') {
    const { startEmbedded } = await import('../runner/embedded.ts')
    const embedded = await startEmbedded()
    return { target: parseTarget(embedded.target, 'embedded'), secrets: [], close: embedded.close }
  }
  const { target, secrets } = loadTarget(name, process.env)
  return { target, secrets, close: async () => undefined }
}
