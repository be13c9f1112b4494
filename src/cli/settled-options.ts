import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { mustBeWritable } from '../errors/user-file.ts'
import type { Gate } from '../verdict/exit-code.ts'
import type { VerdictWord } from '../verdict/stream.ts'
import { baselineOption } from './baseline-option.ts'
import { lastFailed } from './last-failed.ts'
import { mustBeSettled } from './must-be-settled.ts'

/** The options of `run` as they were given. */
export interface RunArguments {
  target: string
  interface?: string[]
  only?: string[]
  strict?: true
  seed?: number
  requests?: number
  time?: number
  heavy?: true
  shard?: { index: number; of: number }
  baseline?: string
  writeBaseline?: string
  lastFailed?: true
  set?: string
  suites?: string
  history?: string
  failOn: Gate['failOn']
  maxFindings: number
  corpus?: string
  out: string
}

/** What the options name, read before the run: a mistake in it must neither cost the run nor leave the reports of an earlier one. */
export async function settledOptions(options: RunArguments) {
  const { readCorpus } = await import('../fuzz/finding-file.ts')
  mustBeSettled(join(options.out, 'ledger.jsonl'), options.target)
  if (options.suites !== undefined) await (await import('../judging/catalogue.ts')).loadCatalogue(options.suites)
  if (options.interface || options.only) {
    const { loadCatalogue } = await import('../judging/catalogue.ts')
    const { mustSelect } = await import('../judging/must-select.ts')
    mustSelect(await loadCatalogue(), {
      ...(options.interface ? { interfaces: options.interface } : {}),
      ...(options.only ? { only: options.only } : {}),
      heavy: options.heavy ?? false,
    })
  }
  const corpus = readCorpus(options.corpus ?? 'corpus', options.corpus !== undefined)
  const baseline = await baselineOption(options.baseline)
  if (options.writeBaseline) {
    mustBeWritable(options.writeBaseline, '--write-baseline')
    if (existsSync(options.writeBaseline)) await baselineOption(options.writeBaseline)
  }
  const red: VerdictWord[] = [
    'fail',
    'stale',
    'blocked',
    'kit-error',
    ...(options.failOn === 'warn' ? (['warn'] as const) : []),
  ]
  return {
    corpus,
    baseline,
    last: options.lastFailed ? lastFailed(options.out, red, await checksOf(options.suites), options.shard) : undefined,
    set: options.set === undefined ? undefined : (await import('../judging/sets.ts')).frozenSet(options.set),
  }
}

async function checksOf(suites: string | undefined): Promise<readonly string[]> {
  const { loadCatalogue } = await import('../judging/catalogue.ts')
  const { knownChecks } = await import('../judging/known-checks.ts')
  return knownChecks(await loadCatalogue(suites))
}
