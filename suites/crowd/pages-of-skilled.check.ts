import type { Answer } from '../../src/clients/answer.ts'
import { check, holds, must, objectOf, rely, Unexercised, type Context } from '../../src/kit/index.ts'
import { approvedSkill } from './approved.ts'
import { isOnAPage } from './on-a-page.ts'
import { crowd } from './requirements.ts'
import {
  api,
  bearing,
  hasApproved,
  noSkills,
  readTechnician,
  resultsOf,
  skilled,
  technician,
  technicianPage,
} from './steps.ts'

const expiry = '2033-06-15'

const idsOf = (answer: Answer): string[] => resultsOf(answer).map((one) => String(one['externalId']))

check(
  crowd.list,
  'by-skill-name-on-later-pages',
  {
    needs: ['crowd-tag'],
    brokenBy: ['crowd-list-skill-name-lost-on-later-pages'],
    effects: true,
    heavy: true,
  },
  async (context) => {
    const tag = context.target.fixtures.crowdTag!
    for (let count = 0; count < 3; count += 1) await technician(context)
    const own = await skilled(context, tag.externalId, expiry)
    if (!holds(await readTechnician(context, own.externalId), tag.externalId)) noSkills()
    for (let count = 0; count < 2; count += 1) await skilled(context, tag.externalId, expiry)
    const listed = async (query: Readonly<Record<string, string>>) =>
      api(context).list({ query: { ...query, skillName: tag.name } })
    const before = await whole(await listed({ Size: '1000' }))
    // The number of the first page is not shown: these are the first and the second, or the second and the third.
    const later = [await listed({ Size: '1', Page: '1' }), await listed({ Size: '1', Page: '2' })]
    const after = await whole(await listed({ Size: '1000' }))
    if (!before || !after) throw new Unexercised('those with the skill are on no page, or on several')
    for (const id of later.filter(({ status }) => status === 200).flatMap(idsOf))
      must.hold(
        'technicians with the skill alone on each page',
        before.includes(id) || after.includes(id) || (await mayHave(context, id, tag)),
        `${id}, who has it not`,
      )
  },
)

check(
  crowd.list,
  'by-each-of-two-skills',
  {
    needs: ['crowd-tag'],
    brokenBy: ['crowd-skill-name-of-the-first-skill', 'crowd-list-skill-name-none'],
    effects: true,
  },
  async (context) => {
    const { crowdTag, otherCrowdTag } = context.target.fixtures
    if (!crowdTag || !otherCrowdTag) throw new Unexercised('fixtures.otherCrowdTag names no tag of a second skill')
    const tags = [otherCrowdTag, crowdTag]
    const dates = { startedAt: '2026-01-01', expiredAt: expiry }
    // Where skills wait for an approval, they may be taken as approved if they are sent so (B-CRW-18).
    for (const more of [{}, { approvalDecision: { approvalStatus: 'APPROVED' } }]) {
      const skills = tags.map(({ externalId }) => ({ tagExternalId: externalId, ...dates, ...more }))
      const made = await bearing(context, skills)
      const shown = await readTechnician(context, made.externalId)
      if (!tags.every(({ externalId }) => hasApproved(shown, externalId))) continue
      for (const { name } of tags) {
        const isListed = await isOnAPage(context, made, { skillName: name })
        must.hold(`a technician with two skills in the list of those with ${name}`, isListed, 'it is not there')
      }
      return
    }
    noSkills()
  },
)

/** All that a list shows; undefined where it has more pages than one. */
async function whole(answer: Answer): Promise<readonly string[] | undefined> {
  await rely(crowd.list, async () => must.status(answer, 200, 404))
  return Number(objectOf(answer)['totalPages']) === 1 ? idsOf(answer) : undefined
}

/** Others come and go meanwhile, and how skillName compares is not shown (B-CRW-30). */
async function mayHave(context: Context, id: string, tag: { readonly externalId: string; readonly name: string }) {
  const shown = await readTechnician(context, id)
  return shown === undefined || holds(shown, tag.externalId) || holds(shown, tag.name)
}

check(
  crowd.list,
  'a-page-without-its-size',
  { brokenBy: ['crowd-page-without-size-ignored'], effects: true },
  async (context) => {
    await technician(context)
    const plain = objectOf(await technicianPage(context, {}))
    const { size, number, totalElements } = plain
    for (const figure of [size, number, totalElements])
      must.hold('size, number and totalElements', Number.isInteger(figure), plain)
    // Without a Size the whole list may be one page, however large, of which there is no further one (B-CRW-30).
    if (size === totalElements || Number(size) < 1 || Number(size) > 1000) return
    const behind = { Page: String(Number(number) + 100_000) }
    const sized = await api(context).list({ query: { ...behind, Size: String(size) } })
    const alone = await api(context).list({ query: behind })
    for (const answer of [sized, alone]) must.noServerError(answer)
    // A page behind the end is empty, or refused, or the last one again.
    if (sized.status >= 300 || resultsOf(sized).length > 0) return
    must.equal('technicians on the same page, asked for without the usual Size', resultsOf(alone).length, 0)
  },
)

check(
  crowd.list,
  'by-expiry-of-a-skill',
  {
    needs: ['crowd-tag'],
    brokenBy: [
      'crowd-list-expiry-ignored',
      'crowd-list-expiry-none',
      'crowd-list-name-of-a-skill-lost-beside-a-date',
      'crowd-list-date-lost-beside-the-name-of-a-skill',
    ],
    effects: true,
  },
  async (context) => {
    const { externalId, name } = context.target.fixtures.crowdTag!
    const one = await approvedSkill(context, externalId, expiry)
    // How the date compares is not shown: on, before or after, it cannot be all of three days, nor none of them.
    const days = ['2033-06-14', expiry, '2033-06-16']
    // A list may be refused as an operation that is not allowed (B-CRW-19): by the date alone, perhaps.
    const alone = await api(context).list({ query: { skllValidityDate: expiry } })
    const beside: Record<string, string> = alone.status === 400 ? { skillName: name } : {}
    const both =
      alone.status === 400 ? await api(context).list({ query: { skllValidityDate: expiry, ...beside } }) : alone
    if (both.status === 400) throw new Unexercised('lists by the day that a skill expires are refused')
    const shown: boolean[] = []
    for (const skllValidityDate of days) shown.push(await isOnAPage(context, one, { ...beside, skllValidityDate }))
    must.hold('the technician for the day of its skill, or for one beside it', shown.includes(true), 'for none of them')
    must.hold('the technician not for all of three days', shown.includes(false), 'for all of them')
    const nobodys = { skillName: context.fresh.externalId(), skllValidityDate: days[shown.indexOf(true)] ?? expiry }
    const ofNobody = await api(context).list({ query: nobodys })
    // Where a name that no skill has is refused, there is no list that could have the technician.
    if (ofNobody.status < 300)
      must.hold('no technician for a name that no skill has', !(await isOnAPage(context, one, nobodys)), 'it is there')
    const wrongDay = { skillName: name, skllValidityDate: days[shown.indexOf(false)] ?? expiry }
    const together = await api(context).list({ query: wrongDay })
    if (together.status < 300)
      must.hold(
        `no technician for ${name} and a day for which it is not listed`,
        !(await isOnAPage(context, one, wrongDay)),
        'it is there',
      )
  },
)
