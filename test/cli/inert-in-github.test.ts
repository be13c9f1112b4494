import { expect, test } from 'vitest'
import { inertInGitHub } from '../../src/cli/inert-in-github.ts'

test('in a job of GitHub, commands are off while words of a target are shown, until a word of this call alone', () => {
  const [one, other] = [1, 2].map(() => inertInGitHub('::error::of a target', { GITHUB_ACTIONS: 'true' }))
  const [, word, ended] =
    /^::stop-commands::([\w-]{36})\n::error::of a target\n::([\w-]{36})::\n$/.exec(one ?? '') ?? []
  expect(word).toBe(ended)
  expect(word).toBeDefined()
  expect(other).not.toContain(word)
})

test('what the runner cannot take for a command is as it is', () => {
  const env = { GITHUB_ACTIONS: 'true' }
  expect(inertInGitHub('#1 GET /a::b same\n', env)).toBe('#1 GET /a::b same\n')
  for (const line of ['  ::add-mask::x', '##[error]x', 'a\n\t::x::'])
    expect(inertInGitHub(line, env)).toMatch(/^::stop-commands::/)
})

test('elsewhere the text is as it is', () => {
  expect(inertInGitHub('a\n', {})).toBe('a\n')
  expect(inertInGitHub('a', { GITHUB_ACTIONS: 'false' })).toBe('a')
})
