import { Command, CommanderError } from 'commander'
import { version } from '../judging/version.ts'
import { caCommand } from './ca.ts'
import { cleanCommand } from './clean.ts'
import { doctorCommand } from './doctor.ts'
import { explain } from './explain.ts'
import { fuzzCommand } from './fuzz.ts'
import { initCommand } from './init.ts'
import { learnCommand } from './learn.ts'
import { listCommand } from './list.ts'
import { mergeCommand } from './merge.ts'
import { openapiCommand } from './openapi.ts'
import { proveCommand } from './prove.ts'
import { recordCommand } from './record.ts'
import { replayCommand } from './replay.ts'
import { reportCommand } from './report.ts'
import { runCommand } from './run.ts'
import { serveCommand } from './serve.ts'
import { sweepCommand } from './sweep.ts'
import { verifyCommand } from './verify.ts'

// A reader that has seen enough (`| head`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit()
})

const program = new Command('fieldproof')
  .description(
    'Checks a field service platform, or an implementation of its interfaces, against the two interface documents.',
  )
  .version(version())
  .showHelpAfterError('(see fieldproof <command> --help)')
  .addHelpText(
    'after',
    `
Exit codes of every command:
  0  conformant         1  findings        2  usage or configuration
  3  could not judge (unreachable, blocked, internal error, no check)
  130  interrupted, after cleaning up

Start here:
  npx fieldproof run                          all checks against the embedded platform
  npx fieldproof init my.yaml                 a target file from a few answers
  npx fieldproof doctor --target my.yaml      is my target file usable, and what would a run touch?
  npx fieldproof run --target my.yaml         all checks against my target`,
  )

for (const command of [
  runCommand(),
  fuzzCommand(),
  serveCommand(),
  proveCommand(),
  sweepCommand(),
  listCommand(),
  recordCommand(),
  caCommand(),
  verifyCommand(),
  mergeCommand(),
  reportCommand(),
  replayCommand(),
  learnCommand(),
  openapiCommand(),
  initCommand(),
  doctorCommand(),
  cleanCommand(),
]) {
  program.addCommand(prepared(command, `fieldproof ${command.name()}`))
}

/** Commander throws instead of exiting, wraps descriptions to the terminal, and says where help is: for subcommands, too. */
function prepared(command: Command, path: string): Command {
  for (const inner of command.commands) prepared(inner, `${path} ${inner.name()}`)
  return command
    .description(command.description().replaceAll('\n', ' '))
    .exitOverride()
    .showHelpAfterError(`(see ${path} --help)`)
}

// What fails after a command has started, in a handler or a stream.
process.on('uncaughtException', (error) => process.exit(explain(error)))

try {
  await program.exitOverride().parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2
  else process.exitCode = explain(error)
}
