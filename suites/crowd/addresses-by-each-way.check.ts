import { check, isObjection, must, rely, type Context } from '../../src/kit/index.ts'
import { newAddressId } from './plainer.ts'
import { crowd } from './requirements.ts'
import {
  address,
  addressOf,
  addressTaken,
  api,
  mustShowSent,
  readAddress,
  resultsOf,
  technician,
  type Address,
  type Technician,
} from './steps.ts'

type Place = Address['sent']
type Written = Promise<readonly Address[]>

/** What is easily lost on one of several ways: letters beyond ASCII, zeros in front, and signs that are escaped. */
const placesFor = (context: Context): readonly Place[] =>
  [
    { city: 'Łódź', streetName: 'Größe 漢, „am Tor“', zipCode: '01067' },
    { city: 'Orléans', streetName: 'Rue "B" \\ 3 & 5 <2>', zipCode: '00501', country: 'FR' },
  ].map((more) => address(context, more))

/** Which texts an address may have is not said: of those that are refused nothing is told. */
async function batch(
  context: Context,
  { externalId }: Technician,
  operation: string,
  all: readonly Address[],
): Written {
  const requests = all.map(({ id, sent }, at) => ({ id: `${at}`, operation, address: { ...sent, id } }))
  const answer = await api(context).addressBatch(externalId, requests)
  if (isObjection(answer)) return []
  await rely(crowd['address-batch'], async () => must.status(answer, 201))
  return all
}

/** How addresses come to be as they are sent; those that are refused are left out. */
const ways: Readonly<Record<string, (context: Context, owner: Technician, places: readonly Place[]) => Written>> = {
  'a-creation': async (context, owner, places) => {
    const made: Address[] = []
    for (const place of places) {
      const { answer, sent } = await addressTaken(context, owner, place)
      if (answer.status < 300) made.push({ id: String(resultsOf(answer)[0]?.['id']), sent })
    }
    return made
  },
  'an-update': async (context, owner, places) => {
    const changed: Address[] = []
    for (const sent of places) {
      const { id } = await addressOf(context, owner)
      const answer = await api(context).updateAddress(owner.externalId, id, { ...sent, id })
      if (isObjection(answer)) continue
      await rely(crowd['address-update'], async () => must.status(answer, 200, 201))
      changed.push({ id, sent })
    }
    return changed
  },
  'a-batch-that-creates': (context, owner, places) =>
    batch(
      context,
      owner,
      'CREATE',
      places.map((sent) => ({ id: newAddressId(context), sent })),
    ),
  'a-batch-that-updates': async (context, owner, places) => {
    const all: Address[] = []
    for (const sent of places) all.push({ id: (await addressOf(context, owner)).id, sent })
    return batch(context, owner, 'UPDATE', all)
  },
}

for (const [way, write] of Object.entries(ways))
  check(
    crowd['write-is-read'],
    `address-texts-of-${way}`,
    {
      brokenBy: [`crowd-letters-garbled-by-${way}`, `crowd-zeros-in-front-lost-by-${way}`],
      effects: true,
    },
    async (context) => {
      const owner = await technician(context)
      const plain = await addressOf(context, owner)
      for (const { id, sent } of await write(context, owner, placesFor(context))) {
        const shown = await readAddress(context, owner.externalId, id)
        // A new address may get an id of the server's own, and an operation may fail by itself, in a form that is not shown (B-CRW-18).
        if (way.includes('batch') && (!shown || String(shown['city']).startsWith('City '))) continue
        mustShowSent(`an address after ${way.replaceAll('-', ' ')}`, shown, sent)
      }
      mustShowSent('another address', await readAddress(context, owner.externalId, plain.id), plain.sent)
    },
  )
