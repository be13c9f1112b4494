import type { World } from './types.ts'

const all = { create: 'ALL', read: 'ALL', update: 'ALL', delete: 'ALL' } as const
const none = { create: 'NONE', read: 'NONE', update: 'NONE', delete: 'NONE' } as const
const ownOnly = { create: 'ALL', read: 'OWN', update: 'OWN', delete: 'OWN' } as const

export const groups: World['groups'] = {
  integration: { '*': all },
  nobody: { '*': none },
  /** Everything except business partners, which it cannot read. */
  calls: { '*': all, BusinessPartner: none },
  /** Everything; of business partners and activities only its own. */
  own: { '*': all, BusinessPartner: ownOnly, Activity: ownOnly },
  /** Reads everything, writes nothing. */
  reader: { '*': { ...none, read: 'ALL' } },
}

/** Ids of the permission groups, as the User API has them. */
export const groupIds: Readonly<Record<string, number>> = {
  integration: 301,
  nobody: 302,
  calls: 303,
  reader: 304,
  own: 311,
}

export const knownGroups: readonly number[] = Object.values(groupIds)
