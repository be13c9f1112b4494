import type { PasswordPolicy } from '../../src/target/target.ts'

/** The rules of a password policy that one password can break by itself, with the code that names each. */
export const rules = {
  minLength: 'MC-06',
  minDigits: 'MC-07',
  minLetters: 'MC-08',
  minLower: 'MC-09',
  minSpecial: 'MC-10',
  minUpper: 'MC-11',
} as const satisfies { readonly [rule in keyof PasswordPolicy]?: string }

export type Rule = keyof typeof rules

/** The documented text of each code; `[{0}]` may already be filled in, and the code may come first. */
export const messages: Readonly<Record<string, RegExp>> = Object.fromEntries(
  Object.entries({
    'MC-14': "Passwords don't match",
    'MC-13': 'Password is not valid',
    'MC-12': 'Password is to fresh to change',
    'MC-11': 'Password must contain at least [{0}] upper case letter(s)',
    'MC-10': 'Password must contain at least [{0}] special character(s)',
    'MC-09': 'Password must contain at least [{0}] lower case letter(s)',
    'MC-08': 'Password must contain at least [{0}] letter(s)',
    'MC-07': 'Password must contain at least [{0}] digit(s)',
    'MC-06': 'Password must be at least [{0}] character(s) long',
    'MC-05': 'Password was already used before',
  }).map(([code, text]) => [code, pattern(code, text)]),
)

function pattern(code: string, text: string): RegExp {
  const literal = text
    .replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replace(String.raw`\[\{0\}\]`, String.raw`\[?(?:\{0\}|\d+)\]?`)
  return new RegExp(String.raw`^(?:${code}\s*[:-]?\s*)?${literal}\.?$`, 'i')
}

export interface PasswordTrial {
  readonly password: string
  /** Codes of the rules that it breaks: one, unless the policy does not let that rule be broken alone. */
  readonly breaks: readonly string[]
}

/** A password that keeps every rule of the policy; `salt` makes it new. Of no more than twenty characters, if the policy lets it: a service may take no more. */
export const lawful = (policy: PasswordPolicy, salt: string): string => compose(policy, salt, {})

/** A password with no more digits and letters than the policy wants: "at least" takes it. */
export function barelyLawful({ minDigits = 12, minLetters = 9, ...policy }: PasswordPolicy, salt: string): string {
  // Of what the target file does not tell there is plenty.
  const upper = take('QWZXK', policy.minUpper ?? 5)
  const lower = take('vjgphq', Math.max(policy.minLower ?? 5, minLetters - upper.length))
  const digits = take(digitsOf(salt), minDigits)
  // Few digits tell few passwords apart: which special characters there are is the salt's, too.
  const marks = inTwos([...digitsOf(salt)].map((digit) => signs[Number(digit) % 4] ?? '#').join(''))
  const told = upper + lower + digits
  const wanted = Math.max(policy.minSpecial ?? 0, (policy.minLength ?? 0) - told.length, 20 - told.length)
  return told + inTwos(marks + take(signs, wanted)).slice(0, wanted)
}

const signs = '#!;-'
/** Nothing stands three times in a row: which passwords are not valid (MC-13) the documents leave open. */
const inTwos = (text: string): string => text.replace(/(.)\1{2,}/g, '$1$1')

/** A password with exactly as many characters, capitals, small letters and special characters as the policy wants: "at least" takes it. */
export function justLawful(policy: PasswordPolicy, salt: string): string {
  const least = leastOf(policy, salt)
  return least + take(digitsOf(salt), (policy.minLength ?? 0) - least.length)
}

/** A password that breaks one rule of the policy and as few others as can be. */
export function breaking(rule: Rule, policy: PasswordPolicy, salt: string): PasswordTrial {
  const password =
    rule === 'minLength' ? shortest(policy, salt) : compose(policy, salt, { [rule]: (policy[rule] ?? 1) - 1 })
  return {
    password,
    breaks: Object.entries(rules)
      .filter(([name]) => lacks(password, name as Rule, policy))
      .map(([, code]) => code),
  }
}

const counts: Readonly<Record<Rule, (password: string) => number>> = {
  minLength: (password) => password.length,
  minDigits: (password) => password.replace(/\D/g, '').length,
  minLetters: (password) => password.replace(/[^a-z]/gi, '').length,
  minLower: (password) => password.replace(/[^a-z]/g, '').length,
  minUpper: (password) => password.replace(/[^A-Z]/g, '').length,
  minSpecial: (password) => password.replace(/[a-z0-9]/gi, '').length,
}

const lacks = (password: string, rule: Rule, policy: PasswordPolicy): boolean =>
  counts[rule](password) < (policy[rule] ?? 0)

const take = (from: string, count: number): string =>
  Array.from({ length: Math.max(0, count) }, (_, at) => from[at % from.length]).join('')

/** More of each kind than the policy wants, but exactly `only` of the kinds named there. */
function compose(policy: PasswordPolicy, salt: string, only: { readonly [rule in Rule]?: number }): string {
  const letters = only.minLetters
  const wanted = (rule: Rule, usual: number) => only[rule] ?? Math.max(usual, policy[rule] ?? 0)
  const ample = policy.minLetters ?? 0
  const upper = take(
    mixed('QWZXK', salt),
    letters === undefined ? wanted('minUpper', Math.max(3, ample)) : Math.min(policy.minUpper ?? 0, letters),
  )
  const lower = take(
    mixed('vtgphqxmdz', salt),
    letters === undefined ? wanted('minLower', Math.max(6, ample)) : letters - upper.length,
  )
  const digits = take(digitsOf(salt), wanted('minDigits', 7))
  const special = take('#!;-', wanted('minSpecial', 3))
  const missing = Math.max(0, (policy.minLength ?? 0) + 1 - (upper + lower + digits + special).length)
  return upper + lower + digits + special + take(only.minDigits === undefined ? digitsOf(salt) : 'wkbtm', missing)
}

/**
 * One character less than the policy wants, holding all that its other rules want where there is room. A service that takes it once would refuse the
 * same one as used before: the salt makes it new.
 */
function shortest(policy: PasswordPolicy, salt: string): string {
  const length = (policy.minLength ?? 1) - 1
  const least = leastOf({ ...policy, minLetters: 0 }, salt)
  const filled = least + take(mixed('gvtphqmdjz', salt), length - least.length)
  return filled.slice(0, Math.max(0, length))
}

/** The fewest characters that hold all the kinds that the policy wants. */
function leastOf(
  { minUpper = 0, minLower = 0, minLetters = 0, minDigits = 0, minSpecial = 0 }: PasswordPolicy,
  salt: string,
): string {
  const lower = Math.max(minLower, minLetters - minUpper)
  const letters = take('QWZXK', minUpper) + take(mixed('vjgphq', salt), lower)
  return letters + take('739184', minDigits) + take('#!;-', minSpecial)
}

/** The letters in an order of the salt's own: a service may want a new password to be unlike the old one in more than digits (MC-13). */
function mixed(letters: string, salt: string): string {
  let state = [...salt].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) >>> 0, 7)
  const left = [...letters]
  return Array.from(letters, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return left.splice((state >>> 16) % left.length, 1)[0]
  }).join('')
}

// The end of a salt tells it from its neighbours, so its digits come first.
const digitsOf = (salt: string): string =>
  inTwos(
    [...salt]
      .reverse()
      .map((character) => character.charCodeAt(0))
      .join('') + '8305',
  )
