import { holds, Unexercised, type Context } from '../../src/kit/index.ts'
import { bearing, hasApproved, noSkills, readTechnician, type Technician } from './steps.ts'

/** A skill that is sent as approved: what becomes of that is not shown (B-CRW-18). */
export const sentAsApproved = { approvalDecision: { approvalStatus: 'APPROVED' } }

/** A technician with one skill that waits for nobody's approval: where it does, another is made with one that is sent as approved. */
export async function approvedSkill(context: Context, tagExternalId: string, expiredAt: string): Promise<Technician> {
  for (const more of [{}, sentAsApproved]) {
    const made = await bearing(context, [{ tagExternalId, startedAt: '2026-01-01', expiredAt, ...more }])
    const shown = await readTechnician(context, made.externalId)
    if (hasApproved(shown, tagExternalId)) return made
    if (!holds(shown, tagExternalId)) noSkills()
  }
  throw new Unexercised('skills of a new technician wait for an approval, those that are sent as approved, too')
}
