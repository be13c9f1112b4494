import { randomUUID } from 'node:crypto'

/**
 * In a job of GitHub Actions, lines of a step that begin with `::` are commands. This text holds words of a target, so commands are off while it is
 * shown, until a word that no target can know (docs.github.com, "Stopping and starting workflow commands").
 */
export function inertInGitHub(text: string, env: Readonly<Record<string, string | undefined>> = process.env): string {
  if (env['GITHUB_ACTIONS'] !== 'true') return text
  const word = randomUUID()
  return `::stop-commands::${word}\n${text}${text.endsWith('\n') ? '' : '\n'}::${word}::\n`
}
