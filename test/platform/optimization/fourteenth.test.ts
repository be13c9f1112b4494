import { expect, test } from 'vitest'
import { createPlatform } from '../../../src/platform/platform.ts'
import { send, tokenOf } from '../access/wire.ts'
import { dataOf, recordOf } from '../data/wire.ts'

const now = Date.UTC(2026, 10, 21, 9)
const ids = ['1', '2', '3'].map((tail) => tail.padStart(32, 'B'))
const person = 'F1E1D0000000000000000000000000C1'
const other = 'C2'.padStart(32, 'A')

/** Where three activities of an hour stand after a job in a window. */
async function planned(variant: string, start: string, end: string) {
  const platform = createPlatform({ now, variants: [variant] })
  const data = await dataOf(platform)
  await data('POST', '/Person', { id: other, firstName: 'Other', lastName: 'One', code: 'O' })
  for (const id of ids)
    await data('POST', '/Activity', { id, subject: id, responsibles: [person], durationInMinutes: 60 })
  await send(platform, '/optimization/api/v1/jobs/actions/re-optimize', {
    method: 'POST',
    body: JSON.stringify({ activityIds: ids, optimizationPlugin: 'Nearest', start, end }),
    headers: {
      Authorization: `Bearer ${await tokenOf(platform, 'admin')}`,
      'X-Request-Id': 'r',
      'X-Client-Id': 'kit',
      'X-Client-Version': '1',
      'X-Account-Id': '1001',
      'X-Account-Name': 'acme',
      'X-Company-Id': '5001',
      'X-Company-Name': 'Acme North',
    },
  })
  platform.clock.advance(1000)
  const records = []
  for (const id of ids) records.push(recordOf(await data('GET', `/Activity/${id}`)))
  return records.map(({ responsibles, startDateTime }) => ({ responsibles, startDateTime }))
}

test('what does not fit is unassigned', async () => {
  const none = { responsibles: [], startDateTime: null }
  const shown = await planned('optimization-drops-what-does-not-fit', '2033-03-01T08:00:00Z', '2033-03-01T10:30:00Z')
  expect(shown.map(({ responsibles }) => responsibles)).toEqual([[person], [person], []])
  const short = await planned('optimization-drops-what-does-not-fit', '2033-03-01T08:00:00Z', '2033-03-01T08:30:00Z')
  expect(short).toMatchObject([none, none, none])
})

test('another technician comes within working time', async () => {
  const shown = await planned('optimization-exchanges-technicians', '2033-03-01T15:50:00Z', '2033-03-02T09:30:00Z')
  expect(shown.map(({ responsibles }) => responsibles)).toEqual([[other], [other], [person]])
  expect(shown.map(({ startDateTime }) => String(startDateTime).slice(0, 16))).toMatchObject([
    '2033-03-01T16:00',
    '2033-03-02T08:00',
    expect.anything(),
  ])
})
