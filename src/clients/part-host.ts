import type { BatchForm } from '../batch/form.ts'
import type { BatchRequest } from '../batch/request.ts'
import type { Target } from '../target/target.ts'

/** Whether parts are taken only with Host: they are complete HTTP requests (A-BAT-03), and the documents' samples do not show the header. */
const needing = new WeakMap<Target, boolean>()

type Told = { readonly status: number; readonly parts: ReadonlyArray<{ readonly status: number }> }

const isRefused = ({ status, parts }: Told): boolean =>
  (parts[0]?.status ?? status) === 400 && parts.every((part) => part.status >= 400)

/** The requests as the target takes them. */
export function hosted(target: Target, requests: readonly BatchRequest[], form?: BatchForm): readonly BatchRequest[] {
  if (!needing.get(target) || form?.innerHost === 'given') return requests
  const { host } = new URL(target.addresses.base ?? target.addresses.auth)
  return requests.map((request) => ({ ...request, headers: [['Host', host], ...(request.headers ?? [])] }))
}

/** After the first batch that was refused as a whole: whether it was so for want of Host, as a part that only reads tells. */
export async function wantsHost(
  target: Target,
  refused: Told,
  read: () => Promise<Told> | undefined,
): Promise<boolean> {
  if (needing.has(target) || !isRefused(refused)) return false
  needing.set(target, false)
  const plain = await read()
  if (plain === undefined || !isRefused(plain)) return false
  needing.set(target, true)
  const named = await read()
  const isTaken = named?.parts[0] !== undefined && named.parts[0].status < 300
  // A caller who may read nothing learns nothing of it.
  if (!isTaken) needing.delete(target)
  return isTaken
}
