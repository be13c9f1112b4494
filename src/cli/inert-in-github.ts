import { randomUUID } from 'node:crypto'

/** How a line of a step begins that GitHub's runner takes for a command, today's form and the one before. */
const command = /^\s*(?:::|##\[)/m

/**
 * In a job of GitHub Actions, lines of a step that begin with `::` are commands. This text holds words of a target, so where one looks like a command,
 * commands are off while the text is shown, until a word that no target can know (docs.github.com, "Stopping and starting workflow commands").
 */
export function inertInGitHub(text: string, env: Readonly<Record<string, string | undefined>> = process.env): string {
  if (env['GITHUB_ACTIONS'] !== 'true' || !command.test(text)) return text
  const word = randomUUID()
  return `::stop-commands::${word}\n${text}${text.endsWith('\n') ? '' : '\n'}::${word}::\n`
}
