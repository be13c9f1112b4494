import type { PasswordPolicy } from '../world/policy.ts'
import type { CredentialUse } from './token.ts'

export type PasswordCode =
  'MC-05' | 'MC-06' | 'MC-07' | 'MC-08' | 'MC-09' | 'MC-10' | 'MC-11' | 'MC-12' | 'MC-13' | 'MC-14'

/** A new password and the data it is checked against. */
interface Trial {
  readonly password: string
  readonly userName: string
  readonly oldMatches: boolean
  /** Former passwords, the current one first. */
  readonly former: readonly string[]
  readonly ageMs: number
  readonly policy: PasswordPolicy
}

const count = (text: string, kind: RegExp): number => text.match(kind)?.length ?? 0

// A-PWD-15 leaves the conditions of MC-12, MC-13 and MC-14 open: too soon after a change; empty or the user's own name; wrong old password.
const violations: Record<PasswordCode, (trial: Trial) => boolean> = {
  'MC-14': ({ oldMatches }) => !oldMatches,
  'MC-13': ({ password, userName }) => password.trim() === '' || password.toLowerCase() === userName.toLowerCase(),
  'MC-06': ({ password, policy }) => [...password].length < policy.minLength,
  'MC-07': ({ password, policy }) => count(password, /\p{Nd}/gu) < policy.minDigits,
  'MC-08': ({ password, policy }) => count(password, /\p{L}/gu) < policy.minLetters,
  'MC-09': ({ password, policy }) => count(password, /\p{Ll}/gu) < policy.minLower,
  'MC-10': ({ password, policy }) => count(password, /[^\p{L}\p{Nd}]/gu) < policy.minSpecial,
  'MC-11': ({ password, policy }) => count(password, /\p{Lu}/gu) < policy.minUpper,
  'MC-05': ({ password, former, policy }) => former.slice(0, policy.history).includes(password),
  'MC-12': ({ ageMs, policy }) => ageMs < policy.minAgeMs,
}

const messages: Record<PasswordCode, string> = {
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
}

/** change_password (A-PWD). */
const password = {
  /** Codes in the order in which they are checked; the first violated one is reported. */
  order: (): readonly PasswordCode[] => Object.keys(violations) as PasswordCode[],
  violated: (code: PasswordCode, trial: Trial): boolean => violations[code](trial),
  needsClient: (): boolean => true,
  /** How a change without client credentials is refused. */
  withoutClient: (): 'oauth' | 'empty' | 'password' => 'oauth',
  code: (code: PasswordCode): unknown => code,
  message: (code: PasswordCode, _needed: number | undefined): unknown => messages[code],
  values: (needed: number | undefined, _code: PasswordCode): unknown => (needed === undefined ? [] : [needed]),
  /** `broken`: how many rules are violated. */
  error: (body: Readonly<Record<string, unknown>>, _broken: () => number): unknown => body,
  errorStatus: (): number => 400,
  changed: (): unknown => ({ expires_in: 90 * 86_400 }),
  changedStatus: (): number => 200,
  stores: (outcome: 'changed' | 'refused', _code: PasswordCode | undefined): boolean => outcome === 'changed',
  /** What is stored for a new password. */
  kept: (wanted: string): string => wanted,
  /** Whether a refused change makes the old password expire. */
  expiresOld: (_code: PasswordCode | undefined): boolean => false,
  /** Whether the old password still works. */
  formerOpens: (_use: CredentialUse): boolean => false,
  /** The error for a former password. */
  formerRefused: (): 'invalid_grant' | 'unauthorized_client' => 'invalid_grant',
  /** The error for a wrong old password. */
  wrongOld: (): 'MC-14' | 'MC-13' | 'invalid_grant' => 'MC-14',
}

export const passwordRules = { password }
