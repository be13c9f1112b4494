export interface Login {
  password: string
  readonly former: string[]
  expired: boolean
  readonly sso: boolean
}
export interface User extends Login {
  readonly id: number
  readonly name: string
  /** Names of the companies the user is assigned to. */
  readonly companies: readonly string[]
  /** Resource the user has no READ permission on. */
  readonly unreadable?: string
  readonly privilege?: 'ADMINISTRATOR' | 'SUPERUSER'
  readonly crowdOwner?: boolean
  /** Partner whose manager the user is. */
  readonly manages?: string
}
export interface Account extends Login {
  readonly id: number
  readonly name: string
  readonly cluster: string
  readonly companies: readonly { readonly id: number; readonly name: string; readonly description: string }[]
  readonly users: readonly User[]
}
export interface Client {
  readonly id: string
  readonly secret: string
  readonly scope: 'general' | 'local'
  /** Account of its client_credentials tokens. */
  readonly home?: string
  /** Accounts whose people may use it; everybody's when absent. */
  readonly accounts?: readonly string[]
  readonly redirects: readonly string[]
}
export interface World {
  readonly accounts: readonly Account[]
  readonly clients: readonly Client[]
}

export const redirectUri = 'http://127.0.0.1:9/landing?from=peer'
export const works = 'Springfield Works & Tools'
export const reservedAccount = 'R&D 100% #1? +plus'

export function createWorld(): World {
  const login = (password: string) => ({ password, former: [], expired: false, sso: false })
  const user = (id: number, name: string, password: string, companies = [works, 'Shelbyville Depot']): User => ({
    ...login(password),
    id,
    name,
    companies,
  })
  const companies = [
    { id: 71, name: works, description: 'Main plant' },
    { id: 72, name: 'Shelbyville Depot', description: 'Spare parts' },
  ]
  const users = [
    { ...user(901, 'alice', 'Alice-secret-01'), privilege: 'ADMINISTRATOR' as const },
    { ...user(902, 'bob', 'Bob:secret+02'), privilege: 'SUPERUSER' as const, crowdOwner: true },
    user(903, 'carla', 'Carla secret&03', [works]),
    user(904, 'nora', 'Nora-secret-04', []),
    { ...user(905, 'sam', 'Sam-secret-05'), sso: true },
    { ...user(906, 'eve', 'Eve-secret-06'), expired: true },
    user(907, 'pat', 'Pat-secret-0007'),
    { ...user(908, 'dora', 'Dora-secret-08'), unreadable: 'BusinessPartner' },
    { ...user(909, 'pete', 'Pete-secret-09'), privilege: 'SUPERUSER' as const, manages: 'acme-crew' },
    { ...user(910, 'quinn', 'Quinn-secret-10'), privilege: 'SUPERUSER' as const, manages: 'beta-crew' },
  ]
  const other = [{ id: 81, name: 'Houston', description: '' }]
  return {
    accounts: [
      { ...login('Globex-account-1'), id: 11, name: 'globex', cluster: 'EU', companies, users },
      { ...login('Initech-account-1'), id: 12, name: 'initech', cluster: 'US', companies: other, users: [] },
      { ...login('Reserved-account-1'), id: 13, name: reservedAccount, cluster: 'EU', companies: [], users: [] },
    ],
    clients: [
      {
        id: 'connector',
        secret: 's3cret:with-colon',
        scope: 'local',
        home: 'globex',
        accounts: ['globex'],
        redirects: [redirectUri],
      },
      { id: 'console', secret: 'general-s3cret', scope: 'general', redirects: [redirectUri] },
      {
        id: 'stranger',
        secret: 'stranger-s3cret',
        scope: 'local',
        home: 'initech',
        accounts: ['initech'],
        redirects: [],
      },
    ],
  }
}
