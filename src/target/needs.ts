import type { Target } from './target.ts'

/**
 * What a check may need of a target beyond an address and its default identity. A target file either supplies the key,
 * or declares the need under `lacks` with a reason (not applicable); a need that is neither is blocked and red.
 */
export const needs = {
  clock: 'has: [clock] with controls.clock',
  'password-change': 'has: [password-change] with identities.password',
  'password-trials': 'identities.password',
  'password-policy': 'passwordPolicy',
  'password-length': 'passwordPolicy.minLength',
  'password-upper': 'passwordPolicy.minUpper',
  'password-lower': 'passwordPolicy.minLower',
  'password-letters': 'passwordPolicy.minLetters',
  'password-digits': 'passwordPolicy.minDigits',
  'password-special': 'passwordPolicy.minSpecial',
  'password-history': 'passwordPolicy.history',
  'password-age': 'passwordPolicy.minAgeMs',
  writes: 'writes: true',
  'user-grant': 'identities.user',
  'account-grant': 'identities.account',
  'client-grant': 'identities.service',
  'authorization-code': 'has: [authorization-code] with fixtures.redirectUri',
  'sso-user': 'identities.sso',
  'expired-user': 'identities.expired',
  'unprivileged-user': 'identities.unprivileged',
  'general-client': 'identities.general',
  'local-client': 'identities.admin with client.scope: local',
  'disallowed-client': 'identities.disallowed',
  'companyless-user': 'identities.companyless',
  'other-user': 'identities.superuser',
  'second-cluster': 'fixtures.otherCluster',
  'reserved-account': 'fixtures.reservedAccount',
  'unknown-account': 'fixtures.unknownAccount',
  'query-language': 'the parameter query of lists, part of every Data API',
  attachments: 'dtos.Attachment and templates.Attachment',
  'attachment-names': 'fixtures.attachment',
  expansion: 'the parameter expand, part of every Data API',
  'deleted-listing': 'the deleted listing, part of every Data API',
  shaping: 'the parameters orderBy, page, fields and useExternalIds, part of every Data API',
  'query-api': 'the Query API, part of every cluster',
  batch: 'the Batch API, part of every cluster',
  bulk: 'has: [bulk]',
  inverse: 'fixtures.inverse',
  'object-reference': 'fixtures.objectReference',
  'unreadable-resource': 'fixtures.unreadable with its identity',
  reference: 'fixtures.reference',
  'list-reference': 'fixtures.listReference',
  'inlined-object': 'fixtures.inlined',
  'required-field': 'fixtures.requiredField',
  'older-dto': 'dtos.<Resource>.older',
  'service-call': 'dtos.ServiceCall and templates.ServiceCall',
  'sync-base-10': 'dtos.ServiceCall.syncBase of 10 or more',
} as const

export type Need = keyof typeof needs

const supplied: Record<Need, (target: Target) => boolean> = {
  clock: (t) => t.has.includes('clock') && t.controls.clock !== undefined,
  'password-change': (t) => t.has.includes('password-change') && 'password' in t.identities,
  'password-trials': (t) => 'password' in t.identities,
  'password-policy': (t) => t.passwordPolicy !== undefined,
  'password-length': (t) => t.passwordPolicy?.minLength !== undefined,
  'password-upper': (t) => t.passwordPolicy?.minUpper !== undefined,
  'password-lower': (t) => t.passwordPolicy?.minLower !== undefined,
  'password-letters': (t) => t.passwordPolicy?.minLetters !== undefined,
  'password-digits': (t) => t.passwordPolicy?.minDigits !== undefined,
  'password-special': (t) => t.passwordPolicy?.minSpecial !== undefined,
  'password-history': (t) => t.passwordPolicy?.history !== undefined,
  'password-age': (t) => t.passwordPolicy?.minAgeMs !== undefined,
  writes: (t) => t.writes,
  'user-grant': (t) => 'user' in t.identities,
  'account-grant': (t) => 'account' in t.identities,
  'client-grant': (t) => 'service' in t.identities,
  'authorization-code': (t) => t.has.includes('authorization-code') && t.fixtures.redirectUri !== undefined,
  'sso-user': (t) => 'sso' in t.identities,
  'expired-user': (t) => 'expired' in t.identities,
  'unprivileged-user': (t) => 'unprivileged' in t.identities,
  'general-client': (t) => 'general' in t.identities,
  'local-client': (t) => t.identities['admin']?.client.scope === 'local',
  'disallowed-client': (t) => 'disallowed' in t.identities,
  'companyless-user': (t) => 'companyless' in t.identities,
  'other-user': (t) => 'superuser' in t.identities,
  'second-cluster': (t) => t.fixtures.otherCluster !== undefined,
  'reserved-account': (t) => t.fixtures.reservedAccount !== undefined,
  'unknown-account': (t) => t.fixtures.unknownAccount !== undefined,
  // Nothing in a target file supplies it: a target without it says so.
  'query-language': () => true,
  attachments: (t) => 'Attachment' in t.dtos && 'Attachment' in t.templates,
  'attachment-names': (t) => t.fixtures.attachment !== undefined,
  expansion: () => true,
  'deleted-listing': () => true,
  shaping: () => true,
  'query-api': () => true,
  batch: () => true,
  bulk: (t) => t.has.includes('bulk'),
  inverse: (t) => t.fixtures.inverse !== undefined,
  'object-reference': (t) => t.fixtures.objectReference !== undefined,
  'unreadable-resource': (t) => t.fixtures.unreadable !== undefined && t.fixtures.unreadable.identity in t.identities,
  reference: (t) => t.fixtures.reference !== undefined,
  'list-reference': (t) => t.fixtures.listReference !== undefined,
  'inlined-object': (t) => t.fixtures.inlined !== undefined,
  'required-field': (t) => t.fixtures.requiredField !== undefined,
  'older-dto': (t) => Object.values(t.dtos).some((dto) => dto.older !== undefined),
  'service-call': (t) => 'ServiceCall' in t.dtos && 'ServiceCall' in t.templates,
  'sync-base-10': (t) => (t.dtos['ServiceCall']?.syncBase ?? 0) >= 10,
}

export type Availability =
  | { readonly is: 'there' }
  | { readonly is: 'lacking'; readonly because: string }
  | { readonly is: 'missing'; readonly key: string }

/** What no target has to have: not declaring it is as good as declaring its lack. */
const optional: Partial<Readonly<Record<Need, string>>> = {
  bulk: 'optional, and the target file does not declare it (has: [bulk])',
}

/** A declared lack wins over a key that happens to stand in the file. */
export function availability(target: Target, need: Need): Availability {
  const because = target.lacks[need] ?? (supplied[need](target) ? undefined : optional[need])
  if (because !== undefined) return { is: 'lacking', because }
  return supplied[need](target) ? { is: 'there' } : { is: 'missing', key: needs[need] }
}
