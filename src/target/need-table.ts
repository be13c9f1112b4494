import type { Target } from './target.ts'

export interface NeedRow {
  /** The key of the target file that supplies it. */
  readonly key: string | ((target: Target) => string)
  readonly isSupplied: (target: Target) => boolean
  /** Whether it is a capability, which `has` may name. */
  readonly capability?: true
  /** Why no target has to have it: not declaring it is the same as declaring it under `lacks`. */
  readonly optional?: string
  /** Whether meeting it writes: a target file that says `writes: false` lacks it by that. */
  readonly writing?: true
}

/** Longest minimum age of a password, in milliseconds, that is waited for. */
export const longestPasswordAge = 60_000

const identity = (name: string): NeedRow => ({ key: `identities.${name}`, isSupplied: (t) => name in t.identities })
const fixtureIdentity = (name: 'unreadable' | 'ownOnly'): NeedRow => ({
  key: ({ fixtures }) => (fixtures[name] ? `identities.${fixtures[name].identity}` : `fixtures.${name}`),
  isSupplied: ({ fixtures, identities }) => (fixtures[name]?.identity ?? '') in identities,
})

/**
 * What a check may need from a target besides an address and its default identity, including capabilities. A target file either
 * supplies the key, or declares the need under `lacks` with a reason (not applicable); otherwise the check is blocked and red.
 */
export const needTable = {
  clock: {
    key: 'has: [clock] with controls.clock',
    isSupplied: (t) => t.has.includes('clock') && t.controls.clock !== undefined,
    capability: true,
  },
  'password-change': {
    key: 'has: [password-change] with identities.password',
    isSupplied: (t) => t.has.includes('password-change') && 'password' in t.identities,
    capability: true,
    writing: true,
  },
  'password-restored': {
    key: 'passwordPolicy.minAgeMs of at most a minute, or has: [clock]',
    isSupplied: (t) => (t.passwordPolicy?.minAgeMs ?? 0) <= longestPasswordAge || t.has.includes('clock'),
    optional:
      'passwordPolicy.minAgeMs is more than a minute and there is no clock to set forward: a changed password could not be put back',
  },
  'password-trials': { ...identity('password'), writing: true },
  'password-policy': { key: 'passwordPolicy', isSupplied: (t) => t.passwordPolicy !== undefined },
  'password-length': { key: 'passwordPolicy.minLength', isSupplied: (t) => t.passwordPolicy?.minLength !== undefined },
  'password-upper': { key: 'passwordPolicy.minUpper', isSupplied: (t) => t.passwordPolicy?.minUpper !== undefined },
  'password-lower': { key: 'passwordPolicy.minLower', isSupplied: (t) => t.passwordPolicy?.minLower !== undefined },
  'password-letters': {
    key: 'passwordPolicy.minLetters',
    isSupplied: (t) => t.passwordPolicy?.minLetters !== undefined,
  },
  'password-digits': { key: 'passwordPolicy.minDigits', isSupplied: (t) => t.passwordPolicy?.minDigits !== undefined },
  'password-special': {
    key: 'passwordPolicy.minSpecial',
    isSupplied: (t) => t.passwordPolicy?.minSpecial !== undefined,
  },
  'password-history': { key: 'passwordPolicy.history', isSupplied: (t) => t.passwordPolicy?.history !== undefined },
  'password-age': { key: 'passwordPolicy.minAgeMs', isSupplied: (t) => t.passwordPolicy?.minAgeMs !== undefined },
  writes: { key: 'writes: true', isSupplied: (t) => t.writes, writing: true },
  'user-grant': identity('user'),
  'user-login': {
    key: 'identities.admin with username <account>/<user>',
    isSupplied: (t) => t.identities['admin']?.username?.includes('/') ?? false,
    optional: 'only a user sends one, and identities.admin is none',
  },
  'account-grant': identity('account'),
  'client-grant': identity('service'),
  'authorization-code': {
    key: 'has: [authorization-code] with fixtures.redirectUri',
    isSupplied: (t) => t.has.includes('authorization-code') && t.fixtures.redirectUri !== undefined,
    capability: true,
  },
  'sso-user': identity('sso'),
  'expired-user': identity('expired'),
  'unprivileged-user': {
    key: 'identities.unprivileged, without ADMINISTRATOR and SUPERUSER privileges',
    isSupplied: (t) => 'unprivileged' in t.identities,
  },
  'privileges-told': {
    key: 'privileges of identities: [ADMINISTRATOR] or [SUPERUSER]',
    isSupplied: (t) => Object.values(t.identities).some(({ privileges }) => privileges?.length === 1),
    optional: 'no identity of the target file says which one of ADMINISTRATOR and SUPERUSER it has (privileges)',
  },
  'general-client': identity('general'),
  'local-client': {
    key: 'identities.admin with client.scope: local',
    isSupplied: (t) => t.identities['admin']?.client.scope === 'local',
  },
  'disallowed-client': identity('disallowed'),
  'companyless-user': identity('companyless'),
  'other-user': identity('superuser'),
  'second-client': {
    key: 'identities of two clients',
    isSupplied: (t) => new Set(Object.values(t.identities).map(({ client }) => client.secret)).size > 1,
    optional: 'all identities of the target file share one client',
  },
  'second-account': { ...identity('other-account'), optional: 'there is no identities.other-account' },
  'user-elsewhere': { ...identity('other-company'), optional: 'there is no identities.other-company' },
  'second-company': { key: 'a second company of the default identity', isSupplied: () => true },
  'second-cluster': { key: 'fixtures.otherCluster', isSupplied: (t) => t.fixtures.otherCluster !== undefined },
  'reserved-account': { key: 'fixtures.reservedAccount', isSupplied: (t) => t.fixtures.reservedAccount !== undefined },
  'unknown-account': { key: 'fixtures.unknownAccount', isSupplied: (t) => t.fixtures.unknownAccount !== undefined },
  // No key of the target file supplies it: a target without it declares that under `lacks`.
  'query-language': { key: 'the parameter query of lists, part of every Data API', isSupplied: () => true },
  'external-id-characters': {
    key: 'external ids of other characters than letters and digits, part of every Data API',
    isSupplied: () => true,
  },
  attachments: {
    key: 'dtos.Attachment and templates.Attachment',
    isSupplied: (t) => 'Attachment' in t.dtos && 'Attachment' in t.templates,
  },
  'attachment-names': { key: 'fixtures.attachment', isSupplied: (t) => t.fixtures.attachment !== undefined },
  expansion: { key: 'the parameter expand, part of every Data API', isSupplied: () => true },
  'deleted-listing': { key: 'the deleted listing, part of every Data API', isSupplied: () => true },
  shaping: {
    key: 'the parameters orderBy, page, fields and useExternalIds, part of every Data API',
    isSupplied: () => true,
  },
  'query-api': { key: 'the Query API, part of every cluster', isSupplied: () => true },
  batch: { key: 'the Batch API, part of every cluster', isSupplied: () => true },
  'service-api': { key: 'fixtures.tree', isSupplied: (t) => t.fixtures.tree !== undefined },
  optimization: { key: 'fixtures.optimization', isSupplied: (t) => t.fixtures.optimization !== undefined },
  'optimization-minimum': {
    key: 'fixtures.optimization.minimumMs',
    isSupplied: (t) => t.fixtures.optimization?.minimumMs !== undefined,
    optional: 'the target file does not say how long a job takes at least (fixtures.optimization.minimumMs)',
  },
  'technician-skills': {
    key: 'dtos and templates of Skill and Person',
    isSupplied: (t) => ['Skill', 'Person'].every((name) => name in t.dtos && name in t.templates),
    optional: 'the target file does not name both skills and technicians (dtos and templates of Skill and Person)',
  },
  reporting: { key: 'fixtures.reporting', isSupplied: (t) => t.fixtures.reporting !== undefined },
  'embedded-template': {
    key: 'fixtures.reporting.embedded',
    isSupplied: (t) => t.fixtures.reporting?.embedded !== undefined,
  },
  'report-templates': {
    key: 'dtos and templates of ReportTemplate and Attachment',
    isSupplied: (t) => ['ReportTemplate', 'Attachment'].every((name) => name in t.dtos && name in t.templates),
  },
  'tree-material': { key: 'fixtures.tree.material', isSupplied: (t) => t.fixtures.tree?.material !== undefined },
  'tree-address': {
    key: 'fixtures.tree.addressedPartner',
    isSupplied: (t) => t.fixtures.tree?.addressedPartner !== undefined,
  },
  scim: { key: 'the SCIM API, part of every cluster', isSupplied: () => true },
  'user-api': { key: 'the User API, part of every cluster', isSupplied: () => true },
  'created-users': {
    key: 'limits.mayCreateUsers of at least 5',
    isSupplied: (t) => t.writes && t.limits.mayCreateUsers >= 5,
    optional: 'the target file does not let a run create users (limits.mayCreateUsers of at least 5)',
  },
  'many-users': {
    key: 'limits.mayCreateUsers of at least 80',
    isSupplied: (t) => t.writes && t.limits.mayCreateUsers >= 80,
    optional: 'the target file lets a run create fewer than 80 users (limits.mayCreateUsers)',
  },
  'users-until-refused': {
    key: 'limits.mayCreateUsers of at least 300',
    isSupplied: (t) => t.writes && t.limits.mayCreateUsers >= 300,
    optional: 'the target file lets a run create fewer than 300 users (limits.mayCreateUsers)',
  },
  bulk: {
    key: 'has: [bulk]',
    isSupplied: (t) => t.has.includes('bulk'),
    capability: true,
    optional: 'optional, and the target file does not declare it (has: [bulk])',
  },
  composite: {
    key: 'has: [composite] with fixtures.tree',
    isSupplied: (t) => t.has.includes('composite') && t.fixtures.tree !== undefined,
    capability: true,
    optional: 'optional, and the target file does not declare it (has: [composite], with fixtures.tree)',
  },
  crowd: {
    key: 'identities.crowd-owner and templates.CrowdTechnician',
    isSupplied: (t) => 'crowd-owner' in t.identities && 'CrowdTechnician' in t.templates,
  },
  'crowd-skills': {
    key: 'has: [crowd-skills] with fixtures.crowdTag',
    isSupplied: (t) => t.has.includes('crowd-skills') && t.fixtures.crowdTag !== undefined,
    capability: true,
    optional: 'optional, and the target file does not declare it (has: [crowd-skills], with fixtures.crowdTag)',
  },
  'crowd-tag': { key: 'fixtures.crowdTag', isSupplied: (t) => t.fixtures.crowdTag !== undefined },
  dispatch: {
    key: 'identities.crowd-owner and identities.partner',
    isSupplied: (t) => 'crowd-owner' in t.identities && 'partner' in t.identities,
  },
  'planned-activities': {
    key: 'controls.activities or fixtures.plannedActivities',
    isSupplied: (t) => t.controls.activities !== undefined || t.fixtures.plannedActivities !== undefined,
  },
  'activity-control': { key: 'controls.activities', isSupplied: (t) => t.controls.activities !== undefined },
  'business-events': {
    key: 'has: [business-events] with controls.activities',
    isSupplied: (t) => t.has.includes('business-events') && t.controls.activities !== undefined,
    capability: true,
    optional:
      'the target file does not say that controls.activities tells business events (has: [business-events]), and no interface does',
  },
  'second-partner': identity('partner-2'),
  'dispatch-timeout': {
    key: 'fixtures.dispatchTimeoutMs',
    isSupplied: (t) => t.fixtures.dispatchTimeoutMs !== undefined,
  },
  inverse: { key: 'fixtures.inverse', isSupplied: (t) => t.fixtures.inverse !== undefined },
  'object-reference': { key: 'fixtures.objectReference', isSupplied: (t) => t.fixtures.objectReference !== undefined },
  'unreadable-resource': {
    ...fixtureIdentity('unreadable'),
    optional: 'no identity is known that may read service calls and not another resource (fixtures.unreadable)',
  },
  'unwritable-resource': {
    key: 'fixtures.unreadable.writes',
    isSupplied: (t) => t.fixtures.unreadable?.writes === false,
    optional:
      'the target file does not say that an identity may not write what it cannot read (fixtures.unreadable.writes: false)',
    writing: true,
  },
  'own-resource': { ...fixtureIdentity('ownOnly'), optional: 'no identity has a permission of Own (fixtures.ownOnly)' },
  reference: { key: 'fixtures.reference', isSupplied: (t) => t.fixtures.reference !== undefined },
  'list-reference': { key: 'fixtures.listReference', isSupplied: (t) => t.fixtures.listReference !== undefined },
  'inlined-object': { key: 'fixtures.inlined', isSupplied: (t) => t.fixtures.inlined !== undefined },
  'required-field': { key: 'fixtures.requiredField', isSupplied: (t) => t.fixtures.requiredField !== undefined },
  'integer-field': {
    key: 'fixtures.integerField',
    isSupplied: (t) => t.fixtures.integerField !== undefined,
    optional: 'the target file names no field that holds a whole number (fixtures.integerField)',
  },
  'decimal-field': {
    key: 'fixtures.decimalField',
    isSupplied: (t) => t.fixtures.decimalField !== undefined,
    optional: 'the target file names no field that holds a decimal (fixtures.decimalField)',
  },
  'older-dto': {
    key: 'dtos.<Resource>.older',
    isSupplied: (t) => Object.values(t.dtos).some((dto) => dto.older !== undefined),
  },
  'service-call': {
    key: 'dtos.ServiceCall and templates.ServiceCall',
    isSupplied: (t) => 'ServiceCall' in t.dtos && 'ServiceCall' in t.templates,
  },
  'any-resource': { key: 'dtos of any resource', isSupplied: (t) => Object.keys(t.dtos).length > 0 },
  'sync-base-10': {
    key: 'dtos.ServiceCall.syncBase of 10 or more',
    isSupplied: (t) => (t.dtos['ServiceCall']?.syncBase ?? 0) >= 10,
  },
} satisfies Readonly<Record<string, NeedRow>>
