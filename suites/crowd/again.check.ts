import type { Answer } from '../../src/clients/answer.ts'
import { check, each, eventually, holds, must, objectOf, rely, Unexercised, type Context } from '../../src/kit/index.ts'
import { sentAsApproved } from './approved.ts'
import { failingUpdate, isMade } from './failing.ts'
import { ownIds } from './batch-scene.ts'
import { isOnAPage, mustHaveNamesInTheList } from './on-a-page.ts'
import { newAddressId } from './plainer.ts'
import { crowd } from './requirements.ts'
import {
  address,
  addressOf,
  api,
  hasApproved,
  mustHaveAnOrder,
  noSkills,
  person,
  readAddress,
  readTechnician,
  resultsOf,
  skilled,
  technician,
  updated,
  updateTaken,
} from './steps.ts'

const numberIn = (answer: Answer, name: string): number => Number(objectOf(answer)[name])

check(
  crowd['batch-atomic'],
  'a-second-time',
  {
    brokenBy: ['crowd-second-transaction-not-undone', 'crowd-batch-never-undone', 'crowd-rollback-to-the-batch-before'],
    effects: true,
  },
  async (context) => {
    const owner = await technician(context)
    const { id, sent } = await addressOf(context, owner)
    const query = { transactional: 'true' }
    const send = (requests: readonly object[]) => api(context).addressBatch(owner.externalId, requests, { query })
    for (const nth of ['first', 'second', 'third']) {
      const created = newAddressId(context)
      const create = { id: '1', operation: 'CREATE', address: address(context, { id: created }) }
      const update = { id: '2', operation: 'UPDATE', address: { ...sent, id, city: 'Changed' } }
      const fails = failingUpdate(context)
      must.noServerError(await send([create, update, fails]))
      if (await isMade(context, owner, fails)) break
      must.absent(
        `address of the ${nth} transaction that failed`,
        await readAddress(context, owner.externalId, created),
      )
      const { city } = (await readAddress(context, owner.externalId, id)) ?? {}
      must.equal(`the city after the ${nth} transaction that failed`, city, sent['city'])
    }
    await rely(crowd['address-batch'], async () =>
      must.status(await send([{ id: '4', operation: 'UPDATE', address: { ...sent, id, city: 'Changed' } }]), 201),
    )
    // What single calls wrote between a batch that was done and one that fails is not of either.
    const moved = { ...sent, id, city: 'Moved' }
    await rely(crowd['address-update'], async () =>
      must.status(await api(context).updateAddress(owner.externalId, id, moved), 200, 201),
    )
    const added = await addressOf(context, owner)
    const fails = failingUpdate(context)
    must.noServerError(await send([{ id: '5', operation: 'UPDATE', address: { ...sent, id, city: 'Changed' } }, fails]))
    if (await isMade(context, owner, fails)) return
    const { city } = (await readAddress(context, owner.externalId, id)) ?? {}
    must.equal('the city that was written before a transaction that failed', city, 'Moved')
    must.present(
      'an address created before a transaction that failed',
      await readAddress(context, owner.externalId, added.id),
    )
  },
)

for (const count of [21, 51, 101])
  check(
    crowd['address-batch'],
    `of-${count}-operations`,
    {
      brokenBy: ['crowd-batch-last-alone-in-its-ten-lost', 'crowd-batch-of-twenty'],
      effects: true,
      // A server that works in tens loses what the smallest of them shows.
      ...(count > 21 ? { heavy: true as const } : {}),
    },
    async (context) => {
      const { externalId } = await technician(context)
      const ids = Array.from({ length: count }, () => newAddressId(context))
      const requests = ids.map((id, at) => ({ id: `${at}`, operation: 'CREATE', address: address(context, { id }) }))
      const answer = await api(context).addressBatch(externalId, requests)
      // How many a batch may hold is not stated.
      if (answer.status >= 400) return must.refused4xx(answer)
      must.status(answer, 201)
      if (!(await readAddress(context, externalId, ids[0]!))) ownIds()
      for (const at of [0, count - 2, count - 1])
        must.present(`address ${at + 1} of ${count}`, await readAddress(context, externalId, ids[at]!))
    },
  )

check(
  crowd['write-is-read'],
  'names-in-the-list-after-each-update',
  {
    brokenBy: [
      'crowd-list-names-of-the-first-update',
      'crowd-list-shows-old-names',
      'crowd-list-last-name-of-the-last-first-name',
    ],
    effects: true,
  },
  async (context) => {
    const made = await technician(context)
    const { externalId } = made
    let kept = {}
    for (const nth of ['first', 'second', 'third']) {
      const sent = await updated(context, made, kept)
      // The third one brings another last name alone.
      kept = nth === 'second' ? { firstName: sent['firstName'] } : {}
      await mustHaveNamesInTheList(context, made, sent, `the names of the ${nth} update in the list`)
    }
    const [row] = resultsOf(await api(context).get(externalId))
    must.equal('the external id as read', row?.['externalId'], externalId)
  },
)

check(
  crowd.list,
  'by-skill-name-after-updates',
  { needs: ['crowd-tag'], brokenBy: ['crowd-list-by-skills-of-the-creation'], effects: true },
  async (context) => {
    const { externalId: tagExternalId, name } = context.target.fixtures.crowdTag!
    await skilled(context, tagExternalId, '2033-06-15')
    const made = await technician(context)
    const { externalId } = made
    let judged = 0
    const plain = { tagExternalId, startedAt: '2026-01-02', expiredAt: '2033-06-15' }
    for (const skills of [[plain], [{ ...plain, ...sentAsApproved }], []]) {
      if (judged > 0 && skills.length > 0) continue
      must.noServerError((await updateTaken(context, made, person(context, { skills }))).answer)
      // Whether an update takes skills is not shown: the record tells.
      const shown = await readTechnician(context, externalId)
      const hasSkill = holds(shown, tagExternalId)
      if (hasSkill && !hasApproved(shown, tagExternalId)) continue
      if (hasSkill) judged += 1
      // One that shows no skill may have it all the same (B-CRW-18): that it has none is taken from a record that showed it before.
      if (judged === 0) noSkills()
      await eventually(
        context,
        async () => isOnAPage(context, made, { skillName: name }),
        (isListed) =>
          isListed === hasSkill
            ? undefined
            : {
                expected: 'a list by skillName with those who have the skill now',
                actual: isListed
                  ? `it has the technician ${externalId}, whose record no longer shows the skill`
                  : `it lacks the technician ${externalId}, whose record shows the skill`,
              },
        { lag: 10_000 },
      )
    }
    if (judged === 0) noSkills()
  },
)

/** The number of the first page: 0, unless that is refused or page 1 is the first as well. */
async function firstPage(context: Context, query: Readonly<Record<string, string>>): Promise<number> {
  const zeroth = await api(context).list({ query: { ...query, Page: '0' } })
  const one = await api(context).list({ query: { ...query, Page: '1' } })
  return zeroth.status === 200 && (one.status !== 200 || objectOf(one)['first'] !== true) ? 0 : 1
}

check(
  crowd.list,
  'all-pages-after-a-deletion',
  {
    brokenBy: ['crowd-list-pages-skip-for-the-deleted', 'crowd-list-page-ignored', 'crowd-pages-skip-namesakes'],
    effects: true,
  },
  async (context) => {
    const made = []
    // Namesakes: no order of a list may lose one of them between two pages.
    const lastName = `Last ${context.fresh.text()}`
    for (let count = 0; count < 5; count += 1) made.push(await technician(context, { lastName }))
    const gone = made[0]!
    await rely(crowd.delete, async () => must.status(await api(context).remove(gone.externalId), 204))
    const total = numberIn(await api(context).list({ query: { Size: '1' } }), 'totalElements') || 4
    const query = { Size: String(Math.max(2, Math.ceil(total / 4))) }
    const base = await firstPage(context, query)
    // While others write, technicians move between pages: a walk is judged where the total stayed as it was.
    for (let tries = 0; tries < 4; tries += 1) {
      const answers: Answer[] = []
      for (let Page = base; answers.length < 12; Page += 1) {
        const answer = await api(context).list({ query: { ...query, Page: String(Page) } })
        if (answer.status !== 200) break
        answers.push(answer)
        if (answers.length >= numberIn(answer, 'totalPages')) break
      }
      must.some('page of the list', answers)
      const totals = new Set(answers.map((answer) => numberIn(answer, 'totalElements')))
      const ids = answers.flatMap((answer) => resultsOf(answer).map((one) => String(one['externalId'])))
      const pages = numberIn(answers[0]!, 'totalPages')
      if (totals.size > 1) continue
      const wanted = Math.min(numberIn(answers[0]!, 'totalElements'), answers.length * numberIn(answers[0]!, 'size'))
      if (tries < 3 && (new Set(ids).size !== wanted || answers.length < Math.min(12, pages))) continue
      if (new Set(ids).size !== wanted) await mustHaveAnOrder(context, { ...query, Page: String(base) })
      return must.equal('number of different technicians on the pages', new Set(ids).size, wanted)
    }
  },
)

check(
  crowd.list,
  'without-the-filter-of-the-list-before',
  { needs: ['crowd-tag'], brokenBy: ['crowd-list-filter-sticks'], effects: true },
  async (context) => {
    const { externalId, name } = context.target.fixtures.crowdTag!
    await skilled(context, externalId, '2033-06-15')
    const plain = await technician(context)
    const base = await firstPage(context, { Size: '1' })
    let judged = 0
    const whole = async (query: Readonly<Record<string, string>>) =>
      api(context).list({ query: { Size: '1000', ...query } })
    const filtered: ReadonlyArray<Readonly<Record<string, string>>> = [
      { skillName: name },
      { skllValidityDate: '2033-06-15', skillName: name },
    ]
    await each(filtered, async (filter) => {
      for (const query of [{}, { Page: String(base) }] as ReadonlyArray<Readonly<Record<string, string>>>) {
        await whole(filter)
        const answer = await whole(query)
        must.status(answer, 200)
        // A long list has it on a later page.
        if (numberIn(answer, 'totalPages') > 1) continue
        judged += 1
        must.hold(
          'a list that is asked for without a filter with everybody',
          holds(answer.json, plain.externalId),
          'not',
        )
      }
    })
    if (judged === 0) throw new Unexercised('the list is too long for one page')
  },
)
