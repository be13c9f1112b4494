import { writeFileSync } from 'node:fs'
import { Command } from 'commander'
import { collect, commaList } from './option-values.ts'

interface Options {
  interface?: string[]
  only?: string[]
  json?: string
  deep?: true
}

export const proveCommand = (): Command =>
  new Command('prove')
    .summary('prove every check by the faults it catches')
    .description(
      `Starts an embedded platform for each check and each fault and variant, and shows the kill matrix: every check passes on the
platform and on every lawful variant, fails by a finding on each fault that it names, and does not pass against servers
that answer nothing, refuse everything, or claim success and store nothing. Exit 1 where one of these does not hold.`,
    )
    .option('--interface <a,b>', 'only the checks of these interfaces', commaList)
    .option('--only <glob>', 'only the checks whose id matches; may be repeated', collect)
    .option('--json <file>', 'write the matrix as JSON')
    .option('--deep', 'every check on every variant, all pairs of variants, eight seeds: minutes, not seconds')
    .action(async (options: Options) => {
      const { loadCatalogue } = await import('../judging/catalogue.ts')
      const { prove } = await import('../runner/prove/prove.ts')
      const { shortcomings } = await import('../runner/prove/matrix.ts')
      const { writeProof } = await import('../judging/proof-file.ts')
      const { stepLine } = await import('./step-line.ts')
      const { crew } = await import('../runner/prove/crew.ts')
      const line = stepLine(process.stderr)
      const hands = crew()
      const matrix = await prove(await loadCatalogue(), {
        selection: {
          ...(options.interface ? { interfaces: options.interface } : {}),
          ...(options.only ? { only: options.only } : {}),
          heavy: true,
        },
        ...(options.deep ? { deep: true } : {}),
        onStep: line.step,
        crew: hands,
      }).finally(() => hands.close())
      line.end()
      if (options.json) writeFileSync(options.json, `${JSON.stringify(matrix, null, 2)}\n`)
      if (!options.interface && !options.only) writeProof(matrix)
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
      for (const text of wrong) process.stdout.write(`  ${text}\n`)
      process.stdout.write(wrong.length === 0 ? 'every check is proven\n' : `${wrong.length} to mend\n`)
      process.exitCode = wrong.length === 0 ? 0 : 1
    })
