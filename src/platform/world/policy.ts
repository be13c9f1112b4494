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

// Requires more letters than the upper-case and lower-case rules together, so that each rule can be violated alone.
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
