import type { Replay } from '../fuzz/finding-file.ts'

/** The cases of a corpus folder; a file in it that is none is the user's to mend. */
export async function corpusIn(folder: string): Promise<Replay[]> {
  const { ReplayError, readCorpus } = await import('../fuzz/finding-file.ts')
  const { UsageError } = await import('../errors/usage-error.ts')
  try {
    return readCorpus(folder)
  } catch (error) {
    if (error instanceof ReplayError) throw new UsageError(error.message)
    throw error
  }
}
