import type { Variant } from '../deviation.ts'
import { isRecord } from '../crowd/record.ts'
import { tags } from '../crowd/technicians.ts'
import { jsonIn, withBody } from '../faults/passing.ts'
import { problem } from '../header-context.ts'
import type { PlatformRequest } from '../http/message.ts'
import { crowdRules } from '../rulebook/crowd.ts'
import { through } from './lawful.ts'

type Skill = Parameters<typeof crowdRules.crowd.hasSkill>[0][number]

const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10)

/** Whether an assignment of a skill was approved, or need not be, and is not over. */
function counts({ approvalDecision, expiredAt }: Skill, now: number): boolean {
  const { approvalStatus } = isRecord(approvalDecision) ? approvalDecision : {}
  const isOver = typeof expiredAt === 'string' && expiredAt.slice(0, 10) < dayOf(now)
  return !isOver && (approvalStatus === 'APPROVED' || approvalStatus === 'APPROVAL_NOT_REQUIRED')
}

const { hasSkill, hasExpiry } = crowdRules.crowd

const auckland = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Auckland' })

function yearAfter(day: string): string {
  const [year = '', month = '', date = ''] = day.slice(0, 10).split('-')
  return `${Number(year) + 1}-${month}-${month === '02' && date === '29' ? '28' : date}`
}

const isWrite = ({ method, target }: PlatformRequest): boolean =>
  (method === 'POST' && /\/api\/crowd\/v2\/technicians(?:\?|$)/.test(target)) ||
  (method === 'PUT' && /\/api\/crowd\/v2\/technicians\/external-id\/[^/]+$/.test(target))

function hasOddSkill(skills: readonly unknown[]): boolean {
  const named = skills.map((one) => (isRecord(one) ? (one['tagExternalId'] ?? one['tagExternalID']) : undefined))
  const isOdd = (tag: unknown, at: number): boolean => {
    const skill = skills[at]
    const name = isRecord(skill) ? skill['tagName'] : undefined
    return (
      !(String(tag) in tags) || named.indexOf(tag) !== at || (typeof name === 'string' && name !== tags[String(tag)])
    )
  }
  return named.some(isOdd)
}

/** Lawful readings of skills, thought up by a fourteenth reader (suites/two-readings). */
export const fourteenthSkillVariants: readonly Variant[] = [
  {
    id: 'crowd-skill-name-finds-valid-skills-only',
    leaves: ['B-CRW-30'],
    says: 'skillName and skllValidityDate look at assignments that are approved, or need not be, and are not over.',
    rule: {
      crowd: {
        hasSkill: (skills, name, now) =>
          hasSkill(
            skills.filter((one) => counts(one, now)),
            name,
            now,
          ),
        hasExpiry: (skills, day, now) =>
          hasExpiry(
            skills.filter((one) => counts(one, now)),
            day,
            now,
          ),
      },
    },
  },
  {
    id: 'crowd-skills-of-a-year-from-today',
    leaves: ['B-CRW-21'],
    says: 'A skill without startedAt begins today in Auckland, and one without expiredAt ends a year after startedAt.',
    rule: {
      crowd: {
        skillDates: (sent, now) => {
          const startedAt = sent.startedAt ?? auckland.format(now)
          return { startedAt, expiredAt: sent.expiredAt ?? yearAfter(String(startedAt)) }
        },
      },
    },
  },
  through(
    'crowd-skills-of-known-tags',
    ['B-CRW-21'],
    'A technician with a skill of an unknown tag, two of one tag or one whose tagName is not that of its tag is refused with 404.',
    async (request, go) => {
      const skills = isWrite(request) ? jsonIn(request)?.['skills'] : undefined
      if (!Array.isArray(skills) || !hasOddSkill(skills)) return go(request)
      // What is refused for another reason is refused for that.
      const body = { ...jsonIn(request), skills: [{ tagExternalId: 'no tag' }] }
      const response = await go(withBody(request, Buffer.from(JSON.stringify(body))))
      return response.status === 400 ? problem(404, 'Not found', 'there is no such tag') : response
    },
  ),
]
