import { Command } from 'commander'
import type { Examination } from '../runner/doctor.ts'
import { chosenTarget } from './chosen-target.ts'

interface Options {
  target: string
  propose?: true
  suites?: string
}

export const doctorCommand = (): Command =>
  new Command('doctor')
    .description(
      `Reads a target file, connects to its addresses, obtains a token for each identity, asks each interface, capability and right
once, compares the clocks, and says which checks would run, which do not apply, which are blocked because a key is missing, and how many
requests, objects and how much time a run needs. Writes nothing to the target.`,
    )
    .option('--target <file>', 'target file (YAML), or "embedded"', 'embedded')
    .option('--suites <dir>', 'count also the checks of a folder of your own')
    .option(
      '--propose',
      'print lines for the file: lacks for what the target refuses, as comments for what the file neither supplies nor declares, and templates',
    )
    .action(async (options: Options) => {
      const { examine } = await import('../runner/doctor.ts')
      const chosen = await chosenTarget(options.target)
      try {
        const report = await examine(chosen.target, chosen.secrets, { suites: options.suites })
        if (options.propose) process.stdout.write(await proposal(report, chosen.target.has))
        else process.stdout.write(report.lines.map((line) => `${line}\n`).join(''))
        process.exitCode = report.usable ? 0 : 3
      } finally {
        await chosen.close()
      }
    })

/** Lines for the target file; what its `has` names must leave there. */
async function proposal(
  { missing, lacking, templates }: Pick<Examination, 'missing' | 'lacking' | 'templates'>,
  has: readonly string[],
): Promise<string> {
  const { stringify } = await import('yaml')
  const told = lacking.map(
    ({ need, because }) => `  ${need}: "${because}"${has.includes(need) ? ` # and take ${need} out of has` : ''}`,
  )
  // Why the target has none is the user's to say: only then does it count as declared.
  const open = missing
    .filter(({ need }) => lacking.every((one) => one.need !== need))
    .map(({ need, key }) => `  # ${need}: say why there is none # or supply ${key}`)
  const bodies = Object.entries(templates).map(
    ([resource, body]) =>
      `  ${resource}: ${stringify(body, { collectionStyle: 'flow', lineWidth: 0 }).trim()} # guessed: texts that all records read have`,
  )
  const lines = [
    ...(told.length > 0 ? ['lacks:', ...told, ...open] : open.length > 0 ? ['# lacks:', ...open] : []),
    ...(bodies.length > 0 ? ['templates:', ...bodies] : []),
  ]
  if (lines.length === 0)
    return 'nothing to propose: every need is supplied or declared, and nothing that was asked for is refused\n'
  return `${lines.join('\n')}\n`
}
