import type { ContractFacts } from '../contract/index.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { Context } from '../kit/context.ts'
import { othersWrite, type Suspect } from '../monitors/others-write.ts'
import { idKey } from '../monitors/sighting.ts'
import type { Session } from '../session/session.ts'
import { Blocked } from '../target/blocked.ts'
import type { Scope } from '../target/scope.ts'

/** Of the records that a failed attempt wrote, as many are read once more, the latest first. */
const lookedAt = 2
/** As many names are tried. */
const suspectsAtMost = 3
/** A record is left alone for so many milliseconds. */
const patienceMs = 3000

interface Known {
  /** By resource and name: whether such a process was shown. */
  readonly tried: Map<string, Promise<boolean>>
  /** The names that processes write under, by resource. */
  readonly shown: Map<string, string>
}

const bySession = new WeakMap<Session, Known>()

/**
 * Why a failed attempt proves nothing: a process of the service, such as a workflow, changes each new record of a resource that it looked at;
 * undefined if there is no sign of that. It has to change a record, too, that is created anew and left alone: so a service that enters wrong names
 * or times, or changes what it was asked not to, is not excused.
 */
export async function othersAtWork(
  scope: Scope,
  shown: readonly Exchange[],
  context: Context,
  session: Session,
  facts: ContractFacts,
): Promise<string | undefined> {
  const known = bySession.get(session) ?? { tried: new Map(), shown: new Map() }
  bySession.set(session, known)
  // What failed may have been sent by another check, which made what several share.
  const look = () => othersWrite([...new Set([...shown, ...scope.exchanges])], facts, session.owns)
  const { left, resources, suspects } = look()
  const because = () => {
    for (const resource of resources) {
      const by = known.shown.get(resource)
      if (by !== undefined)
        return `a process of the service (lastChangedBy ${by}) changes each new ${resource} by itself, so what failed may be its doing`
    }
    return undefined
  }
  if (because() !== undefined) return because()
  try {
    for (const suspect of (suspects.length > 0 ? suspects : await readAgain()).slice(0, suspectsAtMost)) {
      const key = `${suspect.resource} ${suspect.by}`
      const trial = known.tried.get(key) ?? changesWhatIsLeftAlone(suspect, context)
      known.tried.set(key, trial)
      if (await trial) known.shown.set(suspect.resource, suspect.by)
    }
  } catch (error) {
    if (!(error instanceof Blocked)) throw error
  }
  return because()

  async function readAgain(): Promise<readonly Suspect[]> {
    for (const { resource, id } of left.slice(-lookedAt).reverse()) await context.api.data.get(resource, id)
    return look().suspects
  }
}

/**
 * Whether a new record that nobody touches is as it was told at first, changes once under the suspect's name, and then stays so: what changes whenever
 * it is read, or differs from the beginning, is the service's mistake.
 */
async function changesWhatIsLeftAlone({ resource, by }: Suspect, { api, fresh, wait }: Context): Promise<boolean> {
  const body = fresh.body(resource, { externalId: fresh.externalId() })
  const made = (await api.data.create(resource, body)).record()
  const id = made?.['id']
  if (typeof id !== 'string') return false
  const read = async () => (await api.data.get(resource, id)).record()
  const at = (record: Awaited<ReturnType<typeof read>>) => Number(record?.['lastChanged'])
  const first = await read()
  if (at(first) !== at(made)) return false
  for (let waited = 0; waited < patienceMs; waited += 100) {
    await wait(100)
    const now = await read()
    if (at(now) === at(first)) continue
    const name = now?.['lastChangedBy']
    if (!(at(now) > at(first)) || typeof name !== 'string' || idKey(name) !== by) return false
    await wait(100)
    return at(await read()) === at(now)
  }
  return false
}
