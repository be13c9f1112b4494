import type { Fault } from '../deviation.ts'
import { passwordRules, type PasswordCode } from '../rulebook/password.ts'
import { answering, isChange, showing, taking, withRightSecret } from './edits.ts'

const { password } = passwordRules

const worded = (
  id: string,
  code: PasswordCode,
  statement: string,
  says: string,
  word: (usual: string, needed: number | undefined) => string,
): Fault => ({
  id,
  breaks: [statement],
  says,
  rule: {
    password: {
      message(asked, needed) {
        const usual = String(password.message(asked, needed))
        return asked === code ? word(usual, needed) : usual
      },
    },
  },
})

const coded = (id: string, code: PasswordCode, statement: string, word: unknown): Fault => ({
  id,
  breaks: [statement],
  says: `The code ${String(word)} is returned instead of ${code}.`,
  rule: { password: { code: (asked) => (asked === code ? word : asked) } },
})

const valued = (
  id: string,
  statement: string,
  says: string,
  values: (needed: number | undefined, code: PasswordCode) => unknown,
  code?: PasswordCode,
): Fault => ({
  id,
  breaks: [statement],
  says,
  rule: {
    password: {
      values: (needed, asked) =>
        code === undefined || asked === code ? values(needed, asked) : password.values(needed, asked),
    },
  },
})

const bytes = (text: string): number => Buffer.byteLength(text)

/** Quiet breaches of change_password (A-PWD). */
export const passwordReadings: readonly Fault[] = [
  {
    id: 'chpw-plus-as-plus',
    breaks: ['A-PWD-01'],
    says: 'change_password does not decode a plus sign as a space.',
    wire: taking(isChange, ({ body }) => ({ body: Buffer.from(body.toString('utf8').replaceAll('+', '%2B')) })),
  },
  {
    id: 'secret-unchecked-change-password',
    breaks: ['A-PWD-01', 'A-TOK-32'],
    says: 'change_password checks the client id only.',
    wire: taking(isChange, ({ headers }) => ({ headers: headers.map(withRightSecret) })),
  },
  {
    id: 'chpw-empty-when-no-policy',
    breaks: ['A-PWD-02'],
    says: 'A password change is answered with 204 and no body.',
    wire: answering(
      (seen, { status }) => isChange(seen) && status === 200,
      () => ({ status: 204, headers: [], body: Buffer.alloc(0) }),
    ),
  },
  valued('pwd-error-values-null', 'A-PWD-03', 'values is null for a rule without a number.', (needed) =>
    needed === undefined ? null : [needed],
  ),
  valued('pwd-error-values-scalar', 'A-PWD-03', 'values is the bare number.', (needed) => needed ?? []),
  {
    id: 'pwd-error-oauth-form',
    breaks: ['A-PWD-03'],
    says: 'A password that breaks several rules is answered with an OAuth error.',
    rule: {
      password: {
        error: (body, broken) =>
          broken() > 1 ? { error: 'invalid_request', error_description: 'The password is not valid' } : body,
      },
    },
  },
  worded('mc14-curly-apostrophe', 'MC-14', 'A-PWD-04', 'MC-14 has a typographic apostrophe.', (usual) =>
    usual.replace("'", '\u2019'),
  ),
  {
    id: 'mc13-localised',
    breaks: ['A-PWD-05'],
    says: 'The message of MC-13 is in the language of Accept-Language.',
    wire: showing(
      (seen, { body }) =>
        isChange(seen) && /^de\b/i.test(seen.header('Accept-Language') ?? '') && body.includes('"MC-13"'),
      (body: Record<string, unknown>) => ({ ...body, message: 'Kennwort ist nicht zulässig' }),
    ),
  },
  coded('mc13-lower-code', 'MC-13', 'A-PWD-05', 'mc-13'),
  worded('mc12-spelling-corrected', 'MC-12', 'A-PWD-06', 'The spelling of MC-12 is corrected.', (usual) =>
    usual.replace('to fresh', 'too fresh'),
  ),
  coded('mc12-wrong-pair', 'MC-12', 'A-PWD-06', 'MC-05'),
  valued(
    'mc11-number-off-by-one',
    'A-PWD-14',
    'values of MC-11 holds one less than the policy wants.',
    (needed = 0) => [needed - 1],
    'MC-11',
  ),
  worded('mc11-text-swapped', 'MC-11', 'A-PWD-07', 'MC-11 speaks of lower case letters.', (usual) =>
    usual.replace('upper', 'lower'),
  ),
  valued('mc10-number-missing', 'A-PWD-14', 'values of MC-10 is empty.', () => [], 'MC-10'),
  worded('mc10-hyphenated', 'MC-10', 'A-PWD-08', 'MC-10 has no "(s)" if the number is 1.', (usual, needed) =>
    needed === 1 ? usual.replace('(s)', '') : usual,
  ),
  worded('mc09-lowercase-wording', 'MC-09', 'A-PWD-09', 'MC-09 says "lowercase" in one word.', (usual) =>
    usual.replace('lower case', 'lowercase'),
  ),
  valued(
    'mc09-values-of-other-rule',
    'A-PWD-14',
    'values of MC-09 holds the number of another rule.',
    (needed = 0) => [needed + 8],
    'MC-09',
  ),
  coded('mc08-code-08-number', 'MC-08', 'A-PWD-10', 'MC-8'),
  valued('mc08-number-word', 'A-PWD-14', 'values of MC-08 holds the number as a word.', () => ['four'], 'MC-08'),
  worded(
    'mc07-digits-plural',
    'MC-07',
    'A-PWD-11',
    'MC-07 says "digits" if the number is more than 1.',
    (usual, needed) => ((needed ?? 0) > 1 ? usual.replace('digit(s)', 'digits') : usual),
  ),
  coded('mc07-as-mc08', 'MC-07', 'A-PWD-11', 'MC-08'),
  {
    id: 'mc06-counts-bytes',
    breaks: ['A-PWD-12'],
    says: 'The length of a password is counted in bytes.',
    rule: {
      password: {
        violated: (code, trial) =>
          code === 'MC-06' ? bytes(trial.password) < trial.policy.minLength : password.violated(code, trial),
      },
    },
  },
  valued(
    'mc06-reports-old-minimum',
    'A-PWD-14',
    'values of MC-06 holds a smaller minimum than the one in force.',
    (needed = 0) => [needed - 2],
    'MC-06',
  ),
  {
    id: 'mc05-never-used',
    breaks: ['A-PWD-13'],
    says: 'A password that begins like a former one counts as used before.',
    rule: {
      password: {
        violated: (code, trial) =>
          code === 'MC-05'
            ? trial.former.some((former) => former.slice(0, 8) === trial.password.slice(0, 8))
            : password.violated(code, trial),
      },
    },
  },
  {
    id: 'placeholder-null',
    breaks: ['A-PWD-14'],
    says: 'The number of a password rule is null in values and message.',
    rule: {
      password: {
        message: (code, needed) => String(password.message(code, needed)).replace('{0}', 'null'),
        values: (needed) => (needed === undefined ? [] : [null]),
      },
    },
  },
  {
    id: 'placeholder-unfilled-xml',
    breaks: ['A-PWD-03', 'A-PWD-14'],
    says: 'With a parameter in Accept, password errors lack values.',
    wire: showing(
      (seen, { body }) => isChange(seen) && /;/.test(seen.header('Accept') ?? '') && body.includes('"MC-'),
      ({ values: _values, ...body }: Record<string, unknown>) => body,
    ),
  },
  {
    id: 'non-ascii-new-unusable',
    breaks: ['A-PWD-16'],
    says: 'A new password with non-ASCII letters is stored in another encoding.',
    rule: { password: { kept: (wanted) => Buffer.from(wanted, 'utf8').toString('latin1') } },
  },
  {
    id: 'change-not-for-code-page',
    breaks: ['A-PWD-16'],
    says: 'The login page of the authorization-code grant accepts the old password after a change.',
    rule: { password: { formerOpens: (use) => use === 'authorization_code' } },
  },
  {
    id: 'old-password-401',
    breaks: ['A-PWD-16'],
    says: 'The old password is answered with unauthorized_client after a change.',
    rule: { password: { formerRefused: () => 'unauthorized_client' } },
  },
  {
    id: 'long-new-truncated',
    breaks: ['A-PWD-16'],
    says: 'A new password is stored without what follows its 32nd character.',
    rule: { password: { kept: (wanted) => wanted.slice(0, 32) } },
  },
  {
    id: 'refused-but-expired',
    breaks: ['A-PWD-17'],
    says: 'A refused change makes the old password expire.',
    rule: { password: { expiresOld: () => true } },
  },
  {
    id: 'mc12-but-changed',
    breaks: ['A-PWD-17'],
    says: 'A change refused with MC-12 is stored.',
    rule: { password: { stores: (outcome, code) => outcome === 'changed' || code === 'MC-12' } },
  },
  {
    id: 'refused-mc05-stored',
    breaks: ['A-PWD-17'],
    says: 'A change refused with MC-05 is stored.',
    rule: { password: { stores: (outcome, code) => outcome === 'changed' || code === 'MC-05' } },
  },
]
