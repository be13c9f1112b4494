import { Unexercised, type Context } from '../../src/kit/index.ts'
import { stored } from '../data/steps.ts'
import { madeOnce } from '../data/made-once.ts'
import { activitiesOf, created, degrees, leastActivity, leastCall, partOf, readTree, type Part } from './tree.ts'

/** An address of its own, in a city that no other has. */
export const newAddress = (context: Context): Part => ({
  city: context.fresh.text(),
  country: 'DE',
  street: 'Kade',
  streetNumber: '7',
  zipCode: '01067',
  // In sixteenths of a degree: every store keeps so few decimal places, a precision is not stated.
  location: { latitude: 52.0625, longitude: 4.8125 },
})

/** The sent fields of an address that is shown. */
export const addressFieldsOf = (of: Part): Part =>
  Object.fromEntries(
    ['city', 'country', 'street', 'streetNumber', 'zipCode', 'location'].map((field) => {
      const value = of[field]
      return [
        field,
        field === 'location'
          ? { latitude: degrees(partOf(value)['latitude']), longitude: degrees(partOf(value)['longitude']) }
          : value,
      ]
    }),
  )

/** Whether a least tree of the usual business partner shows an address, which is one that is connected. */
const isAddressed = madeOnce(async (context) => {
  const { id } = await created(context, leastCall(context, { activities: [leastActivity(context)] }))
  const tree = await readTree(context, id)
  const values = [tree, ...activitiesOf(tree)].flatMap(({ address }) => Object.values(partOf(address)))
  return values.some((value) => value !== null && value !== '')
})

/** A body of the usual business partner, without addresses if one is connected: what becomes of one that is sent beside it is not shown (B-SVC-27). */
export async function forUsualPartner(context: Context, body: Part): Promise<Part> {
  if (!(await isAddressed(context))) return body
  return JSON.parse(JSON.stringify(body), (name, value: unknown) => (name === 'address' ? undefined : value)) as Part
}

/** A service call of a business partner that the check made: no address is connected to it. */
export const unaddressed = async (context: Context, more: Part): Promise<Part> =>
  leastCall(context, { businessPartner: { id: (await stored(context, {}, 'BusinessPartner')).id }, ...more })

export const given = (value: unknown): boolean => value !== undefined && value !== null

export const isSourced = (shown: unknown): boolean => given(partOf(shown)['source']) || given(partOf(shown)['sourceId'])

/** A server may copy the address of the business partner when it creates an activity: then that is an explicit one (B-SVC-25). */
export const ofItsOwn = (): Unexercised =>
  new Unexercised('the activity has an address of its own, not a referenced one')
