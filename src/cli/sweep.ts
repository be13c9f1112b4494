import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { writePrivate } from '../errors/private-file.ts'
import { shellWord } from '../exchange/shell.ts'
import { mustBeWritable, mustTakeFiles } from '../errors/user-file.ts'
import { UserError } from '../errors/user-error.ts'
import type { Judged } from '../runner/sweep/results.ts'
import { chosenTarget } from './chosen-target.ts'
import { mustBeSettled } from './must-be-settled.ts'
import { collectOption, positive, seed } from './option-values.ts'
import { stepLine } from './step-line.ts'

interface Options {
  target: string
  only?: string[]
  sample?: number
  seed: number
  requests: number
  fresh?: true
  json?: string
  out: string
  suites?: string
}

/** A sweep of everything takes hours on a target at a distance: so many mutants unless said. */
const sampleOnTarget = 40

export const sweepCommand = (): Command =>
  new Command('sweep')
    .description(
      `Mutation testing on the wire. Makes one change at a time between kit and target, to every exchange of an operation: a parameter overlooked,
a field dropped, an answer of some seconds ago, a write told but not done. suites/open-points.yaml decides by a statement which changes are
lawful, and names the gaps that are known: a change there that no check tells is missed. One that no check tells and nothing decides is undecided,
a lawful one that is told a false alarm: exits 1 where there is either. Verdicts on which nothing bears that changed since the last sweep are taken
from it.`,
    )
    .option('--target <file>', 'target file (YAML), or "embedded" for the platform that comes with the kit', 'embedded')
    .option('--only <glob>', 'only the mutants whose id matches; * stands for anything; may be repeated', collectOption)
    .option(
      '--sample <n>',
      `only so many mutants, drawn by the seed (${sampleOnTarget} on a target of yours)`,
      positive,
    )
    .option('--seed <n>', 'the same seed draws the same sample', seed, 1)
    .option('--requests <n>', 'at most about so many requests to a target of yours', positive, 20_000)
    .option('--suites <dir>', 'also the checks of a folder of your own')
    .option('--fresh', 'try every mutant again, whatever the last sweep found')
    .option('--json <file>', 'write the table and every mutant as JSON')
    .option('--out <dir>', 'folder for the ledgers of what was created on a target of yours', 'out')
    .action(async (options: Options) => {
      if (options.json) mustBeWritable(options.json, '--json')
      const { loadCatalogue } = await import('../judging/catalogue.ts')
      const { matchesGlob } = await import('../verdict/glob.ts')
      const { loadOpenPoints, idle } = await import('../runner/sweep/open-points.ts')
      const { sweepTable } = await import('../runner/sweep/results.ts')
      const { sweep } = await import('../runner/sweep/sweep.ts')
      const points = loadOpenPoints()
      const { only } = options
      const size = options.sample ?? (options.target === 'embedded' ? undefined : sampleOnTarget)
      const line = stepLine(process.stderr, { unit: 'mutants', called: 'amiss', tells: 'ended' })
      const stop = new AbortController()
      const { catalogue, trials, close } = await subjectOf(options, await loadCatalogue(options.suites), stop.signal)
      const interrupt = () => stop.abort()
      // The embedded platform goes with the process; on a target of the user something would be left behind.
      if (options.target !== 'embedded') process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
      const swept = async () => {
        try {
          line.waits('starts the base run')
          return await sweep(catalogue, {
            points,
            ...trials,
            ...(only ? { only: (id) => only.some((glob) => matchesGlob(glob, id)) } : {}),
            ...(size ? { sample: { size, seed: options.seed } } : {}),
            onStep: (done, total, current, found) => line.step({ done, total, current, found }),
          })
        } finally {
          await close()
          line.end()
          process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
        }
      }
      const { judged, generated } = await swept()
      if (stop.signal.aborted) {
        process.stdout.write('the sweep was interrupted: nothing is told of the mutants\n')
        process.exitCode = 130
        return
      }
      if (judged.length === 0 && trials.enough?.())
        throw new UserError(`the budget of ${options.requests} requests was spent before a mutant was judged`, {
          todo: 'raise --requests',
        })
      if (judged.length === 0)
        throw new UserError('no mutant matches', { todo: 'without --only, sweep --json FILE lists the ids of all' })
      const table = sweepTable(judged, generated.mutants.length)
      const { json } = options
      if (json) writePrivate(json, `${JSON.stringify(table, null, 2)}\n`)
      const kitErrors = judged.flatMap((one) => one.kitErrors)
      // A part of the mutants cannot show that a decision is about nothing.
      const wrong =
        options.target === 'embedded'
          ? idle(
              points,
              generated.mutants.map(({ id }) => id),
            )
          : []
      for (const one of judged) describe(one)
      for (const text of [...kitErrors, ...wrong]) process.stdout.write(`${text}\n`)
      const { made, told, lawful, same, unreachable, missed, undecided, falseAlarms } = table
      process.stdout.write(
        `\n${made} of ${generated.mutants.length} mutants: ${told} told, ${lawful} lawful and silent, ${same} the same server, ${unreachable} not reachable, ${missed} missed, ${undecided} undecided, ${falseAlarms} false alarms\n`,
      )
      process.exitCode = undecided + falseAlarms + wrong.length + kitErrors.length > 0 ? 1 : 0
    })

const inVain = ({ checks, likeliest }: Judged): string =>
  `none of ${checks} checks tells it (${likeliest.join(', ')}${checks > likeliest.length ? ', ...' : ''})`

function describe(one: Judged): void {
  const { id, told, decision } = one
  if (decision?.is === 'lawful' && told)
    process.stdout.write(
      `FALSE ALARM  ${id}\n  ${told.check} (${told.by}) cites ${told.statement}: expected ${told.expected}; got ${told.actual}\n  but suites/open-points.yaml:${decision.line} calls it lawful: ${decision.because}\n`,
    )
  else if (!decision && !told && !one.idle) process.stdout.write(`UNDECIDED    ${id}\n  ${inVain(one)}\n`)
  else if (decision?.is === 'gap' && !told && !one.idle)
    process.stdout.write(
      `MISSED       ${id}\n  ${inVain(one)}; suites/open-points.yaml:${decision.line} knows the gap: ${decision.because}\n`,
    )
}

type SweepArguments = Parameters<typeof import('../runner/sweep/sweep.ts').sweep>
interface Subject {
  readonly catalogue: SweepArguments[0]
  readonly trials: Pick<SweepArguments[1], 'attempt' | 'atOnce' | 'effects' | 'cache' | 'enough'>
  close(): Promise<void>
}

async function subjectOf(options: Options, catalogue: SweepArguments[0], signal: AbortSignal): Promise<Subject> {
  if (options.target === 'embedded') {
    const { crew } = await import('../runner/prove/crew.ts')
    const { openCache } = await import('../runner/sweep/kept.ts')
    const hands = crew(options.suites)
    return {
      catalogue,
      close: hands.close,
      trials: {
        attempt: (check, subject) => hands.trial(check, subject),
        atOnce: 2,
        effects: true,
        // What earlier sweeps found rests on the checks of the kit alone.
        ...(options.fresh || options.suites !== undefined ? {} : { cache: openCache() }),
      },
    }
  }
  mustTakeFiles(options.out, '--out')
  // Not the ledger of a run, which may still be needed to clean up after it.
  const ledgerFile = (number: number) => join(options.out, `sweep-ledger-${number}.jsonl`)
  for (let number = 1; existsSync(ledgerFile(number)); number += 1) mustBeSettled(ledgerFile(number), options.target)
  const { trialsOn } = await import('../runner/sweep/target-trial.ts')
  const { target, secrets, close } = await chosenTarget(options.target)
  const { attempt, enough } = trialsOn({
    target,
    secrets,
    seed: options.seed,
    requests: options.requests,
    signal,
    ledgerFile,
    onLeftBehind: (text, file) =>
      process.stderr.write(
        `${text}; npx fieldproof clean --ledger ${shellWord(file)} --target ${shellWord(options.target)} removes it\n`,
      ),
  })
  return {
    // On a shared system no clock is moved, and no password changed: with a falsified answer it could not be restored.
    catalogue: {
      checks: catalogue.checks.filter(
        ({ alone, heavy, needs }) => !alone && !heavy && !needs.includes('password-change'),
      ),
    },
    close,
    trials: { attempt, enough, atOnce: 1, effects: false },
  }
}
