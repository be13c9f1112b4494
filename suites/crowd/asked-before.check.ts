import type { Answer } from '../../src/clients/answer.ts'
import { check, eventually, holds, must, objectOf, rely } from '../../src/kit/index.ts'
import { crowd } from './requirements.ts'
import { api, noSkills, skilled, technician, updated } from './steps.ts'

/** A long list may have a technician on a later page. */
const isWhole = (answer: Answer): boolean => answer.status === 200 && Number(objectOf(answer)['totalPages']) <= 1

check(
  crowd['write-is-read'],
  'lists-that-were-asked-for-before',
  { brokenBy: ['crowd-list-kept-over-a-creation', 'crowd-list-kept-over-a-deletion'], effects: true },
  async (context) => {
    const { crowdTag } = context.target.fixtures
    const skills = crowdTag ? [{ tagExternalId: crowdTag.externalId, startedAt: '2026-01-01' }] : []
    const all: Readonly<Record<string, string>> = { Size: '1000' }
    const asked = [all, ...(crowdTag ? [{ ...all, skillName: crowdTag.name }] : [])]
    const listsMust = async (what: string, fits: (answer: Answer, query: typeof all) => boolean) => {
      for (const query of asked)
        await eventually(
          context,
          () => api(context).list({ query }),
          (answer) =>
            !(isWhole(answer) || answer.status === 404) || fits(answer, query)
              ? undefined
              : { expected: `a list ${what}`, actual: 'the list of before' },
          { lag: 10_000 },
        )
    }
    for (const query of asked) must.noServerError(await api(context).list({ query }))
    const made = await technician(context, { skills }, { skills: undefined })
    const { externalId } = made
    // Whether a creation takes skills is not shown: the list by one is then looked at for the end only.
    await listsMust('with the new technician', (answer, query) => query !== all || holds(answer.json, externalId))
    const sent = await updated(context, made)
    await listsMust('with its new name', (answer, query) => query !== all || holds(answer.json, sent['lastName']))
    await rely(crowd.delete, async () => must.status(await api(context).remove(externalId), 204))
    await listsMust('without the deleted technician', (answer) => !holds(answer.json, externalId))
  },
)

check(
  crowd['write-is-read'],
  'a-list-of-all-after-one-by-skill',
  { brokenBy: ['crowd-list-keeps-the-last-filter'], effects: true },
  async (context) => {
    const { externalId } = await technician(context)
    const all = () => api(context).list({ query: { Size: '1000' } })
    // A list may be late.
    const mustHave = (when: string) =>
      eventually(
        context,
        all,
        (answer) =>
          isWhole(answer) && !holds(answer.json, externalId)
            ? { expected: `a list of all with the new technician ${when}`, actual: 'it is not in it' }
            : undefined,
        { lag: 10_000 },
      )
    await rely(crowd.list, () => mustHave('before one by skill'))
    for (const query of [{ skillName: `no skill ${context.fresh.tag}` }, { skllValidityDate: '1999-01-01' }])
      must.noServerError(await api(context).list({ query }))
    const answer = await all()
    await rely(crowd.list, async () => must.status(answer, 200))
    await mustHave('after one by skill')
  },
)

check(
  crowd.list,
  'by-one-skill-after-another',
  { needs: ['crowd-tag'], brokenBy: ['crowd-list-by-the-first-skill'], effects: true },
  async (context) => {
    const { externalId: tag, name } = context.target.fixtures.crowdTag!
    const { externalId } = await skilled(context, tag, '2033-06-15')
    const by = async (skillName: string) => {
      const answer = await api(context).list({ query: { Size: '1000', skillName } })
      // What is found nowhere may be told with 404, which is listed (B-CRW-19).
      must.status(answer, 200, 404)
      return answer
    }
    const own = await by(name)
    const other = await by(`no skill ${context.fresh.tag}`)
    must.lack('technician in the list by a skill that nobody has', other.json, externalId)
    await by(name)
    if (!holds(own.json, externalId)) noSkills()
  },
)
