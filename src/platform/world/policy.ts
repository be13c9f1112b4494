export interface PasswordPolicy {
  readonly minLength: number
  readonly minUpper: number
  readonly minLower: number
  readonly minLetters: number
  readonly minDigits: number
  readonly minSpecial: number
  /** Former passwords, the current one among them, that may not be used again. */
  readonly history: number
  /** Milliseconds before a changed password may be changed again. */
  readonly minAgeMs: number
}

// More letters than upper and lower case ask for together, so that each rule can be broken alone.
export const standardPolicy: PasswordPolicy = {
  minLength: 10,
  minUpper: 1,
  minLower: 2,
  minLetters: 4,
  minDigits: 2,
  minSpecial: 1,
  history: 3,
  minAgeMs: 1000,
}
