import { randomUUID } from 'node:crypto'
import type { Variant } from '../deviation.ts'
import { everyTechnician, type Skill } from '../crowd/technicians.ts'
import { isRecord } from '../crowd/record.ts'
import {
  assignmentOf,
  everyAssignment,
  note,
  plan,
  putAside,
  timeoutMs,
  type Assignment,
} from '../dispatch/assignments.ts'
import { perHouse, type House } from '../house.ts'
import { dispatchRules } from '../rulebook/dispatch.ts'
import { through } from './lawful.ts'

const { dispatch } = dispatchRules
const second = 1000

const approvals =
  'PENDING REVIEW APPROVED DECLINED APPROVED_CLOSED DECLINED_CLOSED CANCELLED APPROVAL_NOT_REQUIRED'.split(' ')
const begun = perHouse(() => new WeakMap<Skill, number>())

/** The skill after the next step of its approval; undefined if it has none. */
function steppedOn(skill: Skill, now: number): Skill | undefined {
  const { approvalDecision, expiredAt } = skill
  const { approvalStatus, reason } = isRecord(approvalDecision) ? approvalDecision : {}
  const to = (status: string, why: unknown) => ({ ...skill, approvalDecision: { approvalStatus: status, reason: why } })
  if (approvalStatus === 'PENDING') return to('REVIEW', reason ?? null)
  const isOver = Date.parse(String(expiredAt)) < now
  return approvalStatus === 'REVIEW' ? to(isOver ? 'DECLINED' : 'APPROVED', 'checked automatically') : undefined
}

/** Skills whose time has come go on by a step. */
function approve(house: House): void {
  const now = house.clock.now()
  const since = begun(house)
  for (const [, technician] of everyTechnician(house)) {
    const step = (skill: Skill): Skill => {
      const from = since.get(skill) ?? now
      since.set(skill, from)
      const stepped = now - from >= second ? steppedOn(skill, now) : undefined
      if (!stepped) return skill
      since.set(stepped, from + second)
      technician.lastChanged = now
      return step(stepped)
    }
    technician.skills = technician.skills.map(step)
  }
}

const isLate = ({ status, notifiedAt }: Assignment, { clock }: House): boolean =>
  status === 'NOTIFIED' && clock.now() - notifiedAt >= timeoutMs

/** What was not answered in time the service accepts for the partner. */
function acceptLate(house: House): void {
  for (const one of everyAssignment(house))
    if (isLate(one, house)) {
      const { activity } = house.rules.dispatch.alters('accept', one)
      Object.assign(one, {
        status: 'ACCEPTED',
        acceptedBy: 'accept',
        ...(activity ? { activity: { ...one.activity, ...activity } } : {}),
      })
      note(house, { name: 'assignment.accept', activityId: one.activityId, at: one.notifiedAt + timeoutMs })
    }
}

/** Partners of an account, by id. */
const partnersOf = (accountId: number, house: House): readonly number[] =>
  (house.world.accounts.find(({ id }) => id === accountId)?.users ?? [])
    .filter(({ privileges }) => privileges.includes('PARTNER_MANAGER') && !privileges.includes('CROWD_OWNER'))
    .map(({ id }) => id)
    .sort((one, other) => one - other)

/** What was not answered in time goes to the next partner, and from the last one to nobody. */
function passOn(house: House): void {
  for (const one of everyAssignment(house))
    while (isLate(one, house)) {
      const next = partnersOf(one.account, house).find((id) => id > Number(one.partner))
      const at = one.notifiedAt + timeoutMs
      Object.assign(one, {
        partner: next === undefined ? undefined : String(next),
        status: next === undefined ? null : 'NOTIFIED',
        technicianId: randomUUID().replaceAll('-', '').toUpperCase(),
        notifiedAt: at,
      })
      if (next !== undefined) note(house, { name: 'assignment.notify', activityId: one.activityId, at })
    }
}

interface Replanned {
  readonly old: Assignment
  readonly anew: Assignment
}

const released = perHouse(() => new Map<Assignment, number>())
const replanned = perHouse((): Replanned[] => [])

/** What was released is planned to the same technician again a second later; the old assignment stays beside. */
function planReleased(house: House): void {
  const now = house.clock.now()
  for (const old of everyAssignment(house)) {
    if (!old.released || old.partner === undefined || assignmentOf(house, old.activityId) !== old) continue
    const at = released(house).get(old) ?? now
    released(house).set(old, at)
    if (now - at < second) continue
    putAside(house, old.activityId)
    const { activityId, account, company, partner, plannedAs, technicianId } = old
    const anew = plan(house, { activityId, account, company, partner, plannedAs })
    Object.assign(anew, { technicianId, again: true, rejectedBy: old.rejectedBy })
    replanned(house).push({ old, anew })
  }
  // There is one activity, however many assignments it had.
  for (const { old, anew } of replanned(house)) old.activity = anew.activity
}

const beyond = (action: string): boolean => ['accept', 'reject', 'batch-accept'].includes(action)

/** Lawful readings of technicians and dispatching, thought up by a thirteenth reader (suites/two-readings). */
export const thirteenthFieldVariants: readonly Variant[] = [
  {
    alone: true,
    ...through(
      'crowd-skills-approved-by-the-clock',
      ['B-CRW-18'],
      'Skills have the approval status that was sent, PENDING if none was; PENDING goes to REVIEW and REVIEW to APPROVED or DECLINED a second later each.',
      async (request, go, { house }) => {
        approve(house)
        const response = await go(request)
        approve(house)
        return response
      },
    ),
    rule: {
      crowd: {
        approval: (sent) => {
          const { approvalStatus, reason } = isRecord(sent) ? sent : {}
          const isOne = approvals.includes(String(approvalStatus))
          return { approvalStatus: isOne ? approvalStatus : 'PENDING', reason: reason ?? null }
        },
      },
    },
  },
  {
    ...through(
      'dispatch-time-out-accepts',
      ['B-DSP-17'],
      'When the time of a notification is over the service accepts for the partner, whose accept and reject are 403 then.',
      (request, go, { house }) => {
        acceptLate(house)
        return go(request)
      },
    ),
    excludes: ['dispatch-time-out-is-a-rejection'],
    rule: {
      dispatch: {
        refusalStatus: (why, action, met) =>
          why === 'state' && met?.status === 'ACCEPTED' && beyond(action)
            ? 403
            : dispatch.refusalStatus(why, action, met),
      },
    },
  },
  {
    ...through(
      'dispatch-time-out-goes-to-the-next-partner',
      ['B-DSP-17'],
      'When the time of a notification is over the activity is planned to the next partner and notified there, and to nobody after the last.',
      (request, go, { house }) => {
        passOn(house)
        return go(request)
      },
    ),
    alone: true,
    excludes: ['dispatch-time-out-is-a-rejection'],
    rule: {
      dispatch: {
        refusalStatus: (why, action, met) => (why === 'unplanned' ? 404 : dispatch.refusalStatus(why, action, met)),
      },
    },
  },
  {
    ...through(
      'dispatch-released-is-planned-again',
      ['B-DSP-12'],
      'A second after a release the activity has a new assignment for the same technician, and the old one beside it.',
      async (request, go, { house }) => {
        planReleased(house)
        const response = await go(request)
        planReleased(house)
        return response
      },
    ),
    rule: {
      dispatch: {
        refusalStatus: (why, action, met) =>
          why === 'state' && action === 'release' ? 404 : dispatch.refusalStatus(why, action, met),
      },
    },
  },
]
