import type { StoredRecord } from '../store/record.ts'
import type { Action, Right } from '../world/types.ts'
import type { Step } from '../data/step.ts'
import type { Login } from './token.ts'

/** Interfaces of document B that need privileges (B-PRV-01). */
const privilege = {
  /** Whether a caller with these privileges is served, if need be with what is about itself. Accounts and clients act for the account itself. */
  serves: (
    _room: string,
    privileges: readonly string[],
    login: Login,
    _operation: string,
    _isAboutSelf?: boolean,
  ): boolean => login !== 'user' || privileges.some((name) => name === 'ADMINISTRATOR' || name === 'SUPERUSER'),
  status: (_room: string): number => 403,
}

/** The interface by which a caller comes to business objects; a batch stands for all that is in it. */
export type WayIn = 'data' | 'batch' | 'query' | 'expansion' | 'service'

/** How a record comes to be shown or written. */
export interface Touch {
  readonly operation: Step['operation'] | 'search' | 'deleted' | 'select' | 'expand' | 'count'
  readonly by: Step['by']
  readonly way: WayIn
  readonly inBulk: boolean
}

/** What permission groups grant (B-USR-25). */
const permission = {
  right: (right: Right, _resource: string, _action: Action, _way: WayIn, _operation: string): Right => right,
  /** Whether a right of Own covers a record: no sentence says whose a record is. */
  owns: (record: StoredRecord, userId: string, _touch: Touch): boolean => record.createdBy === userId,
  /** The status for one who names a record that a right of Own does not cover. */
  notOwn: (_touch: Touch): number => 403,
}

export const peopleRules = { privilege, permission }
