import type { Ask } from '../dispatch/wire.ts'
import type { Sent } from '../access/wire.ts'

const at = '/api/crowd/v2/technicians'
const place = {
  city: 'City',
  country: 'fr',
  number: '12a',
  streetName: `Street ${'of many names '.repeat(5)}`,
  zipCode: '01067',
}
const least = { businessPartner: 'partner', email: 'Zoe@B.example', firstName: 'First', lastName: 'Last' }
const person = { ...least, mobilePhone: '0171555' }
const area = { googlePlaceId: 'place', latitude: 48, longitude: 0, radius: { unit: 'mi', value: 7.5 } }
const invented = { Authorization: 'Bearer never-issued' }

const idOf = ({ json }: Sent, name: string): string => {
  const [one] = (json['results'] ?? []) as ReadonlyArray<Record<string, unknown>>
  return String(one?.[name])
}

const createdIn = ({ text }: Sent): string | undefined => /"createdAt":"([^"]*)"/.exec(text)?.[1]

/** What breaks quietly: beside what each interface is asked for anyway. */
export async function playQuietly(ask: Ask, say: (answer: Sent) => Sent, tick: () => void): Promise<void> {
  const make = async (body: object) => idOf(say(await ask('POST', at, body)), 'externalId')
  const at1 = (externalId: string) => `${at}/external-id/${externalId}`
  const one = await make({
    ...person,
    address: place,
    serviceArea: area,
    externalId: '0123456789abcdef0123456789abcdef',
  })
  await make({ ...least, serviceArea: area })
  await make({ ...person, lastName: null })
  const show = async () => say(await ask('GET', at1(one)))
  const shown = await show()
  const main = /"address":\{[^}]*"id":"([^"]+)"/.exec(shown.text)?.[1] ?? 'none'
  const then = createdIn(shown)
  tick()
  const places = `${at}/${one}/addresses`
  const changed = { ...person, firstName: 'Another', serviceArea: area }
  say(await ask('PUT', at1(one), changed))
  say(await ask('GET', `${at}?Size=1000`))
  say(await ask('PUT', at1(one), { ...person, businessPartner: undefined, email: 'N@B.example' }))
  say(await ask('PUT', at1(one), { ...person, businessPartner: undefined, email: 'N@B.example' }))
  const now = createdIn(await show())
  say({ ...shown, status: Number(now === then), text: 'createdAt' })
  say(await ask('GET', at1(one.slice(0, 10))))
  say(await ask('GET', at1('abc')))
  say(await ask('GET', at1(one), undefined, invented))
  say(await ask('GET', `${places}/${main}`, undefined, { Authorization: 'Bearer a-never-issued' }))
  say(await ask('GET', at1(one), undefined, { Authorization: 'Bearer a-never-issued' }))
  say(await ask('GET', at, undefined, { 'X-Company-ID': '', 'x-company-id': '5001' }))
  say(await ask('PUT', `${places}/${main}`, { ...place, city: '' }))
  await show()
  const other = await make(person)
  const by = `${at}/${other}/addresses/${main}`
  say(await ask('GET', by))
  say(await ask('PUT', by, { ...place, city: 'By another' }))
  say(await ask('DELETE', by))
  say(await ask('GET', `${places}/${main}`))
  for (const id of ['X', 'Y']) say(await ask('POST', places, { ...place, id }))
  say(await ask('DELETE', `${places}/X`))
  say(await ask('GET', `${places}/Y`))
  say(await ask('DELETE', `${places}/${main}`))
  await show()
  const step = (operation: string, id: string, name?: string) => ({ id: name, operation, address: { ...place, id } })
  const batch = async (requests: readonly object[], query = '', technician = one, more = {}) =>
    say(await ask('POST', `${at}/${technician}/addresses/actions/batch${query}`, { requests }, more))
  await batch([step('CREATE', 'N1'), step('CREATE', 'N2')])
  for (const id of ['N1', 'N2']) say(await ask('GET', `${places}/${id}`))
  const many = Array.from({ length: 22 }, (_, index) => step('CREATE', `M${index}`, `m${index}`))
  await batch([...many, step('UPDATE', 'missing', 'last')], '?transactional=true')
  say(await ask('GET', `${places}/M0`))
  await batch([step('DELETE', 'N1', '1')], '', one, { 'X-Client-ID': '' })
  await batch([step('DELETE', 'N1', '1')], '', 'NOBODY')
  say(await ask('DELETE', at1(one)))
  say(await ask('GET', `${places}/N2`))
  await make(person)
  say(await ask('GET', `${at}?Size=1`))
  say(await ask('PUT', at1(one), person))
}
