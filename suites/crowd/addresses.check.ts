import { check, must } from '../../src/kit/index.ts'
import { crowd } from './requirements.ts'
import { address, addressOf, api, mustShowSent, readAddress, resultsOf, technician } from './steps.ts'

check(
  crowd['address-create'],
  'of-a-technician',
  { brokenBy: ['crowd-address-create-refused'], effects: true },
  async (context) => {
    const owner = await technician(context)
    const answer = await api(context).createAddress(owner.externalId, address(context))
    must.status(answer, 201)
    const [made] = resultsOf(answer)
    must.some('address in results', resultsOf(answer), answer)
    must.present('the address by its id', await readAddress(context, owner.externalId, String(made?.['id'])))
  },
)

check(crowd['address-read'], 'by-id', { brokenBy: ['crowd-address-read-all'], effects: true }, async (context) => {
  const owner = await technician(context)
  const [one] = [await addressOf(context, owner), await addressOf(context, owner)]
  const answer = await api(context).getAddress(owner.externalId, one.id)
  must.status(answer, 200)
  must.equal(
    'ids in results',
    resultsOf(answer).map((found) => String(found['id'])),
    [one.id],
  )
})

check(
  crowd['address-update'],
  'by-id',
  { brokenBy: ['crowd-address-update-refused'], effects: true },
  async (context) => {
    const owner = await technician(context)
    const { id, sent } = await addressOf(context, owner)
    must.status(await api(context).updateAddress(owner.externalId, id, { ...sent, id, city: 'Changed' }), 200, 201)
    must.equal('the city', (await readAddress(context, owner.externalId, id))?.['city'], 'Changed')
  },
)

check(
  crowd['write-is-read'],
  'addresses',
  {
    brokenBy: ['crowd-address-drops-street', 'crowd-address-country-default', 'crowd-address-update-no-effect'],
    effects: true,
  },
  async (context) => {
    const owner = await technician(context)
    const [one, other] = [await addressOf(context, owner), await addressOf(context, owner)]
    mustShowSent('the address as read', await readAddress(context, owner.externalId, one.id), one.sent)
    const changed = address(context, { country: 'FR', streetName: 'Rue de la Paix' })
    must.status(await api(context).updateAddress(owner.externalId, one.id, { ...changed, id: one.id }), 200, 201)
    mustShowSent('the changed address as read', await readAddress(context, owner.externalId, one.id), changed)
    mustShowSent('another address as read', await readAddress(context, owner.externalId, other.id), other.sent)
  },
)

check(
  crowd['write-is-read'],
  'deleted-address',
  { brokenBy: ['crowd-address-delete-no-effect'], effects: true },
  async (context) => {
    const owner = await technician(context)
    const [gone, kept] = [await addressOf(context, owner), await addressOf(context, owner)]
    must.status(await api(context).removeAddress(owner.externalId, gone.id), 204)
    must.absent('address under its id', await readAddress(context, owner.externalId, gone.id))
    must.present('another address', await readAddress(context, owner.externalId, kept.id))
  },
)

check(crowd['address-delete'], 'by-id', { brokenBy: ['crowd-address-delete-404'], effects: true }, async (context) => {
  const owner = await technician(context)
  const { id } = await addressOf(context, owner)
  must.status(await api(context).removeAddress(owner.externalId, id), 204)
  must.absent('address under its id', await readAddress(context, owner.externalId, id))
})
