import type { Answer } from '../../src/clients/answer.ts'
import { check, holds, must, objectOf, rely } from '../../src/kit/index.ts'
import { approvedSkill } from './approved.ts'
import { isOnAPage } from './on-a-page.ts'
import { crowd } from './requirements.ts'
import { api, mustHaveAnOrder, noSkills, technicianPage, resultsOf, skilled, technician } from './steps.ts'

const numberIn = (answer: Answer, name: string): number => Number(objectOf(answer)[name])

const idsOf = (answer: Answer): string[] => resultsOf(answer).map((one) => String(one['externalId']))

check(
  crowd.list,
  'shows-technicians',
  {
    brokenBy: [
      'crowd-list-empty',
      'crowd-list-names-swapped',
      'crowd-last-changed-after-an-update-only',
      'crowd-list-lacks-those-updated-without-a-partner',
    ],
    effects: true,
  },
  async (context) => {
    const made = await technician(context)
    const first = await technicianPage(context, { Size: '1000' })
    if (!holds(first.json, made.externalId))
      return must.hold('a list with the technician', await isOnAPage(context, made), 'it is on no page')
    const row = resultsOf(first).find((one) => one['externalId'] === made.externalId)
    must.equal(
      'first and last name',
      [row?.['firstName'], row?.['lastName']],
      [made.sent['firstName'], made.sent['lastName']],
    )
    must.present('lastChanged', row?.['lastChanged'])
    // An update need not name the partner (B-CRW-05): who has none afterwards is a technician, too.
    const { businessPartner: _partner, ...sent } = made.sent
    const answer = await api(context).update(made.externalId, sent)
    if (answer.status < 300)
      must.hold('a list with the technician that was updated', await isOnAPage(context, made), 'it is on no page')
  },
)

check(
  crowd.list,
  'pages',
  { brokenBy: ['crowd-list-size-ignored', 'crowd-list-page-ignored'], effects: true },
  async (context) => {
    for (let count = 0; count < 3; count += 1) await technician(context)
    // A list may begin with what was changed last: while others create, one technician may be on both pages.
    for (let tries = 1; ; tries += 1) {
      const one = await technicianPage(context, { Size: '1', Page: '1' })
      must.inRange('number of results of a page of one', resultsOf(one).length, { atMost: 1 })
      const two = await technicianPage(context, { Size: '1', Page: '2' })
      must.some('technician on the page', idsOf(one), one)
      must.some('technician on the next page', idsOf(two), two)
      const isTwice = idsOf(one)[0] === idsOf(two)[0]
      if (tries < 4 && isTwice) continue
      if (isTwice) await mustHaveAnOrder(context, { Size: '1', Page: '1' })
      return must.differ('the technician on the next page', idsOf(two), idsOf(one))
    }
  },
)

check(
  crowd.list,
  'first-pages-side-by-side',
  { brokenBy: ['crowd-list-pages-one-early', 'crowd-pages-turn-those-of-one-first-name'], effects: true },
  async (context) => {
    // What a list goes by is not said: it may be a name that several have.
    for (let count = 0; count < 4; count += 1) await technician(context, { firstName: 'Alike' })
    for (let tries = 1; ; tries += 1) {
      // The number of the first page is not shown: 0, unless that is refused or page 1 is the first as well.
      const zeroth = await api(context).list({ query: { Size: '2', Page: '0' } })
      const one = await technicianPage(context, { Size: '2', Page: '1' })
      const isZeroBased = zeroth.status === 200 && objectOf(one)['first'] !== true
      const next = isZeroBased ? one : await technicianPage(context, { Size: '2', Page: '2' })
      const first = isZeroBased ? zeroth : one
      must.some('technician on the first page', idsOf(first), first)
      must.some('technician on the next page', idsOf(next), next)
      const twice = idsOf(first).filter((id) => idsOf(next).includes(id))
      // While others create, one technician may be on both pages.
      if (tries < 4 && twice.length > 0) continue
      if (twice.length > 0) await mustHaveAnOrder(context, { Size: '2', Page: '1' })
      return must.equal('technicians on both of the first two pages', twice, [])
    }
  },
)

check(
  crowd.figures,
  'of-some-pages',
  {
    brokenBy: [
      'crowd-figures-elements',
      'crowd-figures-pages',
      'crowd-figures-first',
      'crowd-figures-last',
      'crowd-last-from-the-second-page-on',
      'crowd-figures-elements-of-a-full-page',
      'crowd-figures-total-of-all',
      'crowd-figures-count-the-deleted',
      'crowd-figures-short-page-first',
      'crowd-last-page-is-not-full',
      'crowd-total-pages-beyond-a-full-one',
      'crowd-figures-elements-of-a-later-page',
      'crowd-lone-last-technician-has-no-page',
    ],
    effects: true,
  },
  async (context) => {
    for (let count = 0; count < 4; count += 1) await technician(context)
    const { externalId } = await technician(context)
    await rely(crowd.delete, async () => must.status(await api(context).remove(externalId), 204))
    const whole = await technicianPage(context, { Size: '1' })
    const total = numberIn(whole, 'totalElements')
    must.inRange('totalElements', total, { atLeast: 3 })
    const [one, two] = [
      await technicianPage(context, { Size: '1', Page: '1' }),
      await technicianPage(context, { Size: '1', Page: '2' }),
    ]
    // The last page but one, or the last: the number of the first page is not shown. What is behind the last may be refused.
    const short = total <= 200 ? { Size: String(total - 1) } : { Size: '1' }
    const nearTheEnd = [
      await api(context).list({ query: { ...short, Page: '1' } }),
      await api(context).list({ query: { ...short, Page: '2' } }),
    ].filter(({ status }) => status === 200)
    const complete = [
      await technicianPage(context, { Size: '1000' }),
      await technicianPage(context, { Size: '1000', skillName: `no skill ${context.fresh.tag}` }),
      // A page that is just full, unless others create meanwhile.
      await technicianPage(context, { Size: String(Math.min(total, 200)) }),
    ].filter(({ status }) => status === 200)
    for (const answer of [whole, one, two, ...nearTheEnd, ...complete]) {
      const shown = resultsOf(answer).length
      must.equal('numberOfElements', numberIn(answer, 'numberOfElements'), shown)
      const size = numberIn(answer, 'size')
      must.inRange('size', size, { above: 0 })
      const pages = numberIn(answer, 'totalPages')
      must.equal('totalPages', pages, Math.ceil(numberIn(answer, 'totalElements') / size))
      const { first, last } = objectOf(answer)
      if (pages >= 3)
        must.hold('a page that is not first and last of three', !(first === true && last === true), `${first}, ${last}`)
      if (pages >= 2 && shown > 0 && shown < size)
        must.equal('first and last of the last page, which is not full', [first, last], [false, true])
    }
    for (const answer of complete) {
      if (numberIn(answer, 'totalPages') > 1) continue
      must.equal('totalElements of a single page', numberIn(answer, 'totalElements'), resultsOf(answer).length)
      if (resultsOf(answer).length > 0) must.equal('last of a single page', objectOf(answer)['last'], true)
    }
    must.equal('first of the first page', objectOf(whole)['first'], true)
    if (numberIn(whole, 'totalPages') > 1)
      must.equal('last of the first of several pages', objectOf(whole)['last'], false)
    // Whatever the number of the first page: the second of three at most, and the third of four.
    if (numberIn(one, 'totalPages') >= 3) must.equal('last of page 1 of three or more', objectOf(one)['last'], false)
    if (numberIn(two, 'totalPages') >= 4) must.equal('last of page 2 of four or more', objectOf(two)['last'], false)
    if (numberIn(two, 'totalPages') > 1) must.equal('first of a later page', objectOf(two)['first'], false)
  },
)

const expiry = '2033-06-15'

check(
  crowd.list,
  'by-skill-name',
  { needs: ['crowd-tag'], brokenBy: ['crowd-list-skill-name-ignored', 'crowd-list-skill-name-none'], effects: true },
  async (context) => {
    const { externalId, name } = context.target.fixtures.crowdTag!
    const [one, plain] = [await approvedSkill(context, externalId, expiry), await technician(context)]
    must.hold(
      'a technician with the skill in the list',
      await isOnAPage(context, one, { skillName: name }),
      'it is not there',
    )
    must.hold(
      'no technician without skills in the list',
      !(await isOnAPage(context, plain, { skillName: name })),
      'it is there',
    )
  },
)

check(
  crowd.figures,
  'of-a-full-page-of-those-with-a-skill',
  { needs: ['crowd-tag'], brokenBy: ['crowd-last-of-filtered-by-all', 'crowd-total-without-the-date'], effects: true },
  async (context) => {
    const { externalId, name } = context.target.fixtures.crowdTag!
    await skilled(context, externalId, expiry)
    await technician(context)
    const whole = await technicianPage(context, { Size: '1000', skillName: name })
    const total = numberIn(whole, 'totalElements')
    // Where skills of a new technician are not kept, nobody may have it.
    if (whole.status === 404 || !(total > 0)) noSkills()
    for (const Size of new Set([total, 1].map(String))) {
      const answer = await technicianPage(context, { Size, skillName: name })
      const { last } = objectOf(answer)
      // Others may have changed who has the skill: a page is judged by its own figures.
      if (numberIn(answer, 'totalPages') === 1 && resultsOf(answer).length > 0)
        must.equal('last of a single page', last, true)
      if (numberIn(answer, 'totalPages') > 1) must.equal('last of the first of several pages', last, false)
    }
    // However the date compares, one of the days beside its expiry leaves the technician out.
    for (const skllValidityDate of ['2033-06-14', '2033-06-16']) {
      const answer = await api(context).list({ query: { Size: '1000', skillName: name, skllValidityDate } })
      // Such a list may be refused, and what finds nobody be told with 404 (B-CRW-19).
      if (answer.status !== 200 || numberIn(answer, 'totalPages') > 1) continue
      const shown = resultsOf(answer).length
      must.equal('totalElements of a single page by skill and date', numberIn(answer, 'totalElements'), shown)
    }
  },
)
