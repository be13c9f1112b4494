import type { Caller } from '../caller.ts'
import type { House } from '../house.ts'
import type { DispatchAction, DispatchRole, DispatchStatus, Why } from '../rulebook/dispatch.ts'
import type { Journal } from '../store/journal.ts'
import { assignmentOf, note, ofCompany, reaches, settle, timeoutMs, type Assignment } from './assignments.ts'

export interface NotDone {
  readonly why: Why
  readonly title: string
  readonly detail: string
  /** The status that the assignment had. */
  readonly status: DispatchStatus | null | undefined
  /** The caller rejected the activity once. */
  readonly wasTheirs: boolean
}

const words: Readonly<Record<Why, readonly [title: string, detail: string]>> = {
  role: ['Forbidden', 'this action belongs to the other role'],
  unknown: ['Not found', 'there is no such activity'],
  foreign: ['Not found', 'the activity is planned to another partner'],
  technician: ['Not found', 'the technician is not known'],
  unplanned: ['Conflict', 'the activity is not planned to a partner'],
  state: ['Conflict', 'the assignment is in another state'],
  late: ['Conflict', 'the partner was too late'],
  busy: ['Forbidden', 'technician is not free'],
}

export const rolesOf = ({ user }: Pick<Caller, 'user'>): DispatchRole[] => [
  ...(user?.privileges.includes('CROWD_OWNER') ? (['owner'] as const) : []),
  ...(user?.privileges.includes('PARTNER_MANAGER') ? (['partner'] as const) : []),
]

interface Asked {
  readonly action: DispatchAction
  readonly activityId: string
  readonly technicianId?: string
  /** Fields of an update. */
  readonly sent?: Readonly<Record<string, unknown>>
  /** Its place in a batch, from 0. */
  readonly nth?: number
}

/** Judges an action on one assignment and carries it out: undefined if it was, else why not. */
export async function act(asked: Asked, caller: Caller, house: House, journal?: Journal): Promise<NotDone | undefined> {
  const { action, activityId } = asked
  const { dispatch } = house.rules
  const pace = house.seams.dispatch.pace(action, house)
  if (pace) await pace
  const found = assignmentOf(house, activityId)
  const assignment = found && reaches(`dispatch-${action}`, caller, found, house) ? found : undefined
  if (assignment && dispatch.waitsForOthers()) settle(assignment, house, Number.POSITIVE_INFINITY)
  const judged = dispatch.looksBack(action) ? (assignment?.before ?? assignment) : assignment
  const why = whyNot(asked, judged, caller, house)
  const met = { status: assignment?.status, wasTheirs: wasTheirs(assignment, caller) }
  if (!why || dispatch.actsAnyway(why, action)) {
    const gap = house.seams.dispatch.gap(action)
    if (gap) await gap
    if (assignment) {
      const before = { ...assignment }
      journal?.add('update', 'ServiceAssignment', () => Object.assign(assignment, before))
      const like = { status: assignment.status, partner: assignment.partner }
      carryOut(asked, assignment, house)
      if (dispatch.reachesOthers(action))
        for (const other of ofCompany(house, caller))
          if (other.status === like.status && other.partner === like.partner) carryOut(asked, other, house)
    }
  } else if (assignment && dispatch.echoes(action, why)) {
    assignment.notifiedAt = house.clock.now()
    note(house, { name: `assignment.${action}`, activityId, at: house.clock.now() })
  }
  if (!why) return undefined
  const [title, detail] = words[why]
  return { why, title, detail, ...met }
}

/** Whether the caller rejected the activity once. */
export const wasTheirs = (assignment: Assignment | undefined, { user }: Caller): boolean =>
  user !== undefined && (assignment?.rejectedBy.includes(user.id) ?? false)

/** Times of the other activities of the company that were accepted and not released. */
const booked = (own: Assignment, caller: Caller, house: House): ReadonlyArray<Assignment['times']> =>
  ofCompany(house, caller)
    .filter((one) => one.activityId !== own.activityId && one.status === 'ACCEPTED' && !one.released)
    .map(({ times }) => times)

function whyNot(
  { action, sent, technicianId, nth = 0 }: Asked,
  assignment: Assignment | undefined,
  caller: Caller,
  house: House,
): Why | undefined {
  const { clock } = house
  const { dispatch } = house.rules
  if (!dispatch.mayAct(action, rolesOf(caller))) return 'role'
  if (!assignment) return 'unknown'
  const isOwners = action === 'confirm' || action === 'notify'
  const isPlanned = assignment.partner !== undefined
  const isOwn = isPlanned && (isOwners || assignment.partner === caller.user?.id)
  const planned = isOwn ? 'own' : isPlanned ? 'other' : 'none'
  if (!dispatch.actsOn(action, planned, nth, wasTheirs(assignment, caller))) return isOwners ? 'unplanned' : 'foreign'
  if (!dispatch.startsFrom(action, assignment.status, assignment)) return 'state'
  const isWaiting = assignment.status === 'NOTIFIED'
  if (isWaiting && dispatch.isLate(action, clock.now() - assignment.notifiedAt, timeoutMs)) return 'late'
  if (technicianId !== undefined && !dispatch.namesPlanned(technicianId, assignment.technicianId)) return 'technician'
  if (sent && !dispatch.knowsTechnician(sent['responsible'], caller.user?.id, () => ofCompany(house, caller)))
    return 'technician'
  if (sent && !dispatch.hasTime(sent, booked(assignment, caller, house), clock.now())) return 'busy'
  return undefined
}

function carryOut({ action, technicianId, sent }: Asked, assignment: Assignment, house: House): void {
  const { dispatch } = house.rules
  const apply = () => {
    const { status, unassigned, released, reopened, activity } = dispatch.alters(action, assignment)
    if (status !== undefined) assignment.status = status
    if (status === 'NOTIFIED')
      assignment.notifiedAt = dispatch.countsFrom(house.clock.now(), assignment.before?.notifiedAt)
    if (action === 'accept' || action === 'batch-accept') assignment.acceptedBy = action
    if (action === 'confirm' && technicianId !== undefined) assignment.technicianId = technicianId
    if (action === 'reject' && assignment.partner !== undefined)
      assignment.rejectedBy = [...assignment.rejectedBy, assignment.partner]
    if (unassigned) assignment.partner = undefined
    if (released) Object.assign(assignment, { state: 'RELEASED', released: true })
    if (activity) assignment.activity = { ...assignment.activity, ...activity }
    if (reopened) assignment.activity = { status: 'OPEN', executionStage: 'EXECUTION', checkedout: false }
    if (sent)
      assignment.times = { ...assignment.times, ...dispatch.updates(sent, assignment.times, assignment.technicianId) }
    if (dispatch.triggers(action, assignment))
      note(house, { name: `assignment.${action}`, activityId: assignment.activityId, at: house.clock.now() })
  }
  const delay = dispatch.delay(action)
  if (delay === 0) apply()
  else assignment.due = { at: house.clock.now() + delay, apply }
}
