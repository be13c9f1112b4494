import { requirements } from '../../../src/kit/requirements.ts'

export const password = requirements('token', {
  'change-call': {
    level: 'must',
    says: 'change_password takes a form with username, old_password and new_password from a client in HTTP Basic authentication.',
    sources: ['A-PWD-01'],
    needs: ['password-trials'],
  },
  'change-call-sent': {
    level: 'must',
    says: 'A caller changes a password with a form of username, old_password and new_password, and its client in HTTP Basic authentication.',
    sources: ['A-PWD-01'],
    side: 'client',
    untested: 'ruled when traffic is recorded or a connector certified',
  },
  'change-answered': {
    level: 'must',
    says: 'A successful change is answered with an object that has a number expires_in.',
    sources: ['A-PWD-02'],
    needs: ['password-change'],
    contract: ['password-changed-body-empty', 'password-changed-expires-in-text'],
  },
  'password-error-body': {
    level: 'must',
    says: 'A password error has error and message, both strings, and an array values.',
    sources: ['A-PWD-03'],
    contract: ['password-error-without-values', 'password-error-values-object', 'password-error-code-number', 'password-error-without-message'],
  },
  'passwords-do-not-match': {
    level: 'must',
    says: "MC-14 reads 'Passwords don't match'.",
    sources: ['A-PWD-04'],
    needs: ['password-trials'],
  },
  'password-not-valid': {
    level: 'must',
    says: "MC-13 reads 'Password is not valid'.",
    sources: ['A-PWD-05'],
    needs: ['password-trials'],
  },
  'password-too-fresh': {
    level: 'must',
    says: "MC-12 reads 'Password is to fresh to change'; a password younger than the declared age is refused with it.",
    sources: ['A-PWD-06'],
    needs: ['password-change', 'password-policy', 'password-age'],
  },
  'password-upper-case': {
    level: 'must',
    says: "MC-11 reads 'Password must contain at least [{0}] upper case letter(s)'; a password with fewer than the policy wants is refused with it.",
    sources: ['A-PWD-07'],
    needs: ['password-trials', 'password-policy', 'password-upper'],
  },
  'password-special': {
    level: 'must',
    says: "MC-10 reads 'Password must contain at least [{0}] special character(s)'; a password with fewer than the policy wants is refused with it.",
    sources: ['A-PWD-08'],
    needs: ['password-trials', 'password-policy', 'password-special'],
  },
  'password-lower-case': {
    level: 'must',
    says: "MC-09 reads 'Password must contain at least [{0}] lower case letter(s)'; a password with fewer than the policy wants is refused with it.",
    sources: ['A-PWD-09'],
    needs: ['password-trials', 'password-policy', 'password-lower'],
  },
  'password-letters': {
    level: 'must',
    says: "MC-08 reads 'Password must contain at least [{0}] letter(s)'; a password with fewer than the policy wants is refused with it.",
    sources: ['A-PWD-10'],
    needs: ['password-trials', 'password-policy', 'password-letters'],
  },
  'password-digits': {
    level: 'must',
    says: "MC-07 reads 'Password must contain at least [{0}] digit(s)'; a password with fewer than the policy wants is refused with it.",
    sources: ['A-PWD-11'],
    needs: ['password-trials', 'password-policy', 'password-digits'],
  },
  'password-length': {
    level: 'must',
    says: "MC-06 reads 'Password must be at least [{0}] character(s) long'; a shorter password than the policy wants is refused with it.",
    sources: ['A-PWD-12'],
    needs: ['password-trials', 'password-policy', 'password-length'],
  },
  'password-used-before': {
    level: 'must',
    says: "MC-05 reads 'Password was already used before'; a former password within the declared history is refused with it.",
    sources: ['A-PWD-13'],
    needs: ['password-change', 'password-policy', 'password-history'],
  },
  'password-error-number': {
    level: 'implied',
    says: 'The number that a password rule asks for stands in values, or already in the message in place of {0}.',
    sources: ['A-PWD-14'],
    needs: ['password-trials', 'password-policy'],
  },
  'password-particulars': {
    level: 'unshown',
    says: 'Statuses of a change and of its errors, which of several broken rules is named first, and what answers a wrong old password.',
    sources: ['A-PWD-15'],
    needs: ['password-trials'],
  },
  'change-takes-effect': {
    level: 'must',
    says: 'After a change the password grant accepts the new password and answers the old one with invalid_grant.',
    sources: ['A-PWD-16'],
    needs: ['password-change'],
  },
  'refused-change-has-no-effect': {
    level: 'implied',
    says: 'A refused change leaves the old password in force.',
    sources: ['A-PWD-17'],
    needs: ['password-trials'],
  },
})
