import type { Check } from '../kit/check.ts'
import type { Need } from '../target/needs.ts'
import type { Target } from '../target/target.ts'
import { gate } from './gate.ts'

/** Identities that a token must be given to, by the need that they supply. Those that exist to be refused one are not among them. */
const identitiesOf = ({ fixtures }: Target): Readonly<Partial<Record<Need, ReadonlyArray<string | undefined>>>> => ({
  'user-grant': ['user'],
  'account-grant': ['account'],
  'client-grant': ['service'],
  'general-client': ['general'],
  'other-user': ['superuser'],
  'second-account': ['other-account'],
  'user-elsewhere': ['other-company'],
  'password-change': ['password'],
  'password-trials': ['password'],
  crowd: ['crowd-owner'],
  dispatch: ['crowd-owner', 'partner'],
  'second-partner': ['partner-2'],
  'unreadable-resource': [fixtures.unreadable?.identity],
  'own-resource': [fixtures.ownOnly?.identity],
})

/** The identities, besides the default one, that the checks which may run against this target act as. */
export function neededLogins(checks: readonly Check[], target: Target): readonly string[] {
  const identities = identitiesOf(target)
  const names = checks
    .filter((check) => !gate(check, target))
    .flatMap(({ needs }) => needs.flatMap((need) => identities[need] ?? []))
  return [...new Set(names)].filter((name): name is string => name !== undefined && name in target.identities)
}
