import type { Context } from '../../src/kit/index.ts'
import { stored } from '../data/steps.ts'
import { degrees, leastCall, partOf, type Part } from './tree.ts'

/** An address of its own, in a city that no other has. */
export const newAddress = (context: Context): Part => ({
  city: context.fresh.text(),
  country: 'DE',
  street: 'Kade',
  streetNumber: '7',
  zipCode: '01067',
  location: { latitude: 52.25, longitude: 4.75 },
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

/** A service call of a business partner that the check made: no address is connected to it. */
export const unaddressed = async (context: Context, more: Part): Promise<Part> =>
  leastCall(context, { businessPartner: { id: (await stored(context, {}, 'BusinessPartner')).id }, ...more })
