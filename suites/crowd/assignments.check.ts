import { check, must, objectOf, type Context } from '../../src/kit/index.ts'
import { crowd } from './requirements.ts'
import { api, noSkills, person, readTechnician, resultsOf, skilled, technician } from './steps.ts'

const pageOf = async (context: Context, skillName: string) => {
  const answer = await api(context).list({ query: { Size: '1000', skillName } })
  must.status(answer, 200)
  return answer
}

check(
  crowd.figures,
  'of-one-skill-assigned-twice',
  { needs: ['crowd-tag'], brokenBy: ['crowd-list-counts-assignments'], effects: true },
  async (context) => {
    const { externalId: tagExternalId, name } = context.target.fixtures.crowdTag!
    await technician(context)
    // A skill that is over, and the same anew. A server need not take both.
    await api(context).create(
      person(context, {
        skills: [
          { tagExternalId, startedAt: '2024-01-01', expiredAt: '2024-12-31' },
          { tagExternalId, startedAt: '2026-01-01', expiredAt: '2033-06-15' },
        ],
      }),
    )
    const answer = await pageOf(context, name)
    const { numberOfElements, totalElements, totalPages } = objectOf(answer)
    must.equal('numberOfElements', numberOfElements, resultsOf(answer).length)
    if (Number(totalPages) <= 1) must.equal('totalElements of a single page', totalElements, resultsOf(answer).length)
  },
)

const stated = 'PENDING REVIEW APPROVED DECLINED APPROVED_CLOSED DECLINED_CLOSED CANCELLED APPROVAL_NOT_REQUIRED'.split(
  ' ',
)

check(
  crowd['approval-status'],
  'sent-in-lower-case',
  { needs: ['crowd-tag'], brokenBy: ['crowd-approval-status-as-typed'], effects: true },
  async (context) => {
    const { externalId: tagExternalId } = context.target.fixtures.crowdTag!
    await technician(context)
    const approvalDecision = { approvalStatus: 'approved' }
    const answer = await api(context).create(
      person(context, { skills: [{ tagExternalId, startedAt: '2026-01-01', approvalDecision }] }),
    )
    // Refused, left out or understood: what is shown is one of the stated words.
    if (answer.status >= 400) return must.refused4xx(answer)
    const told = resultsOf(answer)[0]
    must.some('technician in results', resultsOf(answer), answer)
    const read = await readTechnician(context, String(told?.['externalId']))
    must.present('the technician', read)
    for (const shown of [told, read])
      for (const skill of (shown?.['skills'] ?? []) as ReadonlyArray<Record<string, unknown>>) {
        const status = (skill['approvalDecision'] as Record<string, unknown> | null | undefined)?.['approvalStatus']
        if (typeof status === 'string') must.oneOf('approvalStatus of a skill', status, stated)
      }
  },
)

check(
  crowd['external-id'],
  'sent-with-an-update',
  { brokenBy: ['crowd-update-takes-external-id'], effects: true },
  async (context) => {
    const { externalId, sent } = await technician(context)
    const own = context.fresh.externalId()
    const answer = await api(context).update(externalId, { ...sent, externalId: own })
    // Refused or overlooked: the service generates external ids.
    must.noServerError(answer)
    must.present('the technician under its external id', await readTechnician(context, externalId))
    must.absent('a technician under the external id that was sent', await readTechnician(context, own))
  },
)

check(
  crowd.skill,
  'by-id',
  { needs: ['crowd-tag'], brokenBy: ['crowd-skill-missing', 'crowd-skill-other-shape'], effects: true },
  async (context) => {
    const { externalId } = context.target.fixtures.crowdTag!
    const one = await skilled(context, externalId, '2033-06-15')
    const shown = await readTechnician(context, one.externalId)
    const [skill] = Array.isArray(shown?.['skills']) ? (shown['skills'] as ReadonlyArray<Record<string, unknown>>) : []
    if (typeof skill?.['uuid'] !== 'string') return noSkills(context)
    const answer = await api(context).getSkill(one.externalId, skill['uuid'])
    must.success(answer)
    const found = resultsOf(answer)[0] ?? objectOf(answer)
    must.equal('uuid of the skill', found['uuid'], skill['uuid'])
    must.equal('tag of the skill', found['tagExternalId'] ?? found['tagExternalID'], externalId)
  },
)

check(
  crowd['skill-shape'],
  'dates-and-technician',
  {
    needs: ['crowd-tag'],
    brokenBy: [
      'crowd-skill-expires-a-day-early',
      'crowd-skill-of-another-number',
      'crowd-skill-expires-in-year-of-week',
    ],
    effects: true,
  },
  async (context) => {
    const { externalId } = context.target.fixtures.crowdTag!
    // A Tuesday in the first week of the year that follows.
    const lastOfYear = '2030-12-31'
    const one = await skilled(context, externalId, lastOfYear)
    const shown = await readTechnician(context, one.externalId)
    const [skill] = Array.isArray(shown?.['skills']) ? (shown['skills'] as ReadonlyArray<Record<string, unknown>>) : []
    if (!skill) return noSkills(context)
    const { expiredAt, technicianExternalId } = skill
    if (typeof expiredAt === 'string') must.equal('the day that the skill expires', expiredAt.slice(0, 10), lastOfYear)
    if (typeof technicianExternalId === 'string')
      must.equal('the technician that the skill names', technicianExternalId, one.externalId)
  },
)
