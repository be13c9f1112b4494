import type { Answer } from '../../src/clients/answer.ts'
import { check, must, objectOf, rely, Unexercised, type Context } from '../../src/kit/index.ts'
import { approvedSkill } from './approved.ts'
import { crowd } from './requirements.ts'
import { api, mustHaveAnOrder, resultsOf } from './steps.ts'

const days = ['2034-06-15', '2034-06-14', '2034-06-16'] as const
const size = 2
const pagesAtMost = 5

const idsOf = (answer: Answer): string[] => resultsOf(answer).map((one) => String(one['externalId']))
const figures = (answer: Answer) => ({ of: Number(objectOf(answer)['totalElements']), ids: idsOf(answer).toSorted() })

type Query = Readonly<Record<string, string>>

/** The whole list by the name of a skill and a day for which it has these technicians; undefined if there is none on one page. */
async function wholeOf(context: Context, name: string, own: readonly string[]) {
  for (const skllValidityDate of days) {
    const query = { skillName: name, skllValidityDate }
    const answer = await api(context).list({ query: { ...query, Size: '1000' } })
    // The list may be refused as an operation that is not allowed, and what finds nobody told with 404 (B-CRW-19).
    if (answer.status === 400) throw new Unexercised('a list by skill and day is refused')
    await rely(crowd.list, async () => must.status(answer, 200, 404))
    const isWhole = Number(objectOf(answer)['totalPages']) === 1
    if (isWhole && own.every((id) => idsOf(answer).includes(id))) return { query, answer }
  }
  return undefined
}

check(
  crowd.list,
  'by-skill-and-day-on-later-pages',
  {
    needs: ['crowd-tag'],
    brokenBy: ['crowd-list-day-beside-a-skill-lost-on-later-pages'],
    effects: true,
    sampled: true,
  },
  async (context) => {
    const { externalId: tag, name } = context.target.fixtures.crowdTag!
    const of = async (day: string) => (await approvedSkill(context, tag, day)).externalId
    const own = [await of(days[0]), await of(days[0]), await of(days[0])]
    // On, before or after that day: how it compares is not shown (B-CRW-30), and one of these two is in no such list.
    await of('2033-01-15')
    await of('2035-11-15')
    const whole = await wholeOf(context, name, own)
    if (!whole) throw new Unexercised('those of the skill and the day are on no page, or on several')
    const { query, answer } = whole
    const first = Number(objectOf(answer)['number'])
    const all = figures(answer)
    const pages: Answer[] = []
    for (let at = 0; at < Math.min(Math.ceil(all.of / size), pagesAtMost); at += 1)
      pages.push(await pageOf(context, { ...query, Size: String(size), Page: String(first + at) }))
    const again = figures(await api(context).list({ query: { ...query, Size: '1000' } }))
    if (String([again.of, again.ids]) !== String([all.of, all.ids]))
      throw new Unexercised('others made or removed technicians of that skill and day meanwhile')
    for (const page of pages) {
      must.equal('totalElements of a page, as of the whole list', figures(page).of, all.of)
      const strangers = figures(page).ids.filter((id) => !all.ids.includes(id))
      must.none('technician on a page who is not in the whole list', strangers)
    }
    if (all.of > size * pagesAtMost) return
    const shown = pages.flatMap(idsOf).toSorted()
    if (String(shown) !== String(all.ids)) await mustHaveAnOrder(context, query)
    must.equal('technicians on all pages', shown, all.ids)
  },
)

async function pageOf(context: Context, query: Query): Promise<Answer> {
  const page = await api(context).list({ query })
  // How small a page may be is not shown.
  if (page.status === 400 || Number(objectOf(page)['size']) !== size)
    throw new Unexercised(`the list has no pages of ${size}`)
  must.status(page, 200)
  return page
}
