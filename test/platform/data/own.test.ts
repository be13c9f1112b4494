import { expect, test } from 'vitest'
import { createPlatform } from '../../../src/platform/platform.ts'
import { ownCountFaults } from '../../../src/platform/faults/own-counts.ts'
import { ownRecordFaults } from '../../../src/platform/faults/own-records.ts'
import { ownRecordVariants } from '../../../src/platform/variants/own-records.ts'
import { queryOf } from '../query/wire.ts'
import { dataOf, external, recordOf, versionOf, type Data } from './wire.ts'

const place = '/BusinessPartner'

/** What a user with a permission of Own gets to know and to do of a record of another, and of its own: statuses, and how many of the two are shown. */
async function told(deviation: Parameters<typeof createPlatform>[0] = {}): Promise<Readonly<Record<string, unknown>>> {
  const platform = createPlatform(deviation)
  const [admin, owner] = [await dataOf(platform), await dataOf(platform, 'own-only')]
  const select = await queryOf(platform, 'own-only')
  const made = async (data: Data, externalId: string) => {
    const answer = await data('POST', place, { name: externalId, externalId })
    return { at: `${place}/${String(recordOf(answer)['id'])}`, externalId, version: versionOf(answer), answer }
  }
  const [other, own] = [await made(admin, 'other'), await made(owner, 'own')]
  const call = { subject: 'one', businessPartner: String(recordOf(other.answer)['id']) }
  const parent = recordOf(await admin('POST', '/ServiceCall', call))
  const dtos = 'ServiceCall.27;BusinessPartner.25'
  const count = (json: Readonly<Record<string, unknown>>) =>
    ['"other"', '"own"'].filter((name) => JSON.stringify(json).includes(name)).length
  const body = { name: 'changed', lastChanged: other.version }
  const bulk = async (method: string) => {
    const answer = await owner(method, `${place}/bulk`, [{ id: other.at.split('/')[2], ...body }])
    return (answer.json as unknown as Array<{ status: number }>)[0]?.status
  }
  const status = async (data: Data, method: string, path: string, sent?: object, query = {}) =>
    (await data(method, path, sent, { query })).status
  const version = { lastChanged: String(other.version) }
  const totals = async (data: Data, id: string) => {
    const answer = await data('GET', place, undefined, { query: { query: `id = "${id}"` } })
    return [answer.json['totalObjectCount'], answer.header('X-Total-Count')]
  }
  const selected = async (columns: string) => {
    const answer = await select(
      `select ${columns} from BusinessPartner b where b.id = '${String(recordOf(other.answer)['id'])}'`,
    )
    return answer.status < 300 ? answer.json : answer.status
  }
  /** What an expansion counts of two activities, of which the user created one. */
  const children = async () => {
    const activity = { subject: 'child', serviceCall: String(parent['id']) }
    for (const data of [admin, owner]) await data('POST', '/Activity', activity)
    const query = { dtos: `${dtos};Activity.43`, expand: 'count(activities)' }
    const { json } = await owner('GET', `/ServiceCall/${String(parent['id'])}`, undefined, { query })
    return /"[^"]*activities[^"]*":(\d+)/i.exec(JSON.stringify(json))?.[1]
  }
  /** Whether the deleted listing tells of a record of another, and of an own one. */
  const deletions = async () => {
    const listed: boolean[] = []
    for (const data of [admin, owner]) {
      const { at, externalId, version: lastChanged } = await made(data, `gone-${listed.length}`)
      await admin('DELETE', at, undefined, { query: { lastChanged: String(lastChanged) } })
      const query = { from: '0', to: '9000000000000', dtos: 'DeletedObjects.2' }
      listed.push((await owner('GET', `${place}/deleted`, undefined, { query })).text.includes(externalId))
    }
    return listed
  }
  const named = `${place}/${external('other')}`
  return {
    read: [await status(owner, 'GET', other.at), await status(owner, 'GET', own.at)],
    named: [await status(owner, 'GET', named), await status(owner, 'GET', `${place}/${external('own')}`)],
    list: count((await owner('GET', place)).json),
    firstPage: count((await owner('GET', place, undefined, { query: { orderBy: 'name asc', pageSize: '1' } })).json),
    search: count((await owner('GET', place, undefined, { query: { query: 'name in ("other", "own")' } })).json),
    select: count((await select('select b.name from BusinessPartner b')).json),
    expand: count(
      (
        await owner('GET', `/ServiceCall/${String(parent['id'])}`, undefined, {
          query: { dtos, expand: 'businessPartner' },
        })
      ).json,
    ),
    taken: await status(owner, 'POST', place, { name: 'third', externalId: 'other' }),
    totals: await totals(owner, String(recordOf(other.answer)['id'])),
    counted: await selected('count(b)'),
    selected: await selected('b.id'),
    children: await children(),
    updates: [
      await status(owner, 'PATCH', own.at, { name: 'own', lastChanged: own.version }),
      await bulk('PATCH'),
      await status(owner, 'PATCH', other.at, body),
      await status(owner, 'PUT', other.at, { ...body, externalId: 'other' }),
      await status(owner, 'PATCH', named, body),
    ],
    deletions: [
      await bulk('DELETE'),
      await status(owner, 'DELETE', named, undefined, version),
      await status(owner, 'DELETE', other.at, undefined, version),
    ],
    left: recordOf(await admin('GET', other.at))['name'],
    gone: await deletions(),
    changedByAnother: [
      await status(admin, 'PATCH', own.at, { name: 'own' }, { forceUpdate: 'true' }),
      await status(owner, 'GET', own.at),
    ],
  }
}

test('a permission of Own covers what the user created, by every way in', async () => {
  expect(await told()).toEqual({
    read: [403, 200],
    named: [403, 200],
    list: 1,
    firstPage: 1,
    search: 1,
    select: 1,
    expand: 0,
    taken: 409,
    totals: [undefined, undefined],
    counted: 400,
    selected: { data: [] },
    children: '1',
    updates: [201, 403, 403, 403, 403],
    deletions: [403, 403, 403],
    left: 'other',
    gone: [false, true],
    changedByAnother: [201, 200],
  })
})

// What shows in a batch only is told by the checks that name it.
const inBatches = ['own-counted-in-a-batch', 'own-read-in-a-batch', 'own-listed-in-a-batch', 'own-written-in-a-batch']

test.each([
  ...[...ownCountFaults, ...ownRecordFaults]
    .filter(({ id }) => !inBatches.includes(id))
    .map(({ id }) => ({ faults: [id] })),
  // Of what each company has from the start nothing is looked at here.
  ...ownRecordVariants.filter(({ id }) => id !== 'own-or-of-the-company').map(({ id }) => ({ variants: [id] })),
])('%j changes an answer', async (deviation) => {
  expect(await told(deviation)).not.toEqual(await told())
})
