import type { Dto } from '../../src/clients/answer.ts'
import { isObject } from '../../src/exchange/json.ts'
import { check, must, objectOf, rely, type Context } from '../../src/kit/index.ts'
import { crowd } from './requirements.ts'
import { skillsIn } from './skills-in.ts'
import { api, createTaken, noSkills, person, readTechnician, resultsOf, skilled, technician } from './steps.ts'

const stated = 'PENDING REVIEW APPROVED DECLINED APPROVED_CLOSED DECLINED_CLOSED CANCELLED APPROVAL_NOT_REQUIRED'.split(
  ' ',
)

const approvalOf = (skill: Dto): unknown =>
  isObject(skill['approvalDecision']) ? skill['approvalDecision']['approvalStatus'] : undefined

/** A technician with these skills, as it is told and read; nothing where the server does not take them. */
async function withSkills(context: Context, skills: readonly Dto[]) {
  const { answer } = await createTaken(context, person(context, { skills }))
  // A server need not take several skills of one tag, nor what it decides or generates itself.
  if (answer.status >= 400) {
    must.refused4xx(answer)
    return undefined
  }
  await rely(crowd.create, async () => must.status(answer, 201))
  const [told] = resultsOf(answer)
  const externalId = String(told?.['externalId'])
  return { externalId, records: [told, await readTechnician(context, externalId)] }
}

/** The status of a skill in the record, as it is now. */
const approvalNow = async (context: Context, externalId: string, uuid: string): Promise<unknown> => {
  const found = skillsIn(await readTechnician(context, externalId)).find((one) => one['uuid'] === uuid)
  return found && approvalOf(found)
}

check(
  crowd['approval-status'],
  'of-each-skill',
  {
    needs: ['crowd-tag'],
    brokenBy: [
      'crowd-cancelled-by-id-with-one-l',
      'crowd-later-skills-with-any-approval',
      'crowd-approval-status-ok',
      'crowd-updated-skills-with-any-approval',
      'crowd-approval-declined-and-closed-in-two-words',
    ],
    effects: true,
  },
  async (context) => {
    const { externalId: tagExternalId } = context.target.fixtures.crowdTag!
    const skillOf = (approvalStatus: string, nth: number) => ({
      tagExternalId,
      startedAt: `2026-0${(nth % 9) + 1}-01`,
      expiredAt: `2026-0${(nth % 9) + 1}-20`,
      approvalDecision: { approvalStatus },
    })
    let judged = 0
    // Each of the words, and some that are none behind one that is.
    for (const words of [stated, ['PENDING', 'OK', 'CANCELED', 'pending']]) {
      const made = await withSkills(context, words.map(skillOf))
      if (!made) continue
      // Whether an update takes skills is not shown.
      const updated = await api(context).update(made.externalId, person(context, { skills: words.map(skillOf) }))
      must.noServerError(updated)
      const last = await readTechnician(context, made.externalId)
      for (const record of [...made.records, ...(updated.status < 300 ? resultsOf(updated) : []), last])
        for (const skill of skillsIn(record)) {
          const status = approvalOf(skill)
          judged += typeof status === 'string' ? 1 : 0
          if (typeof status === 'string') must.oneOf('approvalStatus of a skill', status, stated)
        }
      for (const skill of skillsIn(last)) {
        if (typeof skill['uuid'] !== 'string') continue
        const answer = await api(context).getSkill(made.externalId, skill['uuid'])
        await rely(crowd.skill, async () => must.success(answer))
        const status = approvalOf(resultsOf(answer)[0] ?? objectOf(answer))
        if (typeof status !== 'string') continue
        must.oneOf('approvalStatus of a skill that is read by its id', status, stated)
        const known = approvalOf(skill) ?? status
        // A decision may fall between two reads (B-CRW-18).
        const now = status === known ? known : await approvalNow(context, made.externalId, skill['uuid'])
        must.oneOf('approvalStatus of a skill by its id, as in the record', status, [known, now])
      }
    }
    if (judged === 0) noSkills()
  },
)

check(
  crowd['skill-shape'],
  'ids-of-several-skills',
  {
    needs: ['crowd-tag'],
    brokenBy: ['crowd-later-skills-keep-a-sent-uuid', 'crowd-skill-keeps-a-sent-owner'],
    effects: true,
  },
  async (context) => {
    const { externalId: tagExternalId } = context.target.fixtures.crowdTag!
    const sent = ['2026-01-02', '2027-01-02', '2028-01-02'].map((startedAt) => ({
      tagExternalId,
      startedAt,
      expiredAt: startedAt.replace('-01-', '-06-'),
      uuid: context.fresh.id(),
    }))
    const { externalId: another } = await technician(context)
    const withOwner = sent.map((one) => ({ ...one, technicianExternalId: another }))
    let judged = 0
    for (const skills of [sent, withOwner]) {
      const made = await withSkills(context, skills)
      for (const record of made?.records ?? [])
        for (const { uuid, technicianExternalId } of skillsIn(record)) {
          judged += 1
          // The service generates it.
          for (const one of sent) must.differ('uuid of a skill that was sent with one', uuid, one.uuid)
          if (typeof technicianExternalId === 'string')
            must.equal('the technician that a skill names', technicianExternalId, made?.externalId)
        }
    }
    if (judged === 0) noSkills()
  },
)

check(
  crowd['skill-shape'],
  'one-tag-of-two-technicians',
  {
    needs: ['crowd-tag'],
    brokenBy: ['crowd-skill-of-the-first-with-its-tag', 'crowd-skill-is-whose-path-it-is-read-by'],
    effects: true,
  },
  async (context) => {
    const { externalId: tag } = context.target.fixtures.crowdTag!
    const both = [await skilled(context, tag, '2033-06-15'), await skilled(context, tag, '2034-07-16')]
    let judged = 0
    const shown = []
    for (const { externalId } of both) {
      const skills = skillsIn(await readTechnician(context, externalId))
      shown.push(skills)
      for (const { technicianExternalId } of skills) {
        if (typeof technicianExternalId !== 'string') continue
        judged += 1
        must.equal('the technician that a skill names', technicianExternalId, externalId)
      }
    }
    for (const [at, { externalId }] of both.entries()) {
      const others = shown[1 - at]?.map(({ uuid }) => uuid) ?? []
      for (const { uuid } of shown[at] ?? []) {
        // Each technician may count its own.
        if (typeof uuid !== 'string' || others.includes(uuid)) continue
        const answer = await api(context).getSkill(both[1 - at]!.externalId, uuid)
        must.noServerError(answer)
        // How a skill is refused that the technician does not have is not said (B-CRW-19): it is told to be that one's in no way.
        const { technicianExternalId } = resultsOf(answer)[0] ?? objectOf(answer)
        if (answer.status < 300 && typeof technicianExternalId === 'string')
          must.equal('the technician of a skill that is read by the path of another', technicianExternalId, externalId)
      }
    }
    if (judged === 0) noSkills()
  },
)

check(
  crowd['skill-shape'],
  'days-after-an-update',
  { needs: ['crowd-tag'], brokenBy: ['crowd-first-of-month-is-the-day-before'], effects: true },
  async (context) => {
    const { externalId: tagExternalId } = context.target.fixtures.crowdTag!
    // First and last days: of a month, of a year, and of a February with 29 days.
    const days = [
      ['2026-03-01', '2027-03-01'],
      ['2028-01-01', '2028-02-29'],
      ['2029-12-31', '2030-12-31'],
    ]
    const skills = days.map(([startedAt, expiredAt]) => ({ tagExternalId, startedAt, expiredAt }))
    const several = await withSkills(context, skills)
    const made = several ?? (await withSkills(context, skills.slice(0, 1)))
    if (!made) return noSkills()
    let judged = 0
    const mustShowDays = (what: string, record: Dto | undefined) => {
      for (const skill of skillsIn(record)) {
        const [from, to] = [skill['startedAt'] ?? skill['starteddAt'], skill['expiredAt']]
        if (typeof from !== 'string' || typeof to !== 'string') continue
        judged += 1
        must.oneOf(
          `days of a skill ${what}`,
          [from, to].map((day) => day.slice(0, 10)).join(' to '),
          days.map((both) => both.join(' to ')),
        )
      }
    }
    for (const record of made.records) mustShowDays('of a new technician', record)
    // Whether an update takes skills is not shown: those that it leaves have the days they had.
    for (const sent of [person(context), person(context, { skills: several ? skills : skills.slice(0, 1) })]) {
      const answer = await api(context).update(made.externalId, sent)
      must.noServerError(answer)
      mustShowDays('after an update', await readTechnician(context, made.externalId))
    }
    if (judged === 0) noSkills()
  },
)

check(
  crowd['service-area'],
  'unit-that-is-none',
  { brokenBy: ['crowd-unit-unchecked-in-updates', 'crowd-radius-unit-m'], effects: true },
  async (context) => {
    const area = (unit: string) => ({
      googlePlaceId: 'fieldproof-place',
      latitude: 49.25,
      longitude: 8.5,
      radius: { unit, value: 12.5 },
    })
    const made = await rely(crowd.create, async () => {
      const { answer } = await createTaken(context, person(context, { serviceArea: area('km') }))
      must.status(answer, 201)
      return answer
    })
    const externalId = String(resultsOf(made)[0]?.['externalId'])
    const unitOf = (record: Dto | undefined): unknown => {
      const shown = record?.['serviceArea']
      return isObject(shown) && isObject(shown['radius']) ? shown['radius']['unit'] : undefined
    }
    for (const unit of ['m', 'KM']) {
      // Refused, left out or understood: what is shown is km or mi.
      const created = await api(context).create(person(context, { serviceArea: area(unit) }))
      const updated = await api(context).update(externalId, person(context, { serviceArea: area(unit) }))
      for (const answer of [created, updated]) must.noServerError(answer)
      const records = [
        ...[created, updated].flatMap((answer) => (answer.status < 300 ? resultsOf(answer) : [])),
        await readTechnician(context, externalId),
      ]
      for (const record of records) {
        const shown = unitOf(record)
        if (shown !== undefined && shown !== null) must.oneOf('unit of a radius', String(shown), ['km', 'mi'])
      }
    }
    must.present('the technician', await readTechnician(context, externalId))
  },
)
