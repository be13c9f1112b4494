import { Command } from 'commander'
import { chosenTarget } from './chosen-target.ts'

interface Options {
  target: string
  propose?: true
}

export const doctorCommand = (): Command =>
  new Command('doctor')
    .summary('check whether a target file is usable, and what a run would touch')
    .description(
      `Reads a target file, connects to its addresses, obtains a token for each identity, and says which checks would run, which do not apply,
and which are blocked because a key is missing. Writes nothing to the target.`,
    )
    .option('--target <file>', 'target file (YAML), or "embedded"', 'embedded')
    .option('--propose', 'print lacks: lines for everything that the file neither supplies nor declares')
    .action(async (options: Options) => {
      const { examine } = await import('../runner/doctor.ts')
      const chosen = await chosenTarget(options.target)
      try {
        const report = await examine(chosen.target, chosen.secrets)
        if (options.propose)
          process.stdout.write(
            report.missing.length > 0
              ? `lacks:\n${report.missing.map(({ need }) => `  ${need}: "say why the target lacks it"\n`).join('')}`
              : 'nothing to propose: every need is supplied or declared\n',
          )
        else process.stdout.write(report.lines.map((line) => `${line}\n`).join(''))
        process.exitCode = report.usable ? 0 : 3
      } finally {
        await chosen.close()
      }
    })
