import type { Dto } from '../../src/clients/answer.ts'
import { check, must, objectOf, rely, type Context } from '../../src/kit/index.ts'
import { turnedToken } from '../token/turned.ts'
import { mustLackPrivileges } from '../user/unprivileged.ts'
import { crowd } from './requirements.ts'
import { skillsIn } from './skills-in.ts'
import {
  api,
  bearing,
  createTaken,
  noSkills,
  person,
  readTechnician,
  resultsOf,
  skilled,
  technician,
  updateTaken,
} from './steps.ts'

check(
  crowd.figures,
  'of-one-skill-assigned-twice',
  {
    needs: ['crowd-tag'],
    brokenBy: ['crowd-list-counts-assignments', 'crowd-list-technician-once-per-skill'],
    effects: true,
  },
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
    const answer = await api(context).list({ query: { Size: '1000', skillName: name } })
    // A server may keep no skills, and may answer 404 where nobody has one.
    must.status(answer, 200, 404)
    if (resultsOf(answer).length === 0) noSkills()
    const { numberOfElements, totalElements, totalPages } = objectOf(answer)
    must.equal('numberOfElements', numberOfElements, resultsOf(answer).length)
    const ids = resultsOf(answer).map(({ externalId }) => externalId)
    must.equal('external ids of the page, each once', ids, [...new Set(ids)])
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
  {
    needs: ['crowd-tag'],
    brokenBy: ['crowd-skill-missing', 'crowd-skill-other-shape', 'crowd-skill-without-certificate-not-found'],
    effects: true,
  },
  async (context) => {
    const { externalId } = context.target.fixtures.crowdTag!
    const one = await skilled(context, externalId, '2033-06-15')
    const shown = await readTechnician(context, one.externalId)
    const [skill] = Array.isArray(shown?.['skills']) ? (shown['skills'] as ReadonlyArray<Record<string, unknown>>) : []
    if (typeof skill?.['uuid'] !== 'string') return noSkills()
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
    if (!skill) return noSkills()
    const { expiredAt, technicianExternalId } = skill
    if (typeof expiredAt === 'string') must.equal('the day that the skill expires', expiredAt.slice(0, 10), lastOfYear)
    if (typeof technicianExternalId === 'string')
      must.equal('the technician that the skill names', technicianExternalId, one.externalId)
  },
)

const day = (value: unknown): unknown => (typeof value === 'string' ? value.slice(0, 10) : undefined)

check(
  crowd['write-is-read'],
  'skills-told-with-a-creation',
  {
    needs: ['crowd-tag'],
    brokenBy: [
      'crowd-create-tells-another-skill-id',
      'crowd-create-tells-skill-of-nobody',
      'crowd-create-tells-tag-in-lower-case',
      'crowd-last-skill-shown-twice',
    ],
    effects: true,
  },
  async (context) => {
    const { externalId: tagExternalId } = context.target.fixtures.crowdTag!
    // Two, that neither is told what belongs to the other.
    for (const [startedAt, expiredAt] of [
      ['2026-01-01', '2033-06-15'],
      ['2026-02-02', '2034-07-16'],
    ])
      await mustTellItsSkill(context, person(context, { skills: [{ tagExternalId, startedAt, expiredAt }] }))
  },
)

async function mustTellItsSkill(context: Context, sent: Readonly<Record<string, unknown>>): Promise<void> {
  const answer = await rely(crowd.create, async () => {
    const { answer: made, sent: taken } = await createTaken(context, sent, { skills: undefined })
    must.status(made, 201)
    return taken['skills'] === undefined ? noSkills() : made
  })
  const [told] = resultsOf(answer)
  mustAgreeOnSkills('a creation', told, await readTechnician(context, String(told?.['externalId'])))
}

check(
  crowd['write-is-read'],
  'skills-told-with-an-update',
  {
    needs: ['crowd-tag'],
    brokenBy: ['crowd-update-tells-other-skill-ids', 'crowd-skills-written-back-are-there-twice'],
    effects: true,
  },
  async (context) => {
    const { externalId: tagExternalId } = context.target.fixtures.crowdTag!
    // Two, that neither is told what belongs to the other.
    const first = await bearing(context, [{ tagExternalId, startedAt: '2026-01-01', expiredAt: '2033-06-15' }])
    const second = await bearing(context, [{ tagExternalId, startedAt: '2026-02-02', expiredAt: '2034-07-16' }])
    for (const made of [first, second]) {
      const { answer } = await updateTaken(context, made, person(context))
      await rely(crowd.update, async () => must.status(answer, 200, 201))
      const read = await readTechnician(context, made.externalId)
      mustAgreeOnSkills('an update', resultsOf(answer)[0], read)
      if (made !== second) continue
      // Written back as they were read. Which fields of a skill may be sent, and whether an update gives or takes any, is not said.
      const back = await updateTaken(context, made, person(context, { skills: read?.['skills'] }))
      if (back.answer.status >= 300) return must.noServerError(back.answer)
      const skills = skillsIn(await readTechnician(context, made.externalId))
      must.inRange('number of skills after those that it had were written back', skills.length, {
        atMost: skillsIn(read).length,
      })
    }
  },
)

function mustAgreeOnSkills(write: string, told: Dto | undefined, read: Dto | undefined): void {
  must.present('the technician', read)
  for (const record of [told, read]) {
    const ids = skillsIn(record).flatMap(({ uuid }) => (typeof uuid === 'string' ? [uuid] : []))
    must.equal('number of different ids of its skills', new Set(ids).size, ids.length)
  }
  // Where skills of a technician are not kept, or shown later, there is nothing to compare. Their status may move.
  const [[one], [other]] = [skillsIn(told), skillsIn(read)]
  if (!one || !other || skillsIn(read).length > 1) return
  for (const field of ['uuid', 'externalId', 'tagExternalId', 'tagName', 'technicianExternalId'])
    if (typeof one[field] === 'string' && typeof other[field] === 'string')
      must.equal(`${field} of a skill in the answer to ${write}`, one[field], other[field])
  for (const field of ['startedAt', 'expiredAt'])
    if (day(one[field]) !== undefined && day(other[field]) !== undefined)
      must.equal(`${field} of a skill in the answer to ${write}`, day(one[field]), day(other[field]))
}

check(
  crowd.refusals,
  'a-skill-to-whom-nobody-let-in',
  {
    needs: ['crowd-tag'],
    brokenBy: [
      'crowd-skill-to-any-token',
      'crowd-skill-without-token',
      'crowd-skill-needs-no-privileges',
      'token-in-any-letter-case',
    ],
  },
  async (context) => {
    const one = await skilled(context, context.target.fixtures.crowdTag!.externalId, '2033-06-15')
    const id = skillsIn(await readTechnician(context, one.externalId))[0]?.['uuid']
    if (typeof id !== 'string') return noSkills()
    await rely(crowd.skill, async () => must.success(await api(context).getSkill(one.externalId, id)))
    // For this read no status of a refusal is listed.
    const turned = await turnedToken(context.as('crowd-owner'))
    const tokens = [{ value: `${context.fresh.tag}-never-issued` }, 'none', ...(turned ? [turned] : [])] as const
    for (const token of tokens) must.refused4xx(await api(context).getSkill(one.externalId, id, { token }))
    if ('unprivileged' in context.target.identities)
      await mustLackPrivileges(() => context.as('unprivileged').crowd.getSkill(one.externalId, id))
  },
)
