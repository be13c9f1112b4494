import type { Command } from 'commander'

interface Named {
  readonly summary: string
  /** Loaded when it is asked for: `--help` need not wait for what a run needs. */
  load(): Promise<Command>
}

/** Every command, in the order in which `--help` lists them. */
export const commands: Readonly<Record<string, Named>> = {
  run: {
    summary: 'check a target against the documents',
    load: async () => (await import('./run.ts')).runCommand(),
  },
  fuzz: {
    summary: 'search for faults with generated requests',
    load: async () => (await import('./fuzz.ts')).fuzzCommand(),
  },
  serve: {
    summary: 'serve the embedded platform',
    load: async () => (await import('./serve.ts')).serveCommand(),
  },
  prove: {
    summary: 'prove every check by the faults that it catches',
    load: async () => (await import('./prove.ts')).proveCommand(),
  },
  sweep: {
    summary: 'change one thing on the wire at a time: does a check see it?',
    load: async () => (await import('./sweep.ts')).sweepCommand(),
  },
  list: {
    summary: 'list requirements, checks, faults, variants, worlds, statements or coverage',
    load: async () => (await import('./list.ts')).listCommand(),
  },
  record: {
    summary: 'record what passes between a client and a cluster',
    load: async () => (await import('./record.ts')).recordCommand(),
  },
  ca: {
    summary: 'the certificate authority of record --forward and serve --tls',
    load: async () => (await import('./ca.ts')).caCommand(),
  },
  verify: {
    summary: 'judge a recording, offline',
    load: async () => (await import('./verify.ts')).verifyCommand(),
  },
  merge: {
    summary: 'make one report of the shards of a run',
    load: async () => (await import('./merge.ts')).mergeCommand(),
  },
  report: {
    summary: 'make reports in any format from what a run wrote',
    load: async () => (await import('./report.ts')).reportCommand(),
  },
  replay: {
    summary: 'repeat a recording against another target, and show what differs',
    load: async () => (await import('./replay.ts')).replayCommand(),
  },
  learn: {
    summary: 'learn from recordings what the documents do not show',
    load: async () => (await import('./learn.ts')).learnCommand(),
  },
  init: {
    summary: 'write a target file from a few answers',
    load: async () => (await import('./init.ts')).initCommand(),
  },
  doctor: {
    summary: 'check whether a target file is usable, and what a run would touch',
    load: async () => (await import('./doctor.ts')).doctorCommand(),
  },
  clean: {
    summary: 'remove what an interrupted run left behind',
    load: async () => (await import('./clean.ts')).cleanCommand(),
  },
  openapi: {
    summary: 'one OpenAPI document of all interfaces',
    load: async () => (await import('./openapi.ts')).openapiCommand(),
  },
  completion: {
    summary: 'a script by which a shell completes commands and options',
    load: async () => (await import('./completion.ts')).completionCommand(everyCommand),
  },
}

/** A command with all its options, as `--help` and completion tell them. */
export async function loaded(name: string, { summary, load }: Named): Promise<Command> {
  return prepared(await load(), `fieldproof ${name}`).summary(summary)
}

const everyCommand = (): Promise<readonly Command[]> =>
  Promise.all(Object.entries(commands).map(([name, command]) => loaded(name, command)))

/** Commander throws instead of exiting, wraps descriptions to the terminal, and says where help is: for subcommands, too. */
function prepared(command: Command, path: string): Command {
  for (const inner of command.commands) prepared(inner, `${path} ${inner.name()}`)
  return command
    .description(command.description().replaceAll('\n', ' '))
    .exitOverride()
    .showHelpAfterError(`(see ${path} --help)`)
}
