import { isRecord } from '../crowd/record.ts'
import type { Variant } from '../deviation.ts'
import { askedOf, refused } from '../faults/passing.ts'
import { elementsIn } from '../faults/people-kinds.ts'
import { crowdRules } from '../rulebook/crowd.ts'
import { through } from './lawful.ts'
import { isFieldList, objectSent } from './turned-away.ts'

const { hasSkill, hasExpiry } = crowdRules.crowd

type Skills = Parameters<typeof hasSkill>[0]

const approved = (skills: Skills): Skills =>
  skills.filter(
    ({ approvalDecision }) => isRecord(approvalDecision) && approvalDecision['approvalStatus'] === 'APPROVED',
  )

/** Lawful servers of the field, as one that was written from the document alone has them. */
export const goServerFieldVariants: readonly Variant[] = [
  through(
    'service-requirements-of-the-catalogue',
    ['B-SVC-15'],
    'A requirement refers to what the owner of the system lists: a call that requires a Skill which a caller has made is refused with 400.',
    async (request, go) => {
      const { method, path } = askedOf(request)
      const isCreation = method === 'POST' && path.endsWith('/composite-tree/service-calls')
      const activities = isCreation ? elementsIn(objectSent(request)['activities']).filter(isFieldList) : []
      const skills = activities
        .flatMap(({ requirements }) => elementsIn(requirements).filter(isFieldList))
        .flatMap(({ skill }) => (isFieldList(skill) && typeof skill['id'] === 'string' ? [skill['id']] : []))
      return skills.some((id) => !/^F1E1D0/i.test(id)) ? refused(400, 'no such skill') : go(request)
    },
  ),
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
