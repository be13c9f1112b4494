import type { Dto } from '../../src/clients/answer.ts'
import { check, must } from '../../src/kit/index.ts'
import { crowd } from './requirements.ts'
import { skillsIn } from './skills-in.ts'
import { api, bearing, noSkills, person, readTechnician } from './steps.ts'

check(
  crowd['write-is-read'],
  'two-skills-of-one-tag',
  {
    needs: ['crowd-tag'],
    brokenBy: ['crowd-one-skill-per-tag', 'crowd-updated-with-one-skill-per-tag'],
    effects: true,
  },
  async (context) => {
    const { externalId: tagExternalId } = context.target.fixtures.crowdTag!
    const of = (days: readonly string[]) =>
      days.map((expiredAt) => ({ tagExternalId, startedAt: '2026-01-02', expiredAt }))
    const shownOf = (record: Dto | undefined, days: readonly string[]) =>
      days.filter((day) => skillsIn(record).some(({ expiredAt }) => String(expiredAt).startsWith(day)))
    const days = ['2033-06-15', '2034-01-16']
    // That skills of one tag are taken is not said (B-CRW-18): those that are taken are all kept.
    const { externalId } = await bearing(context, of(days))
    const first = shownOf(await readTechnician(context, externalId), days)
    if (first.length === 0) noSkills()
    must.equal('days on which the skills of one tag expire, as they were sent', first, days)
    // Whether an update takes skills is not shown.
    const later = ['2035-03-17', '2036-10-18']
    const answer = await api(context).update(externalId, person(context, { skills: of(later) }))
    must.noServerError(answer)
    const second = shownOf(await readTechnician(context, externalId), later)
    if (second.length > 0) must.equal('days on which they expire after an update, as it sent them', second, later)
  },
)
