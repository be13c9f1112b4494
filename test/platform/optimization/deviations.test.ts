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

/** Starts of every form, and where the activities stand after the first. */
async function play(platform: Platform): Promise<string[]> {
  const token = await tokenOf(platform, 'admin')
  const data = await dataOf(platform)
  for (const id of ids)
    await data('POST', '/Activity', { id, subject: id, responsibles: [person], durationInMinutes: 30 })
  const told: string[] = []
  const ask = async (body: unknown, headers: Readonly<Record<string, string>> = {}, query = '') => {
    const answer = await send(platform, `/optimization/api/v1/jobs/actions/re-optimize${query}`, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: Object.fromEntries(
        Object.entries({
          Authorization: `Bearer ${token}`,
          'X-Request-Id': 'r',
          'X-Client-Id': 'kit',
          'X-Client-Version': '1',
          'X-Account-Id': '7001',
          'X-Account-Name': 'acme',
          'X-Company-Id': '1',
          'X-Company-Name': 'Acme North',
          ...headers,
        }).filter(([, value]) => value !== ''),
      ),
    })
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
  await ask(wish, { Authorization: '' }, `?access_token=${token}`)
  const advance = platform.clock.advance.bind(platform.clock)
  platform.clock.advance = () => undefined
  await ask(wish)
  await ask(wish)
  platform.clock.advance = advance
  return told
}

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
