import type { Resource } from '../data/resource.ts'

export type ClusterCode = 'EU' | 'DE' | 'US' | 'CN' | 'AU'

export type Action = 'create' | 'read' | 'update' | 'delete'

export interface Company {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly permissionGroupId: number
}

/** What a permission group grants: everything, what is the user's own, nothing (B-USR-25). */
export type Right = 'ALL' | 'OWN' | 'NONE'

/** What a group of users may do, by resource; `*` stands for every resource not named. */
type PermissionGroup = Readonly<Record<string, Readonly<Record<Action, Right>>>>

export interface User {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly password: string
  readonly privileges: readonly string[]
  readonly group: string
  /** Names of the companies assigned to the user. */
  readonly companies: readonly string[]
  /** Must authenticate by SAML. */
  readonly sso?: true
  /** The password has expired. */
  readonly expired?: true
}

export interface Account {
  readonly id: number
  readonly name: string
  readonly cluster: ClusterCode
  readonly password: string
  readonly companies: readonly Company[]
  readonly users: readonly User[]
  /** The account and all its users must authenticate by SAML. */
  readonly sso?: true
}

export interface Client {
  readonly id: string
  readonly secret: string
  readonly version: string
  readonly type: 'Admin' | 'Store' | 'Platform' | 'Customer'
  /** Accounts that the client may act for; with client_credentials it acts for the first. */
  readonly accounts: readonly string[]
}

export interface World {
  readonly accounts: readonly Account[]
  readonly clients: readonly Client[]
  readonly groups: Readonly<Record<string, PermissionGroup>>
  /** Resources of the Data API by name. */
  readonly resources: ReadonlyMap<string, Resource>
  /** Records of others that each company starts with. */
  readonly foreign?: number
}
