import type { Dto } from '../../src/clients/answer.ts'
import { isObject } from '../../src/exchange/json.ts'
import { check, must, objectOf, rely, Unexercised, type Context } from '../../src/kit/index.ts'
import { crowd } from './requirements.ts'
import { skillsIn } from './skills-in.ts'
import { mustTellTheSame } from './same-everywhere.ts'
import { api, bearing, createTaken, noSkills, person, readTechnician, resultsOf, technician } from './steps.ts'

const tagOf = (skill: Dto): string => String(skill['tagExternalId'] ?? skill['tagExternalID'])

/** A skill as it is read by its id; undefined where it has none. */
async function readSkill(context: Context, externalId: string, { uuid }: Dto): Promise<Dto | undefined> {
  if (typeof uuid !== 'string') return undefined
  const answer = await api(context).getSkill(externalId, uuid)
  await rely(crowd.skill, async () => must.success(answer))
  return resultsOf(answer)[0] ?? objectOf(answer)
}

check(
  crowd['skill-shape'],
  'certificates-of-two-skills',
  {
    needs: ['crowd-tag'],
    brokenBy: ['crowd-certificates-of-one-name', 'crowd-later-skills-show-the-first-certificate'],
    effects: true,
  },
  async (context) => {
    const { crowdTag, otherCrowdTag } = context.target.fixtures
    const dates = ['2033-06-15', '2034-01-16']
    const skills = dates.map((expiredAt, nth) => ({
      // A server need not take several skills of one tag.
      tagExternalId: (nth === 0 ? (otherCrowdTag ?? crowdTag!) : crowdTag!).externalId,
      startedAt: '2026-01-02',
      expiredAt,
      certificate: { externalId: context.fresh.id(), fileName: nth === 0 ? 'a.pdf' : 'b.pdf' },
    }))
    const { answer } = await createTaken(context, person(context, { skills }))
    // Certificates may be uploaded by calls of their own only, which are not shown.
    must.noServerError(answer)
    const [told] = answer.status < 300 ? resultsOf(answer) : []
    const externalId = String(told?.['externalId'])
    const read = told ? await readTechnician(context, externalId) : undefined
    const inRecord = skillsIn(read)
    const byId = []
    for (const skill of inRecord) byId.push(await readSkill(context, externalId, skill))
    for (const shown of [...skillsIn(told), ...inRecord, ...byId]) {
      const { certificate } = shown ?? {}
      const sent = skills.find(({ expiredAt }) => String(shown?.['expiredAt']).startsWith(expiredAt))?.certificate
      // One that was not sent is of the server's own.
      const isSent =
        isObject(certificate) && skills.some((one) => one.certificate.externalId === certificate['externalId'])
      if (!sent || !isSent) continue
      must.equal('certificate of a skill', { ...certificate, id: undefined }, { ...sent, id: undefined })
    }
    for (const [at, skill] of inRecord.entries())
      if (isObject(skill['certificate']) && isObject(byId[at]?.['certificate']))
        mustTellTheSame(
          'the certificate of one of two skills, in the record and by its id, the same',
          skill['certificate'],
          byId[at]['certificate'],
        )
    const plain = await technician(context)
    must.present('a technician', await readTechnician(context, plain.externalId))
    if (inRecord.length === 0) noSkills()
  },
)

check(
  crowd['skill-shape'],
  'name-of-a-tag-that-was-exchanged',
  {
    needs: ['crowd-tag'],
    brokenBy: ['crowd-skill-sent-with-its-uuid-keeps-its-tag-name', 'crowd-updated-skills-named-as-the-first'],
    effects: true,
  },
  async (context) => {
    const { crowdTag, otherCrowdTag } = context.target.fixtures
    if (!crowdTag || !otherCrowdTag) throw new Unexercised('fixtures.otherCrowdTag names no tag of a second skill')
    const tags = [crowdTag.externalId, otherCrowdTag.externalId]
    const expiries = ['2033-06-15', '2034-01-16']
    const of = (which: readonly string[], ids: readonly unknown[] = []) =>
      which.map((tagExternalId, nth) => ({
        ...(typeof ids[nth] === 'string' ? { uuid: ids[nth] } : {}),
        tagExternalId,
        startedAt: '2026-01-02',
        expiredAt: expiries[nth],
      }))
    const made = await bearing(context, of(tags))
    const before = skillsIn(await readTechnician(context, made.externalId))
    const names = new Map(before.map((skill) => [tagOf(skill), skill['tagName']]))
    // Where the name is not the server's to tell, or not told, nothing is known of it.
    if (tags.some((tag) => typeof names.get(tag) !== 'string') || names.size !== new Set(names.values()).size)
      throw new Unexercised('no technician with two skills and the names of their tags was shown')
    const ids = tags.map((tag) => before.find((skill) => tagOf(skill) === tag)?.['uuid'])
    // Whether an update takes skills, and whether by their uuid, is not shown: what it leaves has the name of its tag.
    for (const skills of [of(tags.toReversed(), ids), of(tags), of([tags[1]!], ids)]) {
      const answer = await api(context).update(made.externalId, person(context, { skills }))
      must.noServerError(answer)
      for (const skill of skillsIn(await readTechnician(context, made.externalId)))
        for (const shown of [skill, await readSkill(context, made.externalId, skill)])
          if (shown && names.has(tagOf(shown)) && typeof shown['tagName'] === 'string')
            must.equal(
              `name of the tag ${tagOf(shown)} of a skill after an update`,
              shown['tagName'],
              names.get(tagOf(shown)),
            )
    }
  },
)
