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
/** Who is suspected gets so many milliseconds to write a record that is left alone. */
const patienceMs = 3000

interface Known {
  /** By resource and name: whether he was shown to write records that nobody touches. */
  readonly tried: Map<string, Promise<boolean>>
  /** Who does, by resource. */
  readonly shown: Map<string, string>
}

const bySession = new WeakMap<Session, Known>()

/**
 * Why a failed attempt proves nothing: somebody else changes each new record of a resource that it looked at, such as a workflow of the service;
 * undefined if there is no sign of that. Who is suspected has to change a record, too, that is created anew and left alone: so a service that
 * enters wrong names, or changes what it was asked not to, is not excused.
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
        return `somebody else (lastChangedBy ${by}) changes each new ${resource} by himself, so what failed may be his doing`
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

async function changesWhatIsLeftAlone({ resource, by }: Suspect, { api, fresh, wait }: Context): Promise<boolean> {
  const made = (await api.data.create(resource, fresh.body(resource, { externalId: fresh.externalId() }))).record()
  const { id, lastChanged, lastChangedBy } = made ?? {}
  const isOf = (name: unknown): boolean => typeof name === 'string' && idKey(name) === by
  if (typeof id !== 'string' || typeof lastChanged !== 'number' || isOf(lastChangedBy)) return false
  for (let waited = 0; waited < patienceMs; waited += 100) {
    await wait(100)
    const now = (await api.data.get(resource, id)).record()
    if (Number(now?.['lastChanged']) > lastChanged && isOf(now?.['lastChangedBy'])) return true
  }
  return false
}
