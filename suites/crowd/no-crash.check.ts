import { check, each, must, rely } from '../../src/kit/index.ts'
import { oddBodies, oddMediaTypes, padding } from '../odd-bodies.ts'
import { crowd } from './requirements.ts'
import {
  address,
  addressOf,
  api,
  mustShowSent,
  person,
  readAddress,
  readTechnician,
  technician,
  updated,
} from './steps.ts'

const odd = oddBodies('firstName', { firstName: {}, city: [], padding })

check(
  crowd['no-server-error'],
  'odd-bodies-of-a-technician',
  {
    needs: ['writes'],
    brokenBy: [
      'crowd-odd-bodies-crash',
      'crowd-null-of-an-optional-part-crashes',
      'crowd-update-of-null-parts-crashes',
      'crowd-text-as-an-optional-part-crashes',
    ],
    effects: true,
  },
  async (context) => {
    const { create, update } = api(context)
    const made = await technician(context)
    const { externalId, sent } = made
    await each(odd, async (body) => {
      must.notCrashed(await update(externalId, body), `PUT of ${body.slice(0, 40)}`)
      must.notCrashed(await create(body), `POST of ${body.slice(0, 40)}`)
    })
    // What a null or another type means where nothing is required is not said: it is refused, or taken in some way.
    await each(['address', 'serviceArea', 'skills'], async (part) => {
      must.notCrashed(await create(person(context, { [part]: null })), `POST of a technician with ${part} null`)
      must.notCrashed(await create(person(context, { [part]: 'none' })), `POST of a technician with a text as ${part}`)
    })
    // Fields that are required were in none of the others (B-CRW-20).
    mustShowSent('the technician as before', await readTechnician(context, externalId), sent)
    const nulls = { address: null, serviceArea: null, skills: null }
    must.notCrashed(await update(externalId, { ...sent, ...nulls }), 'PUT of a technician with null parts')
    await updated(context, made)
  },
)

check(
  crowd['no-server-error'],
  'odd-bodies-of-an-address',
  {
    needs: ['writes'],
    brokenBy: ['crowd-odd-bodies-crash', 'crowd-address-of-a-null-number-crashes'],
    effects: true,
  },
  async (context) => {
    const { createAddress, updateAddress } = api(context)
    const { externalId } = await technician(context)
    const { id } = await addressOf(context, { externalId })
    // No field of an address is said to be required: what a body that is one leaves is not judged.
    await each(odd, async (body) => {
      must.notCrashed(await updateAddress(externalId, id, body), `PUT of ${body.slice(0, 40)}`)
      must.notCrashed(await createAddress(externalId, body), `POST of ${body.slice(0, 40)}`)
    })
    must.notCrashed(
      await createAddress(externalId, address(context, { number: null })),
      'POST of a number that is null',
    )
    const sent = address(context, { id })
    await rely(crowd['address-update'], async () => must.status(await updateAddress(externalId, id, sent), 200, 201))
    mustShowSent('the address, updated', await readAddress(context, externalId, id), sent)
  },
)

check(
  crowd['no-server-error'],
  'odd-bodies-of-a-batch',
  { needs: ['writes'], brokenBy: ['crowd-odd-bodies-crash'], effects: true },
  async (context) => {
    const { externalId } = await technician(context)
    const { id, sent } = await addressOf(context, { externalId })
    const requests = [null, 5, {}, [null], [[]], ['text'], [{ operation: {}, address: [] }]]
    await each([...odd, ...requests.map((one) => JSON.stringify({ requests: one }))], async (body) =>
      must.notCrashed(await api(context).addressBatch(externalId, body), `a batch of ${body.slice(0, 40)}`),
    )
    mustShowSent('the address as before', await readAddress(context, externalId, id), sent)
    const one = { id: '1', operation: 'UPDATE', address: { ...sent, id, city: 'Changed' } }
    await rely(crowd['address-batch'], async () => must.status(await api(context).addressBatch(externalId, [one]), 201))
  },
)

check(
  crowd['no-server-error'],
  'odd-media-types',
  { needs: ['writes'], brokenBy: ['crowd-odd-media-types-crash'], effects: true, heavy: true },
  async (context) => {
    const { externalId, sent } = await technician(context)
    const { update, create, createAddress, addressBatch } = api(context)
    const { id, sent: there } = await addressOf(context, { externalId })
    for (const type of oddMediaTypes) {
      const headers = { 'Content-Type': type }
      for (const body of ['firstName=A&lastName=B', '<technician/>']) {
        must.notCrashed(await update(externalId, body, { headers }), `a body of ${type}`)
        must.notCrashed(await create(body, { headers }), `POST of a body of ${type}`)
        must.notCrashed(await createAddress(externalId, body, { headers }), `an address in a body of ${type}`)
        must.notCrashed(await addressBatch(externalId, body, { headers }), `a batch in a body of ${type}`)
      }
    }
    mustShowSent('the technician as before', await readTechnician(context, externalId), sent)
    mustShowSent('the address as before', await readAddress(context, externalId, id), there)
  },
)

check(
  crowd['no-server-error'],
  'odd-bodies-of-skills',
  { needs: ['writes', 'crowd-skills'], brokenBy: ['crowd-odd-skills-crash'], effects: true, sampled: true },
  async (context) => {
    const { externalId, sent } = await technician(context)
    const { skills } = api(context)
    const unknown = context.fresh.id()
    await each(oddBodies('tagExternalId', { tagExternalId: {}, padding }, { tagExternalId: 5 }), async (body) => {
      must.notCrashed(await skills.create(externalId, body), `POST of ${body.slice(0, 40)}`)
      must.notCrashed(await skills.update(externalId, unknown, body), `PUT of ${body.slice(0, 40)}`)
      must.notCrashed(
        await skills.upload(externalId, unknown, body, 'multipart/form-data'),
        'a certificate of no parts',
      )
    })
    const requests = [null, 5, {}, [null], [[]], ['text'], [{ operation: {}, skill: [] }]]
    await each([...odd, ...requests.map((one) => JSON.stringify({ requests: one }))], async (body) =>
      must.notCrashed(await skills.batch(externalId, body), `a batch of ${body.slice(0, 40)}`),
    )
    mustShowSent('the technician as before', await readTechnician(context, externalId), sent)
  },
)
