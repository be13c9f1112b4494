import { beforeEach, describe, expect, test } from 'vitest'
import { createPlatform, type Platform } from '../../../src/platform/platform.ts'
import { tokenOf } from '../access/wire.ts'
import { dataOf, external, guid, recordOf, versionOf, type Data } from './wire.ts'

let platform: Platform
let data: Data
const externalId = 'locked'
let id: string
let version: number
beforeEach(async () => {
  platform = createPlatform()
  data = await dataOf(platform)
  id = guid()
  version = versionOf(await data('POST', '/ServiceCall', { id, subject: 'locked', remarks: 'kept', externalId }))
  platform.clock.advance(5)
})

describe.each(['id', 'external id'])('by %s', (by) => {
  const path = () => `/ServiceCall/${by === 'id' ? id : external(externalId)}`

  test.each(['PUT', 'PATCH', 'DELETE'])(
    '%s with another lastChanged is refused and changes nothing',
    async (method) => {
      for (const lastChanged of [version - 1, version + 1, 0, 1]) {
        const deleting = method === 'DELETE'
        const answer = await data(
          method,
          path(),
          deleting ? undefined : { subject: 'lost', lastChanged },
          deleting ? { query: { lastChanged: String(lastChanged) } } : {},
        )
        expect([answer.status, answer.json]).toEqual([
          409,
          { error: 'CA-27', message: 'resource concurrent modification detected', values: [version] },
        ])
      }
      expect(recordOf(await data('GET', path()))).toMatchObject({
        subject: 'locked',
        remarks: 'kept',
        lastChanged: version,
      })
    },
  )

  test.each(['PUT', 'PATCH'])('%s without lastChanged is refused, with forceUpdate it overwrites', async (method) => {
    expect((await data(method, path(), { subject: 'lost' })).status).toBe(400)
    const forced = await data(method, path(), { subject: 'forced', lastChanged: 1 }, { query: { forceUpdate: 'true' } })
    expect([forced.status, recordOf(forced)['subject']]).toEqual([201, 'forced'])
  })

  test('DELETE without lastChanged is refused, with forceDelete it deletes', async () => {
    expect((await data('DELETE', path())).status).toBe(400)
    expect((await data('GET', path())).status).toBe(200)
    expect((await data('DELETE', path(), undefined, { query: { forceDelete: 'true' } })).status).toBe(200)
    expect((await data('GET', path())).status).toBe(404)
  })
})

test('of writers with the same lastChanged one wins, whatever they do', async () => {
  const writers = [
    ...[1, 2, 3, 4].map((writer) =>
      data('PATCH', `/ServiceCall/${id}`, { remarks: `patch ${writer}`, lastChanged: version }),
    ),
    ...[1, 2].map((writer) =>
      data('PUT', `/ServiceCall/${external(externalId)}`, {
        subject: `put ${writer}`,
        externalId,
        lastChanged: version,
      }),
    ),
  ]
  const answers = await Promise.all(writers)
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409, 409, 409, 409, 409])
})

test('of writers over real connections one wins', async () => {
  const listening = await platform.listen({ port: 0 })
  try {
    const token = await tokenOf(platform, 'admin')
    const query = 'account=acme&company=Acme%20North&clientId=kit&clientVersion=1&user=admin&dtos=ServiceCall.27'
    const write = (writer: number) =>
      fetch(`${listening.origin}/api/data/v4/ServiceCall/${id}?${query}`, {
        method: 'PATCH',
        body: JSON.stringify({ remarks: `writer ${writer}`, lastChanged: version }),
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      })
    const answers = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(write))
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, ...Array<number>(7).fill(409)])
  } finally {
    await listening.close()
  }
})

const raced = async (faults: string[]) => {
  const faulty = createPlatform({ faults })
  const ask = await dataOf(faulty)
  const lastChanged = versionOf(await ask('POST', '/ServiceCall', { id, subject: 'raced' }))
  faulty.clock.advance(10)
  const answers = await Promise.all(
    [1, 2, 3].map((writer) => ask('PATCH', `/ServiceCall/${id}`, { remarks: `${writer}`, lastChanged })),
  )
  const alone = await ask('PATCH', `/ServiceCall/${id}`, {
    remarks: 'alone',
    lastChanged: versionOf(await ask('GET', `/ServiceCall/${id}`)),
  })
  return {
    race: answers.map(({ status, json }) => `${status} ${String(json['error'] ?? '')}`.trim()),
    alone: alone.status,
  }
}

test('the race faults deviate in races only', async () => {
  expect(await raced(['lock-race-two-winners'])).toEqual({ race: ['201', '201', '201'], alone: 201 })
  expect(await raced(['lock-race-no-winner'])).toEqual({ race: ['409 CA-27', '409 CA-27', '409 CA-27'], alone: 201 })
})
