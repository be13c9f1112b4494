import type { Fault } from '../deviation.ts'
import { tokenRules, type CredentialUse } from '../rulebook/token.ts'
import { accounts } from '../world/accounts.ts'

const { grant } = tokenRules

type Holds = (given: string, right: string, others: () => readonly string[]) => boolean

/** Wrong credentials that a careless comparison takes for the right ones. */
const careless: Readonly<Record<string, Holds>> = {
  'cut-short': (given, right) => given !== '' && right.startsWith(given),
  lengthened: (given, right) => given.startsWith(right),
  empty: (given) => given === '',
  'of-another': (given, _right, others) => others().includes(given),
}

const grants: readonly CredentialUse[] = ['client_credentials', 'password', 'authorization_code']
const slug = (use: CredentialUse): string => use.replaceAll('_', '-')

const secretTaken = (use: CredentialUse, breaks: Fault['breaks']): Fault[] =>
  Object.entries(careless).map(([how, holds]) => ({
    id: `client-secret-${how}-taken-for-${slug(use)}`,
    breaks,
    says: `A client secret that is wrong (${how}) is accepted for ${use}.`,
    rule: {
      grant: {
        secretHolds: (given, secret, asked, others) =>
          grant.secretHolds(given, secret, asked, others) || (asked === use && holds(given, secret, others)),
      },
    },
  }))

/** The password of an account is none of its users. */
const ofAccount: Holds = (given) => accounts.some(({ password }) => password === given)

const passwordTaken = (use: CredentialUse, breaks: Fault['breaks']): Fault[] =>
  Object.entries({ ...careless, 'of-account': ofAccount })
    .filter(([how]) => how !== 'empty')
    .map(([how, holds]) => ({
      id: `password-${how}-taken-for-${slug(use)}`,
      breaks,
      says: `A password that is wrong (${how}) is accepted for ${use}.`,
      rule: {
        grant: {
          passwordHolds: (given, current, asked, others) =>
            grant.passwordHolds(given, current, asked, others) || (asked === use && holds(given, current, others)),
        },
      },
    }))

const idTaken = (use: CredentialUse, breaks: Fault['breaks']): Fault => ({
  id: `client-id-cut-short-taken-for-${slug(use)}`,
  breaks,
  says: `The beginning of a client id is accepted for ${use}.`,
  rule: {
    grant: {
      idHolds: (given, id, asked) =>
        grant.idHolds(given, id, asked) || (asked === use && given.length > 3 && id.startsWith(given)),
    },
  },
})

/** Faults of credentials that are wrong in one place or nearly right (A-TOK-23, 25, 32, 33; A-PWD-01, 04). */
export const credentialFaults: readonly Fault[] = [
  ...grants.flatMap((use) => [...secretTaken(use, ['A-TOK-32']), idTaken(use, ['A-TOK-32'])]),
  ...secretTaken('change_password', ['A-PWD-01']),
  idTaken('change_password', ['A-PWD-01']),
  ...passwordTaken('password', ['A-TOK-33']),
  ...passwordTaken('authorization_code', ['A-TOK-23']),
  ...passwordTaken('change_password', ['A-PWD-04']),
  {
    id: 'authorize-code-cut-short-taken',
    breaks: ['A-TOK-25'],
    says: 'The beginning of a code is accepted as the code.',
    rule: {
      authorize: { meant: (given, all) => all().find((code) => given !== '' && code.startsWith(given)) ?? given },
    },
  },
  {
    id: 'authorize-code-lengthened-taken',
    breaks: ['A-TOK-25'],
    says: 'What follows a code is ignored.',
    rule: { authorize: { meant: (given, all) => all().find((code) => given.startsWith(code)) ?? given } },
  },
]
