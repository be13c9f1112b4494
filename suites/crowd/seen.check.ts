import { isObject } from '../../src/exchange/json.ts'
import { observe } from '../../src/kit/index.ts'
import { crowd } from './requirements.ts'
import { address, addressOf, api, readTechnician, readAddress, technician } from './steps.ts'

observe(crowd.prefix, 'list', {}, async (context) => {
  const plain = await api(context).list({ query: { Size: '1' } })
  const { origin } = new URL(plain.exchange.request.url)
  const prefixed = await api(context).list({ base: `${origin}/cloud-crowd-service`, query: { Size: '1' } })
  return `with the prefix /cloud-crowd-service a list is answered ${prefixed.status}, without it ${plain.status}`
})

observe(crowd.forms, 'numbers-and-coordinates', {}, async (context) => {
  const owner = await technician(context, {
    serviceArea: { latitude: 49.25, longitude: 8.5, radius: { unit: 'km', value: 12.5 } },
  })
  const made = await api(context).createAddress(owner.externalId, address(context, { number: 12, zipCode: 69190 }))
  const { id } = await addressOf(context, owner)
  const shown = await readAddress(context, owner.externalId, id)
  const area = (await readTechnician(context, owner.externalId))?.['serviceArea']
  return [
    `an address with integers is answered ${made.status}`,
    `number is shown as ${typeof shown?.['number']}`,
    `zipCode as ${typeof shown?.['zipCode']}`,
    `latitude 49.25 as ${isObject(area) ? String(area['latitude']) : 'nothing'}`,
  ].join(', ')
})

observe(crowd['delete-missing'], 'technician-and-address', {}, async (context) => {
  const owner = await technician(context)
  const place = await api(context).removeAddress(owner.externalId, context.fresh.id())
  const person = await api(context).remove(context.fresh.id())
  return `the deletion of a technician that is not there is answered ${person.status}, of an address ${place.status}`
})

observe(crowd.silences, 'pages-and-headers', {}, async (context) => {
  const { list } = api(context)
  const told = [
    ['without Page and Size', await list()],
    ['Page 0', await list({ query: { Page: '0', Size: '1' } })],
    ['Page -1', await list({ query: { Page: '-1', Size: '1' } })],
    ['without Accept', await list({ headers: { Accept: undefined }, query: { Size: '1' } })],
    ['without content-type', await list({ headers: { 'Content-Type': undefined }, query: { Size: '1' } })],
  ] as const
  return told.map(([what, { status }]) => `${what}: ${status}`).join(', ')
})
