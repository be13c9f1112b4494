import type { ContractFacts } from '../contract/index.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { Context } from '../kit/context.ts'
import { othersWrite } from '../monitors/others-write.ts'
import type { Session } from '../session/session.ts'
import { unlessBlocked } from '../target/unless-blocked.ts'
import type { Scope } from '../target/scope.ts'
import { watched, type Watch } from './watch.ts'

/** Of the records that a failed attempt wrote, as many are read once more, the latest first. */
const lookedAt = 2
/** As many resources are tried. */
const suspectsAtMost = 3

/** By resource: the name under which a process of the service changes its new records, where one was shown to. */
const bySession = new WeakMap<Session, Map<string, Watch<string>>>()

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
  const known = bySession.get(session) ?? new Map<string, Watch<string>>()
  bySession.set(session, known)
  // What failed may have been sent by another check, which made what several share.
  const look = () => othersWrite([...new Set([...shown, ...scope.exchanges])], facts, session)
  const { left, resources, created, suspect } = look()
  for (const resource of [...(suspect.size > 0 ? suspect : await readAgain())].slice(0, suspectsAtMost))
    known.set(
      resource,
      watched(known.get(resource), scope.check, session, (ms) =>
        changesWhatIsLeftAlone(resource, context, ms).catch(unlessBlocked),
      ),
    )
  for (const resource of resources) {
    const by = await known.get(resource)?.saw
    if (by !== undefined)
      return `a process of the service (lastChangedBy ${by}) changes each new ${resource} by itself, so what failed may be its doing`
  }
  return undefined

  async function readAgain(): Promise<ReadonlySet<string>> {
    // Nothing is left to be looked at, or no answer showed what was made.
    if (left.length === 0) return created
    for (const { resource, id } of left.slice(-lookedAt).reverse())
      await context.api.data.get(resource, id).catch(unlessBlocked)
    return look().suspect
  }
}

/**
 * The name under which a new record that nobody touches is changed once, and then stays so; undefined if none is. What changes whenever it is
 * read, or differs from the beginning, is the service's mistake. A process may look for records without an external id only, or with one.
 */
async function changesWhatIsLeftAlone(
  resource: string,
  { api, fresh, wait }: Context,
  patienceMs: number,
): Promise<string | undefined> {
  const leave = async (externalId: { readonly externalId?: string }) => {
    const id = fresh.id()
    const made = (await api.data.create(resource, fresh.body(resource, { id, ...externalId }))).record()
    const read = async () => (await api.data.get(resource, id)).record()
    const first = at(await read())
    return { read, first, isAsMade: first >= 0 && (made?.['lastChanged'] === undefined || first === at(made)) }
  }
  const left = [await leave({ externalId: fresh.externalId() }), await leave({})].filter(({ isAsMade }) => isAsMade)
  for (let waited = 0; waited < patienceMs && left.length > 0; waited += 100) {
    await wait(100)
    for (const { read, first } of left) {
      const now = await read()
      if (at(now) === first) continue
      await wait(100)
      return at(now) > first && at(await read()) === at(now) ? String(now?.['lastChangedBy']) : undefined
    }
  }
  return undefined
}

const at = (record: Readonly<Record<string, unknown>> | undefined): number => Number(record?.['lastChanged'])
