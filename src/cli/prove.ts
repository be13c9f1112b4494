import { Command } from 'commander'
import { writePrivate } from '../errors/private-file.ts'
import { mustBeWritable } from '../errors/user-file.ts'
import { collectOption, commaList } from './option-values.ts'

interface Options {
  interface?: string[]
  only?: string[]
  json?: string
  html?: string
  deep?: true
  fresh?: true
  suites?: string
}

export const proveCommand = (): Command =>
  new Command('prove')
    .description(
      `Runs the checks against the embedded platform, with each fault and each variant, and prints the kill matrix: which check catches which
fault. A check is proven when it passes on the platform and on every lawful variant, fails with a finding on each fault that it names, and
does not pass against servers that answer nothing, refuse everything, or claim success and store nothing. Exits 1 where this does not hold.
What an earlier proof tried, and nothing has changed that it rests on, is not tried again.`,
    )
    .option('--interface <a,b>', 'only the checks of these interfaces', commaList)
    .option('--only <glob>', 'only the checks whose id matches; * stands for anything; may be repeated', collectOption)
    .option('--suites <dir>', 'the checks of a folder of your own, and only those')
    .option('--json <file>', 'write the matrix as JSON')
    .option(
      '--html <file>',
      'write a page for people: from each statement to its checks, and to the faults that they caught',
    )
    .option('--deep', 'every check on every variant, all pairs of variants, eight seeds: takes much longer')
    .option('--fresh', 'try everything again, whatever earlier proofs found')
    .action(async (options: Options) => {
      if (options.json) mustBeWritable(options.json, '--json')
      if (options.html) mustBeWritable(options.html, '--html')
      const { shortcomings } = await import('../runner/prove/matrix.ts')
      const { writeProof } = await import('../judging/proof-file.ts')
      const { proven } = await import('./proven.ts')
      const selection = {
        ...(options.interface ? { interfaces: options.interface } : {}),
        ...(options.only ? { only: options.only } : {}),
        heavy: true,
      }
      const matrix = await proven({
        selection,
        ...(options.deep ? { deep: true } : {}),
        ...(options.suites ? { suites: options.suites } : {}),
        ...(options.fresh ? { fresh: true } : {}),
      })
      const { json, html } = options
      const whole = !options.interface && !options.only && !options.suites
      if (json) writePrivate(json, `${JSON.stringify(matrix, null, 2)}\n`)
      if (whole) writeProof(matrix)
      if (html) {
        const { proofPage } = await import('./proof-page.ts')
        writePrivate(html, await proofPage(matrix, { selection, whole, suites: options.suites }))
      }
      for (const { id, killedBy } of matrix.faults)
        process.stdout.write(
          `${killedBy.length > 0 ? 'killed  ' : 'SURVIVED'}  ${id.padEnd(44)}  ${killedBy.join(', ') || '-'}\n`,
        )
      const wrong = shortcomings(matrix)
      const killed = matrix.faults.filter(({ killedBy }) => killedBy.length > 0).length
      const flagged = matrix.variants.filter(({ flaggedBy }) => flaggedBy.length > 0).length
      process.stdout.write(
        `\n${killed} of ${matrix.faults.length} faults killed, ${flagged} of ${matrix.variants.length} variants flagged, ${matrix.checks} checks, ${matrix.trials} trials, ${matrix.requests} requests, ${(matrix.ms / 1000).toFixed(1)} s\n`,
      )
      if (matrix.reused > 0)
        process.stdout.write(
          `${matrix.reused} of the trials were made by earlier proofs: nothing has changed that they rest on (--fresh makes them anew)\n`,
        )
      for (const text of wrong) process.stdout.write(`  ${text}\n`)
      process.stdout.write(
        wrong.length === 0
          ? 'every check is proven\n'
          : `${wrong.length} ${wrong.length === 1 ? 'problem' : 'problems'}\n`,
      )
      process.exitCode = wrong.length === 0 ? 0 : 1
    })
