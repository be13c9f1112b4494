import type { Action } from '../world/types.ts'
import type { Login } from './token.ts'

/** Interfaces of document B that need privileges (B-PRV-01). */
const privilege = {
  /** Whether a caller with these privileges is served. Accounts and clients act for the account itself. */
  serves: (_room: string, privileges: readonly string[], login: Login, _operation: string): boolean =>
    login !== 'user' || privileges.some((name) => name === 'ADMINISTRATOR' || name === 'SUPERUSER'),
  status: (_room: string): number => 403,
}

/** The interface by which a caller comes to business objects; a batch stands for all that is in it. */
export type WayIn = 'data' | 'batch' | 'query' | 'expansion' | 'service'

/** What permission groups grant (B-USR-25). */
const permission = {
  right: (right: 'ALL' | 'NONE', _resource: string, _action: Action, _way: WayIn): 'ALL' | 'NONE' => right,
}

export const peopleRules = { privilege, permission }
