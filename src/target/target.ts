import type { BasePaths } from './base-paths.ts'

/** An identity the kit can act as: a client of the token service with a grant. */
export interface Identity {
  readonly grant: 'client_credentials' | 'password'
  readonly client: {
    readonly id: string
    readonly secret: string
    readonly version: string
    /** Scope that the target derives for this client, if the file declares it. */
    readonly scope?: 'general' | 'local'
  }
  /** `<account>` or `<account>/<user>` (grant password). */
  readonly username?: string
  readonly password?: string
  /** Account and company of this identity's calls; default: those of the target. */
  readonly account?: string
  readonly company?: string
  /** Which of the two that interfaces ask for it has (B-PRV-01), if the file declares it. */
  readonly privileges?: ReadonlyArray<'ADMINISTRATOR' | 'SUPERUSER'>
}

interface DtoVersions {
  readonly version: number
  /** Version of the synchronisation base DTO that `version` derives from (9: externalId, 10: lastChangedBy too). */
  readonly syncBase: number
  readonly older?: { readonly version: number; readonly syncBase: number }
}

export interface PasswordPolicy {
  readonly minLength?: number
  readonly minUpper?: number
  readonly minLower?: number
  readonly minLetters?: number
  readonly minDigits?: number
  readonly minSpecial?: number
  /** Former passwords that may not be used again. */
  readonly history?: number
  /** Milliseconds before a changed password may be changed again. */
  readonly minAgeMs?: number
}

/** Bodies and references for service call trees; each reference has one of id, code, externalId. */
export interface TreeFixture {
  /** Least body of a service call, without activities. */
  readonly call: Readonly<Record<string, unknown>>
  /** Least body of an activity. */
  readonly activity: Readonly<Record<string, unknown>>
  /** Least body of a reserved material. */
  readonly material?: Readonly<Record<string, unknown>>
  readonly requirement?: Readonly<Record<string, unknown>>
  readonly udfValue?: Readonly<Record<string, unknown>>
  /** Further references, by field: contact, createPerson, equipment, region, responsible, and serialNumber, one of the item of material. */
  readonly references?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** A business partner that has an address connected. */
  readonly addressedPartner?: Readonly<Record<string, unknown>>
}

/** An activity planned to a partner, and a technician of that partner. */
export interface PlannedActivity {
  readonly activityId: string
  readonly technicianId: string
  /** How an update names that technician, where it is not by technicianId. */
  readonly responsible?: string
}

/** Facts about the target that no interface reveals; each check names the ones it needs (needs.ts). */
interface Fixtures {
  readonly unknownAccount?: string
  /** An account whose name has reserved characters, known to the directory. */
  readonly reservedAccount?: string
  /** Another account, on another cluster: its cluster address and name. */
  readonly otherCluster?: { readonly base: string; readonly account: string; readonly company: string }
  readonly redirectUri?: string
  /** A reference to one record: `resource.field` holds an id of a `to` record. */
  readonly reference?: { readonly resource: string; readonly field: string; readonly to: string }
  readonly listReference?: { readonly resource: string; readonly field: string; readonly to: string }
  /** An inlined object: `resource.field` is (a list of) objects; `whole` is a full value, `part` some of its fields. */
  readonly inlined?: {
    readonly resource: string
    readonly field: string
    readonly whole: unknown
    readonly part: unknown
  }
  /** A text field that takes any text, by resource: no interface tells which does. */
  readonly texts?: Readonly<Record<string, string>>
  /** Fields that the service works out, whatever a caller sends there, by resource. */
  readonly computed?: Readonly<Record<string, readonly string[]>>
  readonly requiredField?: { readonly resource: string; readonly field: string }
  /** An inverse relation: `resource.field` stands for the `to` records whose `by` refers to it. */
  readonly inverse?: { readonly resource: string; readonly field: string; readonly to: string; readonly by: string }
  /** An embedded object reference: `resource.field` is an object whose `id` and `type` identify a record; `types` maps resource names to their spelling there. */
  readonly objectReference?: {
    readonly resource: string
    readonly field: string
    readonly id: string
    readonly type: string
    readonly types: Readonly<Record<string, string>>
  }
  /** A domain whose e-mails the target takes, where it does not take those of any. */
  readonly emailDomain?: string
  /** Names of an attachment's fields besides fileContent. */
  readonly attachment?: { readonly name: string; readonly description: string }
  /** Fields that hold whole numbers, or decimals: no interface tells which do. */
  readonly integerField?: { readonly resource: string; readonly field: string }
  readonly decimalField?: { readonly resource: string; readonly field: string }
  /** What a service call tree needs at least, and what its parts may refer to. */
  readonly tree?: TreeFixture
  /** A tag that skills of crowd technicians may refer to. */
  readonly crowdTag?: { readonly externalId: string; readonly name: string }
  /** Another one, of which a technician can have a skill besides. */
  readonly otherCrowdTag?: { readonly externalId: string; readonly name: string }
  /** Activities planned to the user of identities.partner that a run may use up, where nothing plans new ones (controls.activities). */
  readonly plannedActivities?: readonly PlannedActivity[]
  /** How long a notified partner has, in milliseconds. */
  readonly dispatchTimeoutMs?: number
  /** Ids of account and company, a plugin; how long a job takes at least, and how long one is waited for, in milliseconds. */
  readonly optimization?: {
    readonly accountId: number
    readonly companyId: number
    readonly plugin: string
    readonly minimumMs?: number
    readonly waitMs?: number
  }
  /** How attachments refer to a template, the name of an embedded template and what it needs, and how long generated fields may take, in milliseconds. */
  readonly reporting?: {
    readonly objectType: string
    readonly embedded?: string
    readonly embeddedParameters?: Readonly<Record<string, unknown>>
    readonly waitMs?: number
  }
  /** An identity that may read ServiceCall records, but not those of `resource`; with `writes` false it may not write them, either. */
  readonly unreadable?: { readonly identity: string; readonly resource: string; readonly writes?: boolean }
  /** An identity that may create records of `resource`, and read, update and delete its own only. */
  readonly ownOnly?: { readonly identity: string; readonly resource: string }
}

export interface Limits {
  readonly requestsPerSecond?: number
  readonly concurrency: number
  readonly requests: number
  readonly mayCreateUsers: number
  /** Requests of one race at most; no key of the file, it comes of the others. */
  readonly racing?: number
  /** How long one answer may take, in milliseconds; 15,000 unless it is said. */
  readonly timeoutMs?: number
  /** How long lists may lag behind writes, in milliseconds; measured if it is not declared. */
  readonly listLagMs?: number
}

/** A target file after checking and defaults: what is checked, and what the kit may do to it. */
export interface Target {
  readonly name: string
  readonly file?: string
  readonly addresses: {
    readonly auth: string
    readonly directory: string
    readonly base?: string
    /** Further addresses that answers may lead to: nothing is sent to any other host. */
    readonly clusters?: readonly string[]
  }
  /** Path prefix of each interface below its address. */
  readonly basePaths: BasePaths
  readonly account: string
  readonly company: string
  /** Numeric ids as text, where token responses do not tell them. */
  readonly accountId?: string
  readonly companyId?: string
  readonly identities: Readonly<Record<string, Identity>>
  readonly dtos: Readonly<Record<string, DtoVersions>>
  /** Minimal body that creates a record of the resource. */
  readonly templates: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly fixtures: Fixtures
  readonly passwordPolicy?: PasswordPolicy
  readonly has: readonly string[]
  /** Capability or need -> why the target lacks it. */
  readonly lacks: Readonly<Record<string, string>>
  /** Absolute addresses of a simulator's controls. */
  readonly controls: { readonly clock?: string; readonly activities?: string }
  readonly limits: Limits
  readonly writes: boolean
  readonly tls?: { readonly ca?: string }
}
