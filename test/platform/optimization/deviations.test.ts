import { beforeAll, expect, test } from 'vitest'
import { replacedBy } from '../../../src/platform/compose.ts'
import { allFaults, allVariants } from '../../../src/platform/deviations.ts'
import { optimizationFaults } from '../../../src/platform/faults/optimization.ts'
import { createPlatform, type Platform } from '../../../src/platform/platform.ts'
import { optimizationRules } from '../../../src/platform/rulebook/optimization.ts'
import { optimizationVariants } from '../../../src/platform/variants/optimization.ts'
import { send, tokenOf } from '../access/wire.ts'
import { dataOf } from '../data/wire.ts'

const now = Date.UTC(2026, 10, 21, 9)
const ids = ['1', '2', '3'].map((tail) => tail.padStart(32, 'B'))
const person = 'F1E1D0000000000000000000000000C1'
const wish = {
  activityIds: ids,
  optimizationPlugin: 'Nearest',
  start: '2033-03-01T08:00:00Z',
  end: '2033-03-01T08:45:00Z',
}
const without = (name: keyof typeof wish) => Object.fromEntries(Object.entries(wish).filter(([key]) => key !== name))

const strangers: readonly Headers[] = [
  { 'X-Account-Id': '1002' },
  { 'X-Company-Id': '5002' },
  { 'X-Company-Id': '9' },
  { 'X-Company-Name': 'Acme West' },
]
const misshapen: readonly Headers[] = [{ 'X-Client-Id': 'a-b !' }, { 'X-User-Id': 'abc' }]

type Headers = Readonly<Record<string, string>>

const start = (platform: Platform, token: string, body: unknown, headers: Headers = {}, query = '') =>
  send(platform, `/optimization/api/v1/jobs/actions/re-optimize${query}`, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: Object.fromEntries(
      Object.entries({
        Authorization: `Bearer ${token}`,
        'X-Request-Id': 'r',
        'X-Client-Id': 'kit',
        'X-Client-Version': '1',
        'X-Account-Id': '1001',
        'X-Account-Name': 'acme',
        'X-Company-Id': '5001',
        'X-Company-Name': 'Acme North',
        ...headers,
      }).filter(([, value]) => value !== ''),
    ),
  })

async function only(body: unknown, headers: Headers = {}): Promise<number> {
  const platform = createPlatform({ now })
  return (await start(platform, await tokenOf(platform, 'admin'), body, headers)).status
}

/** Starts of every form, and where the activities stand after the first. */
async function play(platform: Platform): Promise<string[]> {
  const token = await tokenOf(platform, 'admin')
  const data = await dataOf(platform)
  for (const id of ids)
    await data('POST', '/Activity', { id, subject: id, responsibles: [person], durationInMinutes: 30 })
  const told: string[] = []
  const ask = async (body: unknown, headers: Headers = {}, query = '') => {
    const answer = await start(platform, token, body, headers, query)
    told.push(`${answer.status} ${answer.text}`)
    platform.clock.advance(1000)
  }
  await ask(wish)
  for (const id of ids)
    told.push(String((await data('GET', `/Activity/${id}`)).text.match(/"(?:start|end)DateTime":"[^"]*"/g)))
  await ask({
    ...wish,
    start: '2033-04-01T08:00:00Z',
    end: '2033-04-02T08:00:00Z',
    partitioningStrategy: { skills: ['none'] },
  })
  told.push(String((await data('GET', `/Activity/${ids[0]}`)).text.match(/"startDateTime":"[^"]*"/g)))
  await ask({ ...wish, partitioningStrategy: { skills: ['cranes'], more: 1 } })
  await ask({ ...wish, more: 1 })
  await ask({ ...without('optimizationPlugin'), optimisationPlugin: 'Nearest' })
  for (const name of Object.keys(wish) as Array<keyof typeof wish>) {
    await ask(without(name))
    await ask({ ...wish, [name]: 5 })
    await ask({ ...without(name), [name === name.toLowerCase() ? name.toUpperCase() : name.toLowerCase()]: wish[name] })
  }
  for (const name of [
    'Authorization',
    'X-Request-Id',
    'X-Client-Id',
    'X-Client-Version',
    'X-Account-Id',
    'X-Account-Name',
    'X-Company-Id',
    'X-Company-Name',
  ])
    await ask(wish, { [name]: '' })
  await ask(wish, { 'X-Account-Id': 'seven' })
  await ask(wish, { 'X-Company-Id': 'one' })
  for (const headers of strangers) await ask(wish, headers)
  for (const headers of misshapen) await ask(wish, headers)
  await ask(wish, { Authorization: '' }, `?access_token=${token}`)
  const advance = platform.clock.advance.bind(platform.clock)
  platform.clock.advance = () => undefined
  await ask(wish)
  await ask(wish)
  platform.clock.advance = advance
  return told
}

test('headers of another account or company are refused with 403, those of another form with 400', async () => {
  for (const [status, all] of [
    [403, strangers],
    [400, misshapen],
  ] as const) {
    for (const headers of all) expect([headers, await only(wish, headers)]).toEqual([headers, status])
  }
  expect(await only(wish, { 'X-User-Id': '1' })).toBe(202)
})

test.each(['constructor', 'toString', '__proto__'])('%s is a property too many', async (name) => {
  expect(await only(JSON.parse(`{"${name}":"x",${JSON.stringify(wish).slice(1)}`))).toBe(400)
})

let plain: readonly string[]
beforeAll(async () => {
  plain = await play(createPlatform({ now }))
})

test('activities are scheduled one after the other, from the start and before the end; a second start has to wait', () => {
  expect(plain[0]).toBe('202 {"result":true}')
  expect(plain[1]).toContain('"startDateTime":"2033-03-01T08:00:00.000Z"')
  expect(plain[2]).toContain('"startDateTime":"2033-03-01T08:30:00.000Z"')
  expect(plain[3]).toBe('null')
  expect(plain.slice(-2).map((line) => line.slice(0, 3))).toEqual(['202', '409'])
})

test.each([
  ...optimizationFaults.map(({ id }) => ({ faults: [id] })),
  ...optimizationVariants.map(({ id }) => ({ variants: [id] })),
])('%j changes an answer', async (deviation) => {
  const told = await play(createPlatform({ now, ...deviation }))
  expect(told).not.toEqual(plain)
  expect(told.join('\n')).not.toContain('internal_error')
})

test('only what a deviation replaces is a rule', () => {
  const named = new Set([...allFaults, ...allVariants].flatMap(replacedBy))
  expect(
    Object.keys(optimizationRules.optimization)
      .map((name) => `optimization.${name}`)
      .filter((name) => !named.has(name)),
  ).toEqual([])
})
