import { responsesIn } from '../batch/open-batch.ts'
import type { Unfinished } from '../target/ledger.ts'
import type { Broom, Fate } from './clean-up.ts'
import { chunksBy } from './chunks-by.ts'
import { askInBatch, contextIn, hasControls } from './object-request.ts'
import { saysGone } from './says-gone.ts'

/** So many deletions are sent in one batch. */
const partsAtMost = 50

/** What may be deleted together: records with a plain name, of one place and one identity. What is alone there is as well deleted by itself. */
export function batchesOf(objects: readonly Unfinished[], { target }: Broom): Unfinished[][] {
  if ('batch' in target.lacks) return []
  const placeOf = (object: Unfinished) => {
    const { account, company } = contextIn(object, target)
    return JSON.stringify([object.at, object.as, account, company])
  }
  return chunksBy(objects.filter(isPlain), placeOf, partsAtMost).filter(({ length }) => length > 1)
}

const isPlain = (object: Unfinished): boolean =>
  object.interface === undefined &&
  !object.unanswered &&
  /^[\w-]+$/.test(object.id ?? object.externalId ?? '') &&
  !hasControls(object)

/** What the batch says of each that is deleted now or was not there; nothing of an answer that does not fit its request. */
export async function removedInBatch(
  objects: readonly Unfinished[],
  broom: Broom,
): Promise<ReadonlyArray<readonly [Unfinished, Fate]>> {
  const [first] = objects
  const answer = first && (await askInBatch(objects, first, broom).catch(() => undefined))
  if (!answer || answer.status < 200 || answer.status > 299) return []
  const { parts, broken } = responsesIn(answer)
  if (broken !== undefined || parts.length !== objects.length) return []
  return objects.flatMap((object, at) => {
    const part = parts[at]
    const status = part !== undefined && 'message' in part ? part.message.status : 0
    const fate = status >= 200 && status < 300 ? 'removed' : saysGone({ status }) ? 'absent' : undefined
    return fate ? [[object, fate] as const] : []
  })
}
