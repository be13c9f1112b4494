import { check, must, rely, type Context } from '../../src/kit/index.ts'
import { ownIds } from './batch-scene.ts'
import { knowsAddressIds, newAddressId } from './plainer.ts'
import { crowd } from './requirements.ts'
import { distinctPerson, mustShowDistinct, mustTellTheSame, plainerPerson } from './same-everywhere.ts'
import {
  address,
  addressOf,
  api,
  createTaken,
  mustShowSent,
  person,
  readAddress,
  readTechnician,
  resultsOf,
  technician,
  updateTaken,
  type Technician,
} from './steps.ts'

/** So many technicians, one after the other. */
async function several(context: Context, count: number): Promise<readonly Technician[]> {
  const made: Technician[] = []
  for (let nth = 0; nth < count; nth += 1) made.push(await technician(context))
  return made
}

check(
  crowd['write-is-read'],
  'several-updated-in-turn',
  {
    brokenBy: ['crowd-update-of-the-one-before', 'crowd-update-tells-the-first', 'crowd-update-tells-another-radius'],
    effects: true,
  },
  async (context) => {
    const changed = []
    for (const [nth, one] of (await several(context, 3)).entries()) {
      const { answer, sent } = await updateTaken(
        context,
        one,
        distinctPerson(context, nth),
        plainerPerson(context, nth),
      )
      must.status(answer, 200, 201)
      const [told] = resultsOf(answer)
      // An answer need not tell each field of the record.
      if (told?.['externalId'] !== undefined && told['externalId'] !== null)
        must.equal('external id in the answer to an update', told['externalId'], one.externalId)
      changed.push({ ...one, sent, told })
    }
    for (const { externalId, sent, told } of changed) {
      const read = await readTechnician(context, externalId)
      mustShowDistinct('each technician that was updated', read, sent)
      if (told) mustTellTheSame('an updated technician, answered and read, the same', told, read)
    }
  },
)

check(
  crowd['write-is-read'],
  'several-deleted-in-turn',
  { brokenBy: ['crowd-delete-of-the-first', 'crowd-delete-no-effect'], effects: true },
  async (context) => {
    const [kept, ...gone] = await several(context, 4)
    for (const { externalId } of gone)
      await rely(crowd.delete, async () => must.status(await api(context).remove(externalId), 204))
    for (const { externalId } of gone)
      must.absent('each technician that was deleted', await readTechnician(context, externalId))
    if (kept) mustShowSent('the technician beside them', await readTechnician(context, kept.externalId), kept.sent)
  },
)

check(
  crowd['write-is-read'],
  'several-addresses-of-two-batches',
  { brokenBy: ['crowd-batch-numbers-of-its-first', 'crowd-batch-create-drops-street'], effects: true },
  async (context) => {
    const owner = await technician(context)
    // Which form the ids of addresses have is seen by one.
    if (!knowsAddressIds(context)) await addressOf(context, owner)
    const places = [
      address(context, { number: '7', zipCode: '10115' }),
      address(context, { number: '21', zipCode: '20095', country: 'AT', streetName: 'Ring' }),
      address(context, { number: '33', zipCode: '30159', country: 'FR', streetName: 'Rue du Lot' }),
    ].map((place) => ({ ...place, id: newAddressId(context) }))
    const requests = places.map((place, nth) => ({ id: `${nth + 1}`, operation: 'CREATE', address: place }))
    for (const some of [requests.slice(0, 2), requests.slice(2)]) {
      const answer = await api(context).addressBatch(owner.externalId, some)
      await rely(crowd['address-batch'], async () => must.status(answer, 201))
    }
    for (const { id, ...sent } of places) {
      const read = await readAddress(context, owner.externalId, id)
      if (!read) ownIds()
      mustShowSent('each address of both batches', read, sent)
    }
  },
)

check(
  crowd['write-is-read'],
  'creation-tells-the-area-that-is-read',
  { brokenBy: ['crowd-create-tells-another-radius'], effects: true },
  async (context) => {
    const whole = person(context, {
      serviceArea: {
        googlePlaceId: `place-${context.fresh.tag}`,
        latitude: 48,
        longitude: 11,
        radius: { unit: 'km', value: 20 },
      },
    })
    const { answer, sent } = await rely(crowd.create, async () => {
      const made = await createTaken(context, whole)
      must.status(made.answer, 201)
      return made
    })
    const [told] = resultsOf(answer)
    const read = await readTechnician(context, String(told?.['externalId']))
    mustTellTheSame('a new technician, answered and read, the same', told, read)
    mustTellTheSame('the service area as sent', sent, read)
  },
)
