import { writeFileSync } from 'node:fs'
import { Command } from 'commander'
import { mustBeWritable, withFile } from '../errors/user-file.ts'
import { collectOption } from './option-values.ts'
import { stepLine } from './step-line.ts'

interface Options {
  only?: string[]
  sample?: string
  seed?: string
  json?: string
  fresh?: true
}

export const sweepCommand = (): Command =>
  new Command('sweep')
    .summary('mutants on the wire: which changes of an exchange go unseen')
    .description(
      `Makes one change after the other between kit and target, to every exchange of an operation, and looks whether a check tells it. What
stays silent is decided by suites/open-points.yaml. Exits 1 if a mutant is undecided, or if one that is lawful is told.`,
    )
    .option('--only <glob>', 'only the mutants whose id matches; * stands for anything; may be repeated', collectOption)
    .option('--sample <n>', 'only so many mutants, drawn by the seed')
    .option('--seed <n>', 'what the sample is drawn by', '1')
    .option('--fresh', 'try every mutant again, also those on which nothing has changed since the last sweep')
    .option('--json <file>', 'write the table and every mutant as JSON')
    .action(async (options: Options) => {
      if (options.json) mustBeWritable(options.json, '--json')
      const { loadCatalogue } = await import('../judging/catalogue.ts')
      const { matchesGlob } = await import('../judging/glob.ts')
      const { crew } = await import('../runner/prove/crew.ts')
      const { openCache } = await import('../runner/sweep/kept.ts')
      const { loadOpenPoints, idle } = await import('../runner/sweep/open-points.ts')
      const { tableOf, verdictOn } = await import('../runner/sweep/results.ts')
      const { sweep } = await import('../runner/sweep/sweep.ts')
      const points = loadOpenPoints()
      const line = stepLine(process.stderr)
      const hands = crew()
      const { judged, generated } = await sweep(await loadCatalogue(), {
        points,
        ...(options.fresh ? {} : { cache: openCache() }),
        attempt: (check, subject) => hands.trial(check, subject),
        atOnce: 2,
        undoes: true,
        ...(options.only ? { only: (id) => options.only?.some((glob) => matchesGlob(glob, id)) ?? true } : {}),
        ...(options.sample ? { sample: { size: Number(options.sample), seed: Number(options.seed) } } : {}),
        onStep: line.step,
      }).finally(async () => {
        await hands.close()
        line.end()
      })
      const table = tableOf(judged)
      if (options.json) {
        const { json } = options
        withFile('written', { file: json }, () => writeFileSync(json, `${JSON.stringify(table, null, 2)}\n`))
      }
      for (const one of judged)
        if (['undecided', 'false alarm'].includes(verdictOn(one)))
          process.stdout.write(`${verdictOn(one)}: ${one.id}  (${one.checks} checks)\n`)
      const wrong = idle(
        points,
        generated.mutants.map(({ id }) => id),
      )
      for (const text of wrong) process.stdout.write(`${text}\n`)
      process.stdout.write(JSON.stringify({ ...table, mutants: undefined, generated: generated.mutants.length }) + '\n')
      process.exitCode = table.undecided + table.falseAlarms + wrong.length > 0 ? 1 : 0
    })
