import type { Fault } from '../deviation.ts'
import { passwordRules, type PasswordCode } from '../rulebook/password.ts'

const { password } = passwordRules

const unenforced = (code: PasswordCode, statement: string, id: string, says: string): Fault => ({
  id,
  breaks: [statement],
  says,
  rule: { password: { violated: (asked, trial) => asked !== code && password.violated(asked, trial) } },
})

const reworded = (code: PasswordCode, statement: string, text: string): Fault => ({
  id: `password-${code.toLowerCase()}-reworded`,
  breaks: [statement],
  says: `The message of ${code} is: ${text}.`,
  rule: { password: { message: (asked, needed) => (asked === code ? text : password.message(asked, needed)) } },
})

const recoded = (code: PasswordCode, statement: string, other: string): Fault => ({
  id: `password-${code.toLowerCase()}-recoded`,
  breaks: [statement],
  says: `The code ${other} is returned instead of ${code}.`,
  rule: { password: { code: (asked) => (asked === code ? other : asked) } },
})

/** Faults of A-PWD: change_password. */
export const passwordFaults: readonly Fault[] = [
  {
    id: 'password-change-without-client',
    breaks: ['A-PWD-01'],
    says: 'change_password accepts any client credentials.',
    rule: { password: { needsClient: () => false } },
  },
  {
    id: 'password-changed-body-empty',
    breaks: ['A-PWD-02'],
    says: 'A password change is answered with an empty object.',
    rule: { password: { changed: () => ({}) } },
  },
  {
    id: 'password-changed-expires-in-text',
    breaks: ['A-PWD-02'],
    says: 'expires_in in the response to a password change is a string.',
    rule: { password: { changed: () => ({ expires_in: '7776000' }) } },
  },
  {
    id: 'password-error-without-values',
    breaks: ['A-PWD-03'],
    says: 'Password errors lack values.',
    rule: { password: { error: ({ values: _values, ...body }) => body } },
  },
  {
    id: 'password-error-values-object',
    breaks: ['A-PWD-03'],
    says: 'values of a password error is an object.',
    rule: { password: { error: (body) => ({ ...body, values: { 0: null } }) } },
  },
  {
    id: 'password-error-code-number',
    breaks: ['A-PWD-03'],
    says: 'The code of a password error is a number.',
    rule: { password: { code: (code) => Number(code.slice(3)) } },
  },
  {
    id: 'password-error-without-message',
    breaks: ['A-PWD-03'],
    says: 'Password errors lack message.',
    rule: { password: { error: ({ message: _message, ...body }) => body } },
  },
  reworded('MC-14', 'A-PWD-04', 'Old password is wrong'),
  recoded('MC-14', 'A-PWD-04', 'MC-41'),
  unenforced('MC-14', 'A-PWD-04', 'password-old-unchecked', 'old_password is not checked.'),
  reworded('MC-13', 'A-PWD-05', 'Password is bad'),
  recoded('MC-13', 'A-PWD-05', 'MC-31'),
  reworded('MC-12', 'A-PWD-06', 'Please wait before the next change'),
  recoded('MC-12', 'A-PWD-06', 'MC-21'),
  unenforced('MC-12', 'A-PWD-06', 'password-fresh-changeable', 'A new password can be changed again immediately.'),
  reworded('MC-11', 'A-PWD-07', 'Password needs capitals'),
  recoded('MC-11', 'A-PWD-07', 'MC-10'),
  unenforced('MC-11', 'A-PWD-07', 'password-upper-case-unenforced', 'Upper-case letters are not required.'),
  reworded('MC-10', 'A-PWD-08', 'Password needs punctuation'),
  recoded('MC-10', 'A-PWD-08', 'MC-11'),
  unenforced('MC-10', 'A-PWD-08', 'password-special-unenforced', 'Special characters are not required.'),
  reworded('MC-09', 'A-PWD-09', 'Password needs small letters'),
  recoded('MC-09', 'A-PWD-09', 'MC-08'),
  unenforced('MC-09', 'A-PWD-09', 'password-lower-case-unenforced', 'Lower-case letters are not required.'),
  reworded('MC-08', 'A-PWD-10', 'Password needs letters'),
  recoded('MC-08', 'A-PWD-10', 'MC-09'),
  unenforced('MC-08', 'A-PWD-10', 'password-letters-unenforced', 'Letters are not required.'),
  reworded('MC-07', 'A-PWD-11', 'Password needs figures'),
  recoded('MC-07', 'A-PWD-11', 'MC-06'),
  unenforced('MC-07', 'A-PWD-11', 'password-digits-unenforced', 'Digits are not required.'),
  reworded('MC-06', 'A-PWD-12', 'Password is too short'),
  recoded('MC-06', 'A-PWD-12', 'MC-07'),
  unenforced('MC-06', 'A-PWD-12', 'password-length-unenforced', 'No minimum length is required.'),
  reworded('MC-05', 'A-PWD-13', 'Pick another password'),
  recoded('MC-05', 'A-PWD-13', 'MC-50'),
  unenforced('MC-05', 'A-PWD-13', 'password-history-unenforced', 'A former password can be used again.'),
  {
    id: 'password-number-unsaid',
    breaks: ['A-PWD-14'],
    says: 'The number for {0} is missing from both values and message.',
    rule: { password: { values: () => [] } },
  },
  {
    id: 'password-number-words',
    breaks: ['A-PWD-14'],
    says: 'values holds the word "some" instead of the number.',
    rule: { password: { values: (needed) => (needed === undefined ? [] : ['some']) } },
  },
  {
    id: 'password-change-not-stored',
    breaks: ['A-PWD-16'],
    says: 'A password change reports success but is not stored.',
    rule: { password: { stores: () => false } },
  },
  {
    id: 'password-former-opens',
    breaks: ['A-PWD-16'],
    says: 'The old password still yields tokens after a change.',
    rule: { password: { formerOpens: () => true } },
  },
  {
    id: 'password-refused-change-stored',
    breaks: ['A-PWD-17'],
    says: 'A refused password change is stored.',
    rule: { password: { stores: () => true } },
  },
  {
    id: 'password-minimum-refused',
    breaks: ['A-PWD-10', 'A-PWD-11'],
    says: 'A password with exactly as many letters or digits as there must be at least is refused.',
    rule: {
      password: {
        violated(code, trial) {
          const { policy } = trial
          const stricter = { ...policy, minLetters: policy.minLetters + 1, minDigits: policy.minDigits + 1 }
          return password.violated(code, code === 'MC-07' || code === 'MC-08' ? { ...trial, policy: stricter } : trial)
        },
      },
    },
  },
]
