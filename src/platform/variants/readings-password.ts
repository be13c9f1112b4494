import type { Variant } from '../deviation.ts'
import { authorizationRules } from '../rulebook/authorization.ts'
import { passwordRules } from '../rulebook/password.ts'
import { refusalRules } from '../rulebook/refusal.ts'

const { password } = passwordRules
const { bearer } = authorizationRules
const { refusal } = refusalRules

/** Lawful other readings of change_password. */
const passwords: readonly Variant[] = [
  {
    id: 'chpw-expires-zero',
    leaves: ['A-PWD-02', 'A-PWD-15'],
    says: 'A password change is answered with 0 as expires_in.',
    rule: { password: { changed: () => ({ expires_in: 0 }) } },
  },
  {
    id: 'chpw-expires-negative-or-extra',
    leaves: ['A-PWD-02', 'A-PWD-15'],
    says: 'A password change is answered with -1 as expires_in, and a message.',
    rule: { password: { changed: () => ({ expires_in: -1, message: 'The password never expires' }) } },
  },
  {
    id: 'placeholder-both',
    leaves: ['A-PWD-14'],
    says: 'The number of a password rule stands in the message and in values.',
    rule: {
      password: {
        message: (code, needed) => String(password.message(code, needed)).replace('{0}', String(needed)),
      },
    },
  },
  {
    id: 'mc09-filled',
    leaves: ['A-PWD-14', 'A-PWD-03'],
    says: 'The number of a password rule stands in the message, and in values as a string.',
    rule: {
      password: {
        message: (code, needed) => String(password.message(code, needed)).replace('{0}', String(needed)),
        values: (needed) => (needed === undefined ? [] : [String(needed)]),
      },
    },
  },
  {
    id: 'mc13-for-control-chars',
    leaves: ['A-PWD-05', 'A-PWD-15'],
    says: 'A password with a character beyond ASCII is not valid.',
    rule: {
      password: {
        violated: (code, trial) =>
          password.violated(code, trial) || (code === 'MC-13' && /[^ -~]/.test(trial.password)),
      },
    },
  },
  {
    id: 'chpw-200-errors-422',
    leaves: ['A-PWD-15'],
    says: 'Password errors come with status 422, and a wrong old password is MC-13.',
    rule: { password: { errorStatus: () => 422, wrongOld: () => 'MC-13' } },
  },
]

/** Lawful other readings of token validation and context. */
const validation: readonly Variant[] = [
  {
    id: 'bearer-strict',
    leaves: ['A-AUT-03'],
    says: 'Only "Bearer" and one space before the token are read; another Authorization header counts as none.',
    rule: {
      bearer: {
        fromHeader: (values, operation) =>
          values.every((value) => /^Bearer \S+$/.test(value)) ? bearer.fromHeader(values, operation) : [],
      },
    },
  },
  {
    id: 'missing-context-400',
    leaves: ['A-AUT-07'],
    says: 'A call that lacks context is refused in the form of a Data API error.',
    rule: {
      context: { refusal: (refused) => ({ ...refused, error: 'CA-400' }) },
      refusal: {
        body: (refused, more) =>
          refused.error === 'CA-400'
            ? { error: refused.error, message: refused.description, values: [] }
            : refusal.body(refused, more),
      },
    },
  },
]

const permissions: readonly Variant[] = [
  {
    id: 'permission-404-or-empty',
    leaves: ['A-AUT-13'],
    says: 'A caller without permission finds no record, and an empty list.',
    rule: { data: { forbidden: (lists) => (lists ? 200 : 404) } },
  },
]

export const callerReadingVariants: readonly Variant[] = [...passwords, ...validation, ...permissions]
