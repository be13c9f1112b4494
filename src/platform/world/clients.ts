import type { Client } from './types.ts'

export const localClient: Client = {
  id: 'fieldproof-connector',
  secret: 'c0nnector-Secret',
  version: '1.4.2',
  type: 'Customer',
  accounts: ['acme'],
}
const platformClient: Client = {
  id: 'fieldproof-cloud',
  secret: 'Cl0ud+secret/1',
  version: '5.0',
  type: 'Platform',
  accounts: ['acme', 'globex'],
}
export const adminClient: Client = {
  id: 'fieldproof-admin',
  secret: 'Adm1n~~~~secret',
  version: '2.0',
  type: 'Admin',
  accounts: ['acme', 'globex', 'hollow'],
}
const storeClient: Client = {
  id: 'fieldproof-store',
  secret: 'St0re-secret',
  version: '2.0',
  type: 'Store',
  accounts: ['acme', 'globex'],
}
/** Real, but allowed for another account only. */
export const foreignClient: Client = {
  id: 'fieldproof-foreign',
  secret: 'F0reign-secret',
  version: '1.0',
  type: 'Customer',
  accounts: ['globex'],
}
/** For the account without any company. */
const hollowClient: Client = {
  id: 'fieldproof-hollow',
  secret: 'H0llow-secret',
  version: '1.0',
  type: 'Customer',
  accounts: ['hollow'],
}
/** For the second account on the main cluster. */
export const neighbourClient: Client = {
  id: 'fieldproof-neighbour',
  secret: 'Ne1ghbour-secret',
  version: '1.0',
  type: 'Customer',
  accounts: ['initech'],
}

export const clients: readonly Client[] = [
  localClient,
  platformClient,
  adminClient,
  storeClient,
  foreignClient,
  hollowClient,
  neighbourClient,
]
