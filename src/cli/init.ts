import { existsSync } from 'node:fs'
import { Command } from 'commander'
import { UserError } from '../errors/user-error.ts'
import { mustBeFile } from '../errors/user-file.ts'
import { shellWord } from '../exchange/shell.ts'
import { asked, withoutAsking } from './init-answers.ts'

interface Options {
  name?: string
  auth?: string
  directory?: string
  base?: string
  account?: string
  company?: string
  user?: string
  clientId?: string
  clientVersion?: string
  from?: string
  writes: boolean
}

export const initCommand = (): Command =>
  new Command('init')
    .argument('[file]', 'the file to write', 'target.yaml')
    .description(
      `Writes a target file: what you answer (on a terminal) or give as options, and every other key as a comment that explains it. Secrets are
not asked for and not written: the file names the environment variables that hold them. An existing file is never overwritten.`,
    )
    .option('--name <name>', 'what reports call the target')
    .option('--auth <url>', 'address of the token service')
    .option('--directory <url>', 'address of the directory service')
    .option('--base <url>', 'address of the cluster; otherwise the one that the token response gives')
    .option('--account <name>', 'account that is checked')
    .option('--company <name>', 'company of the account')
    .option('--user <name>', 'user to log in as; without one the client logs in itself')
    .option('--client-id <id>', 'client of the token service')
    .option('--client-version <version>', 'version of the client (default: "1.0")')
    .option('--from <recording>', 'HAR file that tells addresses, account, company, client and DTO versions')
    .option('--no-writes', 'a run may create nothing')
    .addHelpText(
      'after',
      `
Examples:
  npx fieldproof init staging.yaml
  npx fieldproof init staging.yaml --from traffic.har
  npx fieldproof init staging.yaml --auth https://auth.example.org --directory https://directory.example.org \\
    --account acme --company main --user admin --client-id kit
Then:
  npx fieldproof doctor --target staging.yaml`,
    )
    .action(async (file: string, options: Options) => {
      if (existsSync(file))
        throw new UserError('is there already, and is not overwritten', { file, todo: 'name another file' })
      if (options.from) mustBeFile(options.from)
      const { answersIn, shownFrom } = await import('../learn/answers-in.ts')
      const { newTarget } = await import('../target/new-target.ts')
      const { writePrivate } = await import('../errors/private-file.ts')
      const seen = options.from ? await answersIn(options.from) : undefined
      const { dtos, ...told } = { dtos: undefined, ...seen }
      const isTerminal = process.stdin.isTTY && process.stdout.isTTY
      const answers = isTerminal
        ? await asked({ ...told, ...options }, process.stdin, process.stdout)
        : withoutAsking({ ...told, ...options })
      const isGuessed = !isTerminal && (options.directory ?? told.directory) === undefined
      const guesses = {
        ...(isGuessed ? { directory: 'nothing names it; often it is that of the token service' } : {}),
        ...Object.fromEntries(
          Object.entries(dtos ?? {}).flatMap(([name, { syncBase }]) =>
            syncBase < shownFrom ? [[name, 'no record shows its syncBase']] : [],
          ),
        ),
      }
      const { text, secrets } = newTarget(
        { ...answers, writes: options.writes, ...(dtos ? { dtos } : {}), guesses },
        file,
      )
      writePrivate(file, text)
      process.stdout.write(
        `${file} is written. It takes ${secrets.join(' and ')} from the environment. Next:\n` +
          `  npx fieldproof doctor --target ${shellWord(file)}\n`,
      )
    })
