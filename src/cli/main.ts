import { Command, CommanderError } from 'commander'
import { version } from '../target/version.ts'
import { commands, loaded } from './commands.ts'
import { explain } from './explain.ts'

// A reader that has seen enough (`| head`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit()
})

const program = new Command('fieldproof')
  .description(
    'Checks a field service platform, or an implementation of its interfaces, against the two interface documents.',
  )
  .version(version())
  .configureHelp({ subcommandTerm: (command) => command.name() })
  .showHelpAfterError('(see fieldproof <command> --help)')
  .addHelpText(
    'after',
    `
Exit codes of every command:
  0  conformant         1  findings        2  usage or configuration
  3  could not judge (unreachable, blocked, internal error, no check)
  130  interrupted, after cleaning up

Start here:
  npx fieldproof run                          checks the embedded platform
  npx fieldproof init my.yaml                 a target file from a few answers
  npx fieldproof doctor --target my.yaml      is my target file usable, and what would a run touch?
  npx fieldproof run --target my.yaml         checks my target`,
  )

// Only the command that is asked for is loaded; of the others, --help needs no more than a line.
const asked = process.argv.slice(2).find((word) => Object.hasOwn(commands, word))
for (const [name, command] of Object.entries(commands))
  program.addCommand(name === asked ? await loaded(name, command) : new Command(name).summary(command.summary))

/** Commands that leave the reports of what they judged. */
const judging = new Set(['run', 'verify', 'merge'])
const refused = async (why: string) => (await import('./write-unjudged.ts')).writeRefused(process.argv, why)

// What fails after a command has started, in a handler or a stream.
process.on('uncaughtException', (error) => process.exit(explain(error)))

try {
  await program.exitOverride().parseAsync()
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : 2
    if (process.exitCode === 2 && asked !== undefined && judging.has(asked)) await refused(error.message)
  } else process.exitCode = explain(error)
}
