import { describe, expect, it } from 'vitest'
import type { PasswordPolicy } from '../../../src/target/target.ts'
import { breaking, lawful, messages, rules, type Rule } from '../../../suites/token/passwords.ts'

const policies: PasswordPolicy[] = [
  { minLength: 8, minUpper: 1, minLower: 1, minLetters: 4, minDigits: 2, minSpecial: 1, history: 3 },
  { minLength: 12, minUpper: 2, minLower: 2, minLetters: 5, minDigits: 1, minSpecial: 2 },
  { minLength: 40, minDigits: 3 },
  { minLetters: 3 },
]

const measured = (password: string): Record<Rule, number> => ({
  minLength: password.length,
  minDigits: [...password].filter((c) => c >= '0' && c <= '9').length,
  minLetters: [...password].filter((c) => c.toLowerCase() !== c.toUpperCase()).length,
  minLower: [...password].filter((c) => c >= 'a' && c <= 'z').length,
  minUpper: [...password].filter((c) => c >= 'A' && c <= 'Z').length,
  minSpecial: [...password].filter((c) => !/[a-z0-9]/i.test(c)).length,
})

const broken = (password: string, policy: PasswordPolicy): string[] =>
  (Object.keys(rules) as Rule[])
    .filter((rule) => measured(password)[rule] < (policy[rule] ?? 0))
    .map((rule) => rules[rule])
    .sort()

describe.each(policies)('passwords for %o', (policy) => {
  it('a lawful one keeps every rule, and differs with the salt', () => {
    const [one, other] = [lawful(policy, 'run1a0000a'), lawful(policy, 'run1a0000k')]
    expect(broken(one, policy)).toEqual([])
    expect(broken(other, policy)).toEqual([])
    expect(one).not.toBe(other)
  })

  it.each((Object.keys(rules) as Rule[]).filter((rule) => policy[rule]))(
    'one that breaks %s says which rules it breaks',
    (rule) => {
      const trial = breaking(rule, policy, 'run1a0000a')
      expect([...trial.breaks].sort()).toEqual(broken(trial.password, policy))
      expect(trial.breaks).toContain(rules[rule])
      if (rule !== 'minLength' && rule !== 'minLetters') expect(trial.breaks).toEqual([rules[rule]])
    },
  )
})

it('breaks the letter rule alone where upper and lower case leave room, and the length rule alone where the others fit', () => {
  expect(breaking('minLetters', policies[0]!, 'x').breaks).toEqual(['MC-08'])
  expect(breaking('minLength', policies[0]!, 'x').breaks).toEqual(['MC-06'])
})

describe('messages', () => {
  const lawfulForms = [
    ['MC-06', 'Password must be at least [{0}] character(s) long'],
    ['MC-06', 'Password must be at least [8] character(s) long'],
    ['MC-06', 'MC-06: Password must be at least 8 character(s) long'],
    ['MC-13', 'MC-13: Password is not valid'],
    ['MC-14', "passwords don't match"],
  ] as const
  it.each(lawfulForms)('%s takes "%s"', (code, text) => expect(messages[code]?.test(text)).toBe(true))

  const otherForms = [
    ['MC-06', 'Password must contain at least [8] digit(s)'],
    ['MC-12', 'Password is too new'],
    ['MC-13', 'MC-12: Password is not valid'],
  ] as const
  it.each(otherForms)('%s does not take "%s"', (code, text) => expect(messages[code]?.test(text)).toBe(false))
})

it('one that is too short is another one the next time: a service that took it once would refuse it as used before', () => {
  const [one, other] = ['run1a0000a', 'run1a0000k'].map((salt) => breaking('minLength', policies[0]!, salt).password)
  expect(one).not.toBe(other)
})
