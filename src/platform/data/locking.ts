import { perHouse, type House } from '../house.ts'
import type { Rulebook } from '../rulebook/rulebook.ts'
import type { StoredRecord } from '../store/record.ts'
import { refusal } from './refusal.ts'
import type { Cause, Reply, Step } from './step.ts'

/** Why the optimistic lock refuses a write that is not forced (A-DAT-20, 28, 32); undefined if it does not. */
export function lockRefusal(
  supplied: number | undefined,
  { lastChanged }: StoredRecord,
  step: Step,
  { lock }: Rulebook,
): { cause: Cause; reply: Reply } | undefined {
  if (supplied === undefined) {
    return lock.refusesUnversioned(step)
      ? { cause: 'unversioned', reply: refusal(lock.unversionedStatus(step), 'CA-400', 'lastChanged is missing') }
      : undefined
  }
  if (!lock.refuses(supplied, lastChanged, step)) return undefined
  return {
    cause: 'lock',
    reply: {
      status: lock.status(),
      body: {
        error: lock.error(),
        message: lock.message(),
        values: lock.values(lastChanged, supplied),
        ...lock.more(lastChanged),
      },
    },
  }
}

interface Rivals {
  inGap: number
  met: number
}
const gaps = perHouse(() => new Map<string, Rivals>())

/** Lets other writers run between comparison and commit; true if the rules then refuse this writer. */
export async function afterGap(gap: Promise<void>, id: string, house: House): Promise<boolean> {
  const open = gaps(house)
  const rivals = open.get(id) ?? { inGap: 0, met: 0 }
  open.set(id, rivals)
  rivals.inGap += 1
  rivals.met += 1
  await gap
  rivals.inGap -= 1
  if (rivals.inGap === 0) open.delete(id)
  return house.rules.lock.yields(rivals.met - 1)
}
