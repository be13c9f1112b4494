import { Command } from 'commander'
import type { Examination } from '../runner/doctor.ts'
import { chosenTarget } from './chosen-target.ts'

interface Options {
  target: string
  propose?: true
}

export const doctorCommand = (): Command =>
  new Command('doctor')
    .summary('check whether a target file is usable, and what a run would touch')
    .description(
      `Reads a target file, connects to its addresses, obtains a token for each identity, asks once for each capability, and says which checks would run, which do not apply,
and which are blocked because a key is missing. Writes nothing to the target.`,
    )
    .option('--target <file>', 'target file (YAML), or "embedded"', 'embedded')
    .option(
      '--propose',
      'print lacks: lines for what the file neither supplies nor declares, and for what the target refuses',
    )
    .action(async (options: Options) => {
      const { examine } = await import('../runner/doctor.ts')
      const chosen = await chosenTarget(options.target)
      try {
        const report = await examine(chosen.target, chosen.secrets)
        if (options.propose) process.stdout.write(proposal(report, chosen.target.has))
        else process.stdout.write(report.lines.map((line) => `${line}\n`).join(''))
        process.exitCode = report.usable ? 0 : 3
      } finally {
        await chosen.close()
      }
    })

/** Lines for the target file; what its `has` names must leave there. */
function proposal({ missing, lacking }: Pick<Examination, 'missing' | 'lacking'>, has: readonly string[]): string {
  if (missing.length + lacking.length === 0)
    return 'nothing to propose: every need is supplied or declared, and nothing that was asked for is refused\n'
  const lines = [
    ...missing.map(({ need }) => `  ${need}: "say why the target lacks it"`),
    ...lacking.map(
      ({ need, because }) => `  ${need}: "${because}"${has.includes(need) ? ` # and take ${need} out of has` : ''}`,
    ),
  ]
  return `lacks:\n${lines.join('\n')}\n`
}
