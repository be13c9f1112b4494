import { expect, test } from 'vitest'
import { createPlatform } from '../../../src/platform/platform.ts'
import { fieldOf, type Ask } from '../dispatch/wire.ts'
import { peopleOf } from '../user/wire.ts'
import type { Sent } from '../access/wire.ts'

const now = Date.UTC(2026, 10, 21, 9)
const at = '/api/crowd/v2/technicians'
const person = { businessPartner: 'b', email: 'a@b.example', firstName: 'F', lastName: 'L', mobilePhone: '1' }
const skill = { tagExternalId: 'TAG-WELDING' }

async function served(variant: string) {
  const platform = createPlatform({ now, variants: [variant] })
  return { platform, ask: await fieldOf(platform, 'crowd-owner') }
}

const first = ({ json }: Sent): Record<string, unknown> =>
  (json['results'] as Array<Record<string, unknown>> | undefined)?.[0] ?? {}
const make = async (ask: Ask, more: object = {}) => first(await ask('POST', at, { ...person, ...more }))

test('there are 400 old technicians, and somebody updates them', async () => {
  const { ask, platform } = await served('crowd-hundreds-of-old-technicians')
  const list = async (query = '') => (await ask('GET', `${at}${query}`)).json
  expect(await list()).toMatchObject({ size: 10, totalElements: 400 })
  const before = await list('?Size=400')
  platform.clock.advance(2000)
  expect((await list('?Size=400'))['results']).not.toEqual(before['results'])
})

test('the same address is there once', async () => {
  const { ask } = await served('crowd-same-address-once')
  const { externalId } = await make(ask)
  const below = `${at}/${String(externalId)}/addresses`
  const post = async (city: string) => first(await ask('POST', below, { city, number: '1' }))['id']
  const one = await post('Delft')
  expect([await post('Delft'), (await post('Gouda')) === one]).toEqual([one, false])
  expect((await ask('DELETE', `${below}/${String(one)}`)).status).toBe(204)
  expect((await ask('GET', `${below}/${String(one)}`)).status).toBe(404)
})

test('technicians are users', async () => {
  const { ask, platform } = await served('crowd-technicians-are-users')
  const people = peopleOf(platform)
  const found = async () =>
    (await people('GET', '/user/v1/users', undefined, { query: { email: person.email } })).json['totalElements']
  const { externalId } = await make(ask)
  expect(await found()).toBe(1)
  await ask('DELETE', `${at}/external-id/${String(externalId)}`)
  expect(await found()).toBe(0)
})

test('a service area comes by itself', async () => {
  const { ask } = await served('crowd-service-area-by-default')
  expect((await make(ask))['serviceArea']).toMatchObject({ radius: { unit: 'mi', value: 31 } })
  const area = { latitude: 1.5, longitude: 2 }
  const made = await make(ask, { serviceArea: area })
  expect(made['serviceArea']).toMatchObject({ ...area, radius: { unit: 'km', value: 50 } })
  const put = await ask('PUT', `${at}/external-id/${String(made['externalId'])}`, person)
  expect(first(put)['serviceArea']).toMatchObject(area)
})

test('skills that are over are not found', async () => {
  const { ask } = await served('crowd-skill-name-finds-valid-skills-only')
  const found = async () => (await ask('GET', `${at}?skillName=Welding`)).json['totalElements']
  await make(ask, { skills: [{ ...skill, expiredAt: '2026-11-20' }] })
  expect(await found()).toBe(0)
  await make(ask, { skills: [{ ...skill, expiredAt: '2026-11-21' }] })
  expect(await found()).toBe(1)
})

test('a skill lasts a year from today', async () => {
  const { ask } = await served('crowd-skills-of-a-year-from-today')
  const told = async (more: object) => (await make(ask, { skills: [{ ...skill, ...more }] }))['skills']
  expect(await told({})).toMatchObject([{ startedAt: '2026-11-21', expiredAt: '2027-11-21' }])
  expect(await told({ startedAt: '2028-02-29' })).toMatchObject([{ expiredAt: '2029-02-28' }])
})

test('skills are of known tags', async () => {
  const { ask } = await served('crowd-skills-of-known-tags')
  const post = async (...skills: object[]) => (await ask('POST', at, { ...person, skills })).status
  expect(await post(skill, { tagExternalId: 'TAG-LIFTS', tagName: 'Aufzüge' })).toBe(201)
  expect([
    await post({ tagExternalId: 'x' }),
    await post(skill, skill),
    await post({ ...skill, tagName: 'Aufzüge' }),
  ]).toEqual([404, 404, 404])
})
