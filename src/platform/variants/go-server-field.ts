import { isRecord } from '../crowd/record.ts'
import type { Variant } from '../deviation.ts'
import { crowdRules } from '../rulebook/crowd.ts'

const { hasSkill, hasExpiry } = crowdRules.crowd

type Skills = Parameters<typeof hasSkill>[0]

const approved = (skills: Skills): Skills =>
  skills.filter(
    ({ approvalDecision }) => isRecord(approvalDecision) && approvalDecision['approvalStatus'] === 'APPROVED',
  )

/** Lawful servers of the field, as one that was written from the document alone has them. */
export const goServerFieldVariants: readonly Variant[] = [
  {
    id: 'crowd-skills-pending-unless-sent-as-approved',
    leaves: ['B-CRW-18', 'B-CRW-30'],
    says: 'A skill of a technician is PENDING, or as it was sent; skillName and skllValidityDate look at approved ones.',
    rule: {
      crowd: {
        approval: (sent) =>
          isRecord(sent) && sent['approvalStatus'] === 'APPROVED'
            ? { approvalStatus: 'APPROVED', reason: null }
            : { approvalStatus: 'PENDING', reason: null },
        hasSkill: (skills, name, now) => hasSkill(approved(skills), name, now),
        hasExpiry: (skills, day, now) => hasExpiry(approved(skills), day, now),
      },
    },
  },
]
