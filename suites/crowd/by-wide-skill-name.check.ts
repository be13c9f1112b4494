import { check, must, Unexercised, type Context } from '../../src/kit/index.ts'
import { sentAsApproved } from './approved.ts'
import { isOnAPage } from './on-a-page.ts'
import { crowd } from './requirements.ts'
import { skillsIn } from './skills-in.ts'
import { bearing, hasApproved, noSkills, readTechnician, type Technician } from './steps.ts'

/** A technician with a skill that shows this name and waits for nobody's approval; undefined where it shows another. */
async function named(context: Context, tagExternalId: string, tagName: string): Promise<Technician | undefined> {
  const dates = { startedAt: '2026-01-01', expiredAt: '2033-06-15' }
  for (const more of [{}, sentAsApproved]) {
    const made = await bearing(context, [{ tagExternalId, tagName, ...dates, ...more }])
    const shown = await readTechnician(context, made.externalId)
    if (!skillsIn(shown).some((skill) => skill['tagName'] === tagName)) return undefined
    if (hasApproved(shown, tagExternalId)) return made
  }
  return noSkills()
}

check(
  crowd.list,
  'by-skill-name-in-other-letters-than-ascii',
  { needs: ['crowd-tag'], brokenBy: ['crowd-list-skill-name-in-latin-1'], effects: true },
  async (context) => {
    const { crowdTag, otherCrowdTag } = context.target.fixtures
    const tags = [crowdTag!, ...(otherCrowdTag ? [otherCrowdTag] : [])]
    const isFound = async (tagExternalId: string, skillName: string): Promise<boolean | undefined> => {
      const made = await named(context, tagExternalId, skillName)
      return made && (await isOnAPage(context, made, { skillName }))
    }
    const own = tags.find(({ name }) => /\P{ASCII}/u.test(name))
    // Whether a skill keeps the name that is sent with it is not said, nor that lists go by that and not by the tag's (B-CRW-30): a plainer one tells.
    const { externalId, name } = own ?? { ...crowdTag!, name: 'Kälte und Wärme' }
    if (!own && (await isFound(externalId, 'Cold and heat')) !== true)
      throw new Unexercised('no tag has a name of other letters than ASCII, and lists go by names of tags alone')
    const isListed = await isFound(externalId, name)
    if (isListed === undefined) throw new Unexercised('no skill shows a name of other letters than ASCII')
    must.hold(`a technician with the skill in the list of those with ${name}`, isListed, 'it is not there')
  },
)
