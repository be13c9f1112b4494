import type { Answer } from '../../src/clients/answer.ts'
import { objectOf, Unexercised, type Context } from '../../src/kit/index.ts'
import { newAddressId } from './plainer.ts'
import { address, addressOf, api, readAddress, technician, type Technician } from './steps.ts'

interface Scene {
  readonly owner: Technician
  /** Cities by the id of their address, as they are before. */
  readonly updated: string
  readonly deleted: string
  readonly created: string
}

/** A technician with an address to update and one to delete, and the id of one to create. */
export async function batchScene(context: Context): Promise<Scene> {
  const owner = await technician(context)
  const [deleted, updated] = [await addressOf(context, owner), await addressOf(context, owner)]
  return { owner, updated: updated.id, deleted: deleted.id, created: newAddressId(context) }
}

/** A server may give new addresses ids of its own, and refuse one that another technician's has: then nothing is known of them. */
export function ownIds(): never {
  throw new Unexercised('an address that a batch creates is not found by the id that was sent')
}

const elsewhere = { country: 'FR', streetName: 'Rue du Lot' }

/** One operation of each kind. */
export const operationsOf = (context: Context, { updated, deleted, created }: Scene) => ({
  CREATE: { id: '1', operation: 'CREATE', address: address(context, { id: created, city: 'Created', ...elsewhere }) },
  UPDATE: { id: '2', operation: 'UPDATE', address: address(context, { id: updated, city: 'Updated', ...elsewhere }) },
  DELETE: { id: '3', operation: 'DELETE', address: address(context, { id: deleted }) },
})

const isWhole = (shown: Readonly<Record<string, unknown>>): boolean =>
  shown['country'] === elsewhere.country && shown['streetName'] === elsewhere.streetName

async function isShown(context: Context, { externalId }: Technician, answer: Answer): Promise<boolean> {
  const { text } = await api(context).get(externalId)
  return [answer.text, text].some((one) => /"city"\s*:\s*"Created"/.test(one))
}

/** What of the three operations shows: created, updated, deleted. */
export async function tookEffect(
  context: Context,
  { owner, updated, deleted, created }: Scene,
  answer?: Answer,
): Promise<string[]> {
  const made = await readAddress(context, owner.externalId, created)
  const changed = await readAddress(context, owner.externalId, updated)
  const gone = (await readAddress(context, owner.externalId, deleted)) === undefined
  // A server may give a new address an id of its own: then it is to be found in the answer, or in the record of its technician.
  const isDone = made === undefined && answer?.status === 201
  // An answer that tells nothing of its operations (B-CRW-18) leaves it nowhere to be found: no call lists addresses.
  const isTold = isDone && (Object.keys(objectOf(answer)).length === 0 || (await isShown(context, owner, answer)))
  return [
    ...(made || isTold ? [!made || isWhole(made) ? 'CREATE' : 'CREATE in part'] : []),
    ...(changed?.['city'] === 'Updated' ? [isWhole(changed) ? 'UPDATE' : 'UPDATE in part'] : []),
    ...(gone ? ['DELETE'] : []),
  ]
}
