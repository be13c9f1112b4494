import type { BaselineEntry } from '../verdict/baseline.ts'

/** The entries of --baseline, checked against the catalogue; none without the option. */
export async function baselineOption(file: string | undefined): Promise<BaselineEntry[]> {
  if (file === undefined) return []
  const [{ loadBaseline }, { loadCatalogue }, { knownChecks }] = await Promise.all([
    import('../judging/load-baseline.ts'),
    import('../judging/catalogue.ts'),
    import('../judging/known-checks.ts'),
  ])
  return loadBaseline(file, knownChecks(await loadCatalogue()))
}

/** Writes what a run found into --write-baseline; one line that tells what changed. */
export async function writeBaselineOption(
  file: string,
  {
    verdicts,
    warns,
  }: Pick<Parameters<typeof import('../judging/write-baseline.ts').writeBaseline>[1], 'verdicts' | 'warns'>,
): Promise<string> {
  const [{ writeBaseline }, { loadCatalogue }, { knownChecks }] = await Promise.all([
    import('../judging/write-baseline.ts'),
    import('../judging/catalogue.ts'),
    import('../judging/known-checks.ts'),
  ])
  const catalogue = await loadCatalogue()
  const { added, kept, removed } = writeBaseline(file, {
    verdicts,
    ...(warns ? { warns } : {}),
    checks: knownChecks(catalogue),
    now: Date.now(),
  })
  return `${file}: ${added} ${added === 1 ? 'entry' : 'entries'} added, ${kept} kept, ${removed} removed`
}
