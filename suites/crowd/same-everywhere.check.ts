import type { Answer, Dto } from '../../src/clients/answer.ts'
import { isObject } from '../../src/exchange/json.ts'
import { check, eventually, holds, must, objectOf, rely, type Context } from '../../src/kit/index.ts'
import { newAddressId } from './plainer.ts'
import { crowd } from './requirements.ts'
import { distinctPerson, mustTellTheSame, mustShowDistinct, plainerPerson } from './same-everywhere.ts'
import {
  address,
  addressOf,
  addressTaken,
  api,
  bearing,
  createTaken,
  mustShowSent,
  readAddress,
  readTechnician,
  resultsOf,
  technician,
  updateTaken,
} from './steps.ts'

/** Creates a technician of distinct fields; what the answer tells, too. */
async function made(
  context: Context,
  nth: number,
): Promise<{ externalId: string; answer: Answer; told: Dto; sent: Dto }> {
  const { answer, sent } = await rely(crowd.create, async () => {
    const created = await createTaken(context, distinctPerson(context, nth), plainerPerson(context, nth))
    must.status(created.answer, 201)
    must.be('external id', resultsOf(created.answer)[0]?.['externalId'], 'a text', created.answer)
    return created
  })
  const [told = {}] = resultsOf(answer)
  return { externalId: String(told['externalId']), answer, told, sent }
}

check(
  crowd['write-is-read'],
  'technicians-answered-as-read',
  {
    brokenBy: [
      'crowd-create-answer-of-the-first',
      'crowd-update-answers-cut',
      'crowd-email-of-the-first',
      'crowd-update-of-radius-and-address-stores-the-radius',
    ],
    effects: true,
  },
  async (context) => {
    const [one, other] = [await made(context, 0), await made(context, 1)]
    const shown = [await readTechnician(context, one.externalId), await readTechnician(context, other.externalId)]
    mustTellTheSame('the first technician, answered and read, the same', one.told, shown[0])
    mustTellTheSame('the second technician, answered and read, the same', other.told, shown[1])
    must.equal(
      'external ids of both as read',
      shown.map((record) => record?.['externalId']),
      [one.externalId, other.externalId],
    )
    mustShowDistinct('the first technician as read', shown[0], one.sent)
    mustShowDistinct('the second technician as read', shown[1], other.sent)
    const update = (nth: number) => updateTaken(context, one, distinctPerson(context, nth), plainerPerson(context, nth))
    const { answer, sent: changed } = await update(2)
    must.status(answer, 200, 201)
    const after = await readTechnician(context, one.externalId)
    mustTellTheSame('the updated technician, answered and read, the same', resultsOf(answer)[0], after)
    mustShowDistinct('the updated technician as read', after, changed)
    const { answer: repeated, sent: again } = await update(3)
    must.status(repeated, 200, 201)
    const last = await readTechnician(context, one.externalId)
    mustTellTheSame('the technician updated twice, answered and read, the same', resultsOf(repeated)[0], last)
    mustShowDistinct('the technician updated twice', last, again)
    mustTellTheSame('the other technician as before', await readTechnician(context, other.externalId), shown[1])
  },
)

check(
  crowd['write-is-read'],
  'addresses-answered-as-read',
  { brokenBy: ['crowd-address-answer-cut', 'crowd-address-read-with-one-id'], effects: true },
  async (context) => {
    const owner = await technician(context)
    const sent = [address(context, { number: '7' }), address(context, { country: 'FR', zipCode: '01067' })]
    const ids: string[] = []
    const taken: Dto[] = []
    for (const wished of sent) {
      const { answer, sent: place } = await addressTaken(context, owner, wished)
      taken.push(place)
      await rely(crowd['address-create'], async () => must.status(answer, 201))
      const [told = {}] = resultsOf(answer)
      const id = String(told['id'])
      ids.push(id)
      const read = await readAddress(context, owner.externalId, id)
      mustTellTheSame('an address, answered and read, the same', told, read)
      mustShowSent('an address as read', read, place)
    }
    for (const [at, id] of ids.entries()) {
      const read = await readAddress(context, owner.externalId, id)
      must.hold(
        'the id of an address read by it',
        String(read?.['id']).toLowerCase() === id.toLowerCase(),
        read?.['id'],
      )
      mustShowSent('an address read again', read, taken[at]!)
    }
    const changed = address(context, { number: '19', streetName: 'Another Street than before' })
    const answer = await api(context).updateAddress(owner.externalId, ids[0]!, { ...changed, id: ids[0] })
    must.status(answer, 200, 201)
    const read = await readAddress(context, owner.externalId, ids[0]!)
    mustShowSent('the changed address as read', read, changed)
  },
)

check(
  crowd.wrapped,
  'one-record-told-once',
  {
    brokenBy: ['crowd-create-told-twice', 'crowd-update-told-twice', 'crowd-address-create-told-twice'],
    effects: true,
  },
  async (context) => {
    const { externalId, answer, sent } = await made(context, 3)
    const updated = await api(context).update(externalId, sent)
    const { answer: place } = await addressTaken(context, { externalId })
    const id = String(resultsOf(place)[0]?.['id'])
    for (const [what, one] of [
      ['creation of a technician', answer],
      ['update', updated],
      ['read', await api(context).get(externalId)],
      ['creation of an address', place],
      ['read of an address', await api(context).getAddress(externalId, id)],
    ] as const) {
      must.success(one)
      must.equal(`number of results of the ${what}`, resultsOf(one).length, 1)
    }
  },
)

check(
  crowd.list,
  'anew-with-each-technician',
  {
    brokenBy: [
      'crowd-list-first-names-of-one',
      'crowd-list-number-always-0',
      'crowd-list-empty',
      'crowd-list-in-latin-1',
      'crowd-list-kept-for-other-sizes',
    ],
    effects: true,
  },
  async (context) => {
    const query = { Size: '1000' }
    const list = (more: Readonly<Record<string, string>>) => api(context).list({ query: { ...query, ...more } })
    // With nobody in it a list may be told with 404, which is listed (B-CRW-19).
    must.status(await list({}), 200, 404)
    // Letters of Latin-1 alone, and others: a list writes them as it says it does.
    const both = [
      await technician(context, { firstName: 'Zoë Größe' }, { firstName: 'Zoe' }),
      await technician(context, { firstName: 'Łucja 漢' }, { firstName: 'Lucja' }),
    ]
    const rows = await eventually(
      context,
      async () => {
        const answer = await list({})
        must.status(answer, 200)
        return { rows: resultsOf(answer), isLong: Number(objectOf(answer)['totalPages']) > 1 }
      },
      // A long list has them on later pages.
      ({ rows: shown, isLong }) =>
        isLong || both.every(({ externalId }) => holds(shown, externalId))
          ? undefined
          : { expected: 'a list with both new technicians', actual: `${shown.length} others` },
      { lag: 10_000 },
    )
    for (const { externalId, sent } of both) {
      const row = rows.rows.find((one) => one['externalId'] === externalId)
      if (row) mustShowSent('names in the list', row, { firstName: sent['firstName'], lastName: sent['lastName'] })
      const named = rows.rows.filter((one) => one['lastName'] === sent['lastName'])
      must.inRange('number of technicians of a name that was sent once', named.length, { atMost: 1 })
    }
    const [one, two] = [await list({ Size: '1', Page: '1' }), await list({ Size: '1', Page: '2' })]
    must.inRange('number of results of a page of one', resultsOf(one).length, { atMost: 1 })
    if (one.status === 200 && two.status === 200)
      must.differ('number of the next page', objectOf(two)['number'], objectOf(one)['number'])
    const short = await list({ Size: '1' })
    must.inRange('number of results of a page of one', resultsOf(short).length, { atMost: 1 })
    const { first, last, totalPages } = objectOf(short)
    if (Number(totalPages) > 1) must.equal('first and last of the first of several pages', [first, last], [true, false])
  },
)

check(
  crowd['address-batch'],
  'without-the-parameter-after-one-with-true',
  { brokenBy: ['crowd-batch-transactional-once-asked-for', 'crowd-batch-transactional-if-said'], effects: true },
  async (context) => {
    const done: unknown[] = []
    for (const query of [{ transactional: 'true' }, { transactional: 'false' }, {}]) {
      const owner = await technician(context)
      const { id } = await addressOf(context, owner)
      const update = { id: '1', operation: 'UPDATE', address: address(context, { id, city: 'Changed' }) }
      const failing = { id: '2', operation: 'UPDATE', address: address(context, { id: newAddressId(context) }) }
      // The first one is to be taken; those after it fail in part.
      const requests = done.length === 0 ? [update] : [update, failing]
      const answer = await api(context).addressBatch(owner.externalId, requests, { query })
      if (done.length === 0) must.status(answer, 201)
      done.push((await readAddress(context, owner.externalId, id))?.['city'] === 'Changed')
    }
    must.equal('whether a batch without transactional did its first operation, as one with false', done[2], done[1])
  },
)

check(
  crowd.skill,
  'as-in-the-record',
  {
    needs: ['crowd-tag'],
    brokenBy: ['crowd-skill-by-id-of-another-status', 'crowd-skill-by-id-a-day-early', 'crowd-skill-by-id-told-twice'],
    effects: true,
  },
  async (context) => {
    const { externalId: tagExternalId } = context.target.fixtures.crowdTag!
    const sent = { tagExternalId, startedAt: '2026-01-02', expiredAt: '2033-06-15' }
    const one = await bearing(context, [sent])
    const skills = (await readTechnician(context, one.externalId))?.['skills']
    const [inRecord] = Array.isArray(skills) ? (skills as readonly unknown[]).filter(isObject) : []
    // Where skills of a new technician are not kept, they are made by calls that the documents do not show.
    if (typeof inRecord?.['uuid'] !== 'string')
      return rely(crowd.read, async () => must.status(await api(context).get(one.externalId), 200))
    for (const name of ['startedAt', 'expiredAt'] as const)
      if (typeof inRecord[name] === 'string') must.equal(`${name} of a skill`, inRecord[name].slice(0, 10), sent[name])
    const answer = await api(context).getSkill(one.externalId, inRecord['uuid'])
    must.success(answer)
    const found = resultsOf(answer)
    must.inRange('number of results of the read of a skill', found.length, { atMost: 1 })
    mustTellTheSame('a skill, in the record and by its id, the same', inRecord, found[0] ?? objectOf(answer))
  },
)
