import type { Dto } from '../../src/clients/answer.ts'
import { isObject } from '../../src/exchange/json.ts'
import { check, must, objectOf, rely, Unexercised, type Context } from '../../src/kit/index.ts'
import { crowd } from './requirements.ts'
import { api, bearing, noSkills, readTechnician, resultsOf, type Technician } from './steps.ts'

/** The only skill of a technician, as its record shows it. */
async function skillOf(context: Context, { externalId }: Technician): Promise<Dto | undefined> {
  const shown = (await readTechnician(context, externalId))?.['skills']
  return Array.isArray(shown) && shown.length === 1 ? (shown as readonly unknown[]).find(isObject) : undefined
}

const day = (value: unknown): string | undefined => (typeof value === 'string' ? value.slice(0, 10) : undefined)

/** What of a skill does not move, as far as it has it; one field has two spellings (B-CRW-15). */
const lasting = (skill: Dto): Readonly<Record<string, unknown>> => ({
  uuid: skill['uuid'],
  externalId: skill['externalId'],
  technicianExternalId: skill['technicianExternalId'],
  startedAt: day(skill['startedAt'] ?? skill['starteddAt']),
  expiredAt: day(skill['expiredAt']),
})

/** Fields that both show have one value; that each has a value is not said. */
function mustAgree(what: string, one: Dto, other: Dto): void {
  const [left, right] = [lasting(one), lasting(other)]
  for (const [field, value] of Object.entries(left))
    if (typeof value === 'string' && typeof right[field] === 'string')
      must.equal(`${field} of ${what}`, value, right[field])
}

check(
  crowd['skill-shape'],
  'by-id-as-in-the-record',
  {
    needs: ['crowd-tag'],
    brokenBy: [
      'crowd-skill-by-id-with-the-first-dates',
      'crowd-skills-expire-as-the-first',
      'crowd-skill-by-id-expires-a-day-early-in-winter',
    ],
    effects: true,
  },
  async (context) => {
    const { externalId: tag } = context.target.fixtures.crowdTag!
    // Two, that neither shows what belongs to the other; one of each half of the year, as clocks are put forward in one.
    for (const [startedAt, expiredAt] of [
      ['2026-01-01', '2033-06-15'],
      ['2027-02-02', '2034-01-16'],
    ]) {
      const one = await bearing(context, [{ tagExternalId: tag, startedAt, expiredAt }])
      const shown = await skillOf(context, one)
      const uuid = shown?.['uuid']
      if (!shown || typeof uuid !== 'string') return noSkills()
      const told = day(shown['expiredAt'])
      if (told !== undefined) must.equal('the day that the skill expires', told, expiredAt)
      const read = async () => {
        const answer = await api(context).getSkill(one.externalId, uuid)
        await rely(crowd.skill, async () => must.success(answer))
        return resultsOf(answer)[0] ?? objectOf(answer)
      }
      const first = await read()
      mustAgree('a skill that is read by its id', first, shown)
      mustAgree('a skill that is read once more', await read(), first)
    }
  },
)

check(
  crowd['skill-shape'],
  'each-of-two-by-id-as-in-the-record',
  { needs: ['crowd-tag'], brokenBy: ['crowd-skill-by-id-expires-as-the-first-of-its-technician'], effects: true },
  async (context) => {
    const { crowdTag, otherCrowdTag } = context.target.fixtures
    // A server need not take several skills of one tag.
    const one = await bearing(context, [
      { tagExternalId: (otherCrowdTag ?? crowdTag!).externalId, startedAt: '2026-01-01', expiredAt: '2033-06-15' },
      { tagExternalId: crowdTag!.externalId, startedAt: '2027-02-02', expiredAt: '2034-01-16' },
    ])
    const shown = (await readTechnician(context, one.externalId))?.['skills']
    const skills = (Array.isArray(shown) ? (shown as readonly unknown[]) : []).filter(isObject)
    if (skills.length < 2) throw new Unexercised('no technician with two skills was shown')
    for (const skill of skills) {
      if (typeof skill['uuid'] !== 'string') return noSkills()
      const answer = await api(context).getSkill(one.externalId, skill['uuid'])
      await rely(crowd.skill, async () => must.success(answer))
      mustAgree('one of two skills that is read by its id', resultsOf(answer)[0] ?? objectOf(answer), skill)
    }
  },
)
