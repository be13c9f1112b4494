import { randomUUID } from 'node:crypto'
import type { Values } from '../peer/model.ts'
import type { World } from '../world.ts'

export interface Email {
  readonly value: string
  readonly primary: boolean
}
export interface UserRecord {
  readonly id: number
  readonly account: string
  emails: Email[]
  firstName: string | null
  lastName: string | null
  phone: string | null
  name: string
  active: boolean | null
  readonly created: string
  lastChanged: string
  companies: { companyId: number; groupId: number }[]
  /** Made by the User API for an account that had no subscription left. */
  unsubscribed?: boolean
}
export interface GroupRecord {
  readonly id: number
  readonly account: string
  displayName: string | null
  members: number[]
  readonly created: string
  lastChanged: string
}
interface Subscription {
  readonly account: string
  readonly until: number
  readonly automatic: boolean
  holder: number | null
}
export interface Technician {
  readonly at: string
  readonly externalId: string
  readonly createdAt: string
  lastChanged: string
  values: Values
  addresses: Values[]
  skills: Values[]
}

/** Everything beside the records of the Data API; plain data, so that a transaction can copy it. */
export interface State {
  users: UserRecord[]
  groups: GroupRecord[]
  gone: { id: number; account: string; email: string }[]
  subscriptions: Subscription[]
  technicians: Technician[]
  events: { event: string; activityId: string; at: string }[]
  /** When the countdown of an assignment ends. */
  deadlines: Record<string, number>
  next: number
}

export const permissionGroups: Readonly<Record<string, readonly { id: number; name: string }[]>> = {
  globex: [
    { id: 301, name: 'Everything' },
    { id: 302, name: 'Own' },
    { id: 303, name: 'Nothing' },
  ],
  initech: [{ id: 401, name: 'Everything' }],
}
const month = 30 * 24 * 60 * 60 * 1000
export const inAMonth = (): number => Date.now() + month
export const primaryOf = (emails: readonly Email[]): string =>
  (emails.find(({ primary }) => primary) ?? emails[0])?.value ?? ''

export function createState(world: World): State {
  const now = new Date().toISOString()
  const users = world.accounts.flatMap((account) =>
    account.users.map((user): UserRecord => ({
      id: user.id,
      account: account.name,
      emails: [{ value: `${user.name}@${account.name}.example`, primary: true }],
      firstName: user.name,
      lastName: null,
      phone: null,
      name: user.name,
      active: true,
      created: now,
      lastChanged: now,
      companies: account.companies
        .filter(({ name }) => user.companies.includes(name))
        .map(({ id }) => ({ companyId: id, groupId: user.privilege === undefined ? 302 : 301 })),
    })),
  )
  return {
    users,
    groups: [
      { id: 5001, account: 'globex', displayName: 'Dispatchers', members: [902], created: now, lastChanged: now },
    ],
    gone: [],
    // Of the account's free ones one is no longer valid. A run of the kit holds a dozen users at a time.
    subscriptions: [
      { account: 'globex', until: Date.now() - month, automatic: false, holder: null },
      ...Array.from({ length: 24 }, () => ({ account: 'globex', until: inAMonth(), automatic: false, holder: null })),
    ],
    technicians: [],
    events: [],
    deadlines: {},
    next: 10_001,
  }
}

export const uuid = (): string => randomUUID()
