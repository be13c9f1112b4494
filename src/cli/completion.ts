import { Argument, Command, type Option } from 'commander'
import { scripts, type Completed } from './completion-scripts.ts'

/** `all` loads every command, itself included. */
export const completionCommand = (all: () => Promise<readonly Command[]>): Command =>
  new Command('completion')
    .description(`Prints a script by which a shell completes the commands of fieldproof and their options.`)
    .addArgument(new Argument('<shell>', 'for which shell').choices(Object.keys(scripts)))
    .addHelpText(
      'after',
      `
Examples (put the line into ~/.bashrc, ~/.zshrc or ~/.config/fish/config.fish):
  source <(fieldproof completion bash)
  source <(fieldproof completion zsh)
  fieldproof completion fish | source`,
    )
    .action(async (shell: keyof typeof scripts) => {
      const known = await all()
      process.stdout.write(scripts[shell](known.flatMap((command) => completed(command))))
    })

/** A number or a name is no file, and which there are only a run knows. */
const takes = ({ flags, required, optional }: Option): 'file' | 'nothing' | readonly string[] =>
  !required && !optional ? 'nothing' : /[<[](?:file|dir|folder)\b/.test(flags) ? 'file' : []

/** What may follow a command, and each command inside it. */
function completed(command: Command, above = ''): Completed[] {
  const path = `${above}${command.name()}`
  const help = command.createHelp()
  const own: Completed = {
    path,
    summary: command.summary() || command.description(),
    options: help.visibleOptions(command).map((option) => ({
      flag: option.long ?? option.short ?? '',
      about: (option.description.split(/; | \(/)[0] ?? '').trim(),
      takes: option.argChoices ?? takes(option),
    })),
    words: [...command.commands.map((inner) => inner.name()), ...(command.registeredArguments[0]?.argChoices ?? [])],
  }
  return [own, ...command.commands.flatMap((inner) => completed(inner, `${path} `))]
}
