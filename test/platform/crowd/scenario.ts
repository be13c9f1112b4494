import type { Platform } from '../../../src/platform/platform.ts'
import type { Sent } from '../access/wire.ts'
import { fieldOf } from '../dispatch/wire.ts'
import { playQuietly } from './quiet-scenario.ts'

const at = '/api/crowd/v2/technicians'
const person = {
  businessPartner: 'partner',
  email: 'a@b.example',
  firstName: 'Zoë, whose first name is long',
  lastName: 'Last',
  mobilePhone: '1',
  address: { city: 'Main', country: 'FR', number: '12', streetName: 'Street', zipCode: '0815' },
  serviceArea: { latitude: 49.25, longitude: 8.5, radius: { unit: 'km', value: 12.5 } },
  skills: [{ tagExternalId: 'TAG-WELDING', startedAt: '2026-01-01', expiredAt: '2027-01-01' }],
}
const headers = ['X-Account-ID', 'X-Account-Name', 'X-Client-ID', 'X-Client-Version', 'X-Company-ID', 'X-Company-Name']

const first = ({ json }: Sent): Record<string, unknown> => {
  const results = json['results'] as Array<Record<string, unknown>> | undefined
  return (Array.isArray(results) ? results[0] : undefined) ?? {}
}

/** Technicians made, read, listed, changed and deleted, their addresses too, with missing fields and headers, as lines. */
export async function playCrowd(platform: Platform): Promise<string[]> {
  const told: string[] = []
  const ask = await fieldOf(platform, 'crowd-owner')
  const say = (answer: Sent): Sent => {
    told.push(`${answer.status} ${answer.text}`)
    return answer
  }
  const make = async (more: object = {}) => say(await ask('POST', at, { ...person, ...more }))
  for (const name of ['businessPartner', 'email', 'firstName', 'lastName', 'mobilePhone'])
    await make({ [name]: undefined })
  const made = await make()
  const [shown] = [first(made)]
  const listed = say(await ask('GET', `${at}?Size=1000`))
  const ids = (listed.json['results'] as Array<Record<string, unknown>> | undefined) ?? []
  const externalId = String(shown['externalId'] ?? (Array.isArray(ids) ? ids.at(-1)?.['externalId'] : ''))
  const one = `${at}/external-id/${externalId}`
  say(await ask('GET', one))
  for (const name of ['email', 'firstName', 'lastName', 'mobilePhone'])
    say(await ask('PUT', one, { ...person, lastName: 'Changed', [name]: undefined }))
  say(await ask('GET', one))
  say(await ask('PUT', one, { ...person, email: 'c@d.example', mobilePhone: '2', skills: undefined }))
  say(await ask('GET', one))
  const skills = (shown['skills'] ?? []) as Array<{ uuid?: string }>
  say(await ask('GET', `${at}/${externalId}/skills/${skills[0]?.uuid}`))
  await make()
  await make({ skills: [] })
  for (const query of [
    '',
    '?Size=2',
    '?Size=2&Page=1',
    '?Size=2&Page=2',
    '?Size=2&Page=50',
    '?skillName=Welding',
    '?skillName=weld',
    '?skillName=Welding&Size=1&Page=1',
    '?skllValidityDate=2026-12-31',
    '?skllValidityDate=2027-01-01',
    '?skllValidityDate=2027-01-02',
  ])
    say(await ask('GET', `${at}${query}`))
  const places = `${at}/${externalId}/addresses`
  const place = { city: 'One', country: 'FR', number: '12', streetName: 'Street', zipCode: '01234' }
  say(await ask('POST', places, { ...place, id: 'A' }))
  say(await ask('POST', places, { ...place, id: 'B' }))
  say(await ask('GET', `${places}/A`))
  say(await ask('PUT', `${places}/A`, { ...place, city: 'Changed' }))
  say(await ask('GET', `${places}/A`))
  const operation = (name: string | undefined, id: string) => ({
    id: `${name} ${id}`,
    operation: name,
    address: { ...place, city: 'Batch', id },
  })
  const look = async () => {
    for (const id of ['A', 'B', 'C', 'Z']) say(await ask('GET', `${places}/${id}`))
  }
  const whole = [operation('CREATE', 'C'), operation('UPDATE', 'A'), operation('DELETE', 'B'), operation('UPDATE', 'Z')]
  say(await ask('POST', `${places}/actions/batch?transactional=true`, { requests: whole }))
  await look()
  say(await ask('POST', `${places}/actions/batch`, { requests: [operation(undefined, 'A')] }))
  say(await ask('POST', `${places}/actions/batch`, { requests: whole }))
  await look()
  say(await ask('DELETE', `${places}/A`))
  say(await ask('GET', `${places}/A`))
  for (const header of headers) {
    say(await ask('GET', one, undefined, { [header]: '' }))
    say(await ask('PUT', one, { ...person, firstName: header }, { [header]: '' }))
    say(await ask('GET', one))
  }
  say(await ask('GET', one, undefined, { Authorization: '' }))
  say(await ask('GET', one, undefined, { Authorization: 'Bearer never-issued' }))
  say(await ask('DELETE', one))
  say(await ask('GET', one))
  say(await ask('DELETE', one))
  await playQuietly(ask, say, () => platform.clock.advance(1000))
  return told.map((line) =>
    line
      .replace(/"createdAt":"[^"]*"/g, '"createdAt":"then"')
      .replace(/\b[0-9A-F]{20}\b/g, 'T')
      .replace(/"uuid":"[^"]*"|"id":"[0-9a-f-]{36}"/g, '"uuid"'),
  )
}
