import { randomBytes } from 'node:crypto'
import type { Caller } from '../caller.ts'
import { perHouse, type House } from '../house.ts'
import type { DispatchStatus, Past } from '../rulebook/dispatch.ts'

/** How long a notified partner may think, in milliseconds. */
export const timeoutMs = 30 * 60_000

export interface Assignment extends Past {
  acceptedBy: Past['acceptedBy']
  rejectedBy: Past['rejectedBy']
  /** How it was planned before. */
  readonly before: Assignment | undefined
  readonly activityId: string
  /** The name that who had it planned gave it. */
  readonly plannedAs: string | undefined
  readonly account: number
  readonly company: number
  technicianId: string
  /** Id of the user whom the activity is planned to. */
  partner: string | undefined
  status: DispatchStatus | null
  notifiedAt: number
  state: string
  released: boolean
  activity: { status: string; executionStage: string; checkedout: boolean }
  times: Readonly<Record<string, unknown>>
  /** What an action does later than it is answered, and when. */
  due: { readonly at: number; readonly apply: () => void } | undefined
}

export interface DispatchEvent {
  readonly name: string
  readonly activityId: string
  readonly at: number
}

interface Desk {
  readonly assignments: Map<string, Assignment>
  readonly events: DispatchEvent[]
}

const deskOf = perHouse((): Desk => ({ assignments: new Map(), events: [] }))

const newId = () => randomBytes(16).toString('hex').toUpperCase()

/** Plans an activity to a partner, anew or again, in a status that it had to be led to otherwise. */
export function plan(
  house: House,
  {
    activityId = newId(),
    account,
    company,
    partner,
    status,
    plannedAs,
  }: Partial<Assignment> & { account: number; company: number },
): Assignment {
  const { assignments } = deskOf(house)
  const before = assignments.get(activityId.toUpperCase())
  const planned: Assignment = {
    before,
    again: before !== undefined,
    acceptedBy: undefined,
    rejectedBy: before?.rejectedBy ?? [],
    activityId,
    plannedAs,
    account,
    company,
    technicianId: house.rules.dispatch.plansTo(newId(), partner),
    partner,
    status: status ?? null,
    notifiedAt: house.clock.now(),
    state: 'PLANNED',
    released: false,
    activity: { status: 'PLANNED', executionStage: 'DISPATCHING', checkedout: true },
    times: {},
    due: undefined,
  }
  assignments.set(activityId.toUpperCase(), planned)
  return planned
}

export function withdraw(house: House, activityId: string): boolean {
  const { assignments } = deskOf(house)
  const meant = [...assignments].filter(([, one]) => one.activityId.toUpperCase() === activityId.toUpperCase())
  for (const [key] of meant) assignments.delete(key)
  return meant.length > 0
}

/** Keeps an assignment beside the next one of its activity: it is listed, and no action reaches it. */
export function putAside(house: House, activityId: string): void {
  const { assignments } = deskOf(house)
  const aside = assignments.get(activityId.toUpperCase())
  assignments.delete(activityId.toUpperCase())
  if (aside) assignments.set(`${activityId.toUpperCase()} aside ${assignments.size}`, aside)
}

/** An assignment as it stands now. */
export function assignmentOf(house: House, activityId: string): Assignment | undefined {
  const found = deskOf(house).assignments.get(activityId.toUpperCase())
  if (found) settle(found, house)
  return found
}

/** Whether an operation of the caller reaches an assignment: one of its company. */
export const reaches = (operation: string, { account, company }: Caller, one: Assignment, house: House): boolean => {
  const reach = house.rules.reach.finds(operation)
  if (reach === 'everywhere') return true
  return one.account === account.id && (reach === 'account' || one.company === company?.id)
}

export const ofCompany = (house: House, caller: Caller, operation = 'dispatch'): readonly Assignment[] =>
  [...deskOf(house).assignments.values()]
    .filter((one) => reaches(operation, caller, one, house))
    .map((one) => settle(one, house))

export const everyAssignment = (house: House): readonly Assignment[] => [...deskOf(house).assignments.values()]

/** What is due by a moment takes effect. */
export function settle(assignment: Assignment, { clock, rules }: House, by = clock.now()): Assignment {
  const { due } = assignment
  if (due && by >= due.at) {
    assignment.due = undefined
    due.apply()
  }
  assignment.status = rules.dispatch.lapses(assignment.status, clock.now() - assignment.notifiedAt)
  return assignment
}

export const note = (house: House, event: DispatchEvent): void => void deskOf(house).events.push(event)

export const eventsOf = (house: House, activityId: string): readonly DispatchEvent[] =>
  deskOf(house).events.filter((event) => event.activityId.toUpperCase() === activityId.toUpperCase())
