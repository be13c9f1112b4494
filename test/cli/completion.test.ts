import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { commands, loaded } from '../../src/cli/commands.ts'
import { fieldproof } from '../support/cli.ts'

const script = async (shell: string): Promise<string> => {
  const { code, stdout } = await fieldproof(['completion', shell])
  expect(code).toBe(0)
  return stdout
}
const all = () => Promise.all(Object.entries(commands).map(([name, command]) => loaded(name, command)))

test.each(['bash', 'zsh', 'fish'])('%s: every command and every option', async (shell) => {
  const text = await script(shell)
  for (const command of await all()) {
    expect(text).toContain(command.name())
    for (const { long } of command.options) expect(text).toContain(shell === 'fish' ? `-l ${long?.slice(2)}` : long)
  }
})

test('bash offers what may follow', async () => {
  const text = await script('bash')
  const offered = (...words: readonly string[]) =>
    spawnSync(
      'bash',
      [
        '-c',
        `${text}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _fieldproof; echo "\${COMPREPLY[@]}"`,
        'bash',
        ...words,
      ],
      { encoding: 'utf8', cwd: '/' },
    ).stdout.trim()
  expect(offered('fieldproof', 'ru')).toBe('run')
  expect(offered('fieldproof', 'run', '--fail-on', '')).toBe('fail blocked warn')
  expect(offered('fieldproof', 'fuzz', 'cq')).toBe('cql')
  expect(offered('fieldproof', 'run', '--seed', '')).toBe('')
  expect(offered('fieldproof', 'run', '--baseline', 'et')).toBe('etc')
  expect(offered('fieldproof', 'fuzz', 'cql', '--re')).toBe('--requests --replay')
})

test.each(['zsh', 'fish'])('%s reads its script', async (shell) => {
  const text = await script(shell)
  expect(text).toContain('fieldproof')
  const { error, status, stderr } = spawnSync(shell, ['-n'], { input: text, encoding: 'utf8' })
  // A machine without that shell can only look at the text.
  if (!error) expect(status, stderr).toBe(0)
})

test('a shell that is none: what there is', async () => {
  const { code, stderr } = await fieldproof(['completion', 'tcsh'])
  expect(code).toBe(2)
  expect(stderr).toMatch(/Allowed choices are bash, zsh, fish/)
})
