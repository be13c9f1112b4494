import { activityControl } from '../target/activity-control.ts'
import { homesIn } from '../target/elsewhere.ts'
import { isPeople } from '../target/people-writes.ts'
import { saysGone } from './says-gone.ts'
import { removePeople } from './remove-people.ts'
import { answeredJson, answeredRecords } from './answered-records.ts'
import { chunksBy } from './chunks-by.ts'
import { withLost } from './find-lost.ts'
import { missingLikeAny, refusalIn } from './missing-like-any.ts'
import { askForObject, contextIn, hasControls, objectPath, withoutControls } from './object-request.ts'
import { batchesOf, removedInBatch } from './remove-in-batch.ts'
import { listedAtOnce, shownByList } from './shown-by-list.ts'
import type { Redactor } from '../redact/redactor.ts'
import type { WireResponse } from '../exchange/exchange.ts'
import type { Identities } from '../target/identities.ts'
import type { Unfinished } from '../target/ledger.ts'
import type { Scope } from '../target/scope.ts'
import type { Target } from '../target/target.ts'
import type { Transport } from '../target/transport.ts'

export interface Broom {
  readonly unfinished: readonly Unfinished[]
  readonly target: Target
  readonly transport: Transport
  readonly identities: Identities
  readonly scope: Scope
  readonly redactor: Redactor
  wait(ms: number): Promise<void>
  /** What is found by a name of the run is its own from then on. */
  own(id: string): void
}

export interface CleanedUp {
  readonly removed: number
  /** They were never there, or gone before. */
  readonly absent: number
  /** Of these so many whose creation was refused. */
  readonly refused: number
  /** Of all of them so many planned activities, which the target's control was asked to remove: nothing reads them back. */
  readonly activities: number
  /** How many objects may be left behind. */
  readonly left: number
  /** The same in words: a line for each, or for many of which the same is to be said. */
  readonly leftBehind: readonly string[]
}

export type Fate =
  | 'removed'
  | 'absent'
  /** `refusal` is how a read of it was refused, which may be what the target says of any record that is not there. */
  | {
      readonly left: string
      readonly refusal?: string
      /** Its deletion was answered as done. */ readonly deleted?: true
    }

/** More objects of which the same is to be said become one line. */
const linesAtMost = 5

/**
 * Deletes by force what a run created, last created first, up to the target's concurrency, many of them in a batch, and reads back all but planned activities. Only a 404 or 410, or an
 * answer without a record, is believed to mean that an object is not there, or what the target says of an id that nobody made; of one whose creation was
 * refused, any refusal to show it. Each object left behind is a line, never a verdict.
 */
export async function cleanUp(given: Broom): Promise<CleanedUp> {
  const broom = { ...given, unfinished: await withLost(given) }
  const fates = new Map<Unfinished, Fate>(await removePeople(broom))
  const records = broom.unfinished.filter(({ resource }) => !isPeople(resource))
  const readBack = (objects: readonly Unfinished[], shown: (object: Unfinished, why: string) => void) =>
    shared(chunksOf(objects), broom, async (chunk) => {
      for (const [object, why] of await stillThere(chunk, broom)) shown(object, why)
    })
  await shared(batchesOf(records, broom), broom, async (chunk) => {
    for (const [object, fate] of await removedInBatch(chunk, broom)) fates.set(object, fate)
  })
  // A batch is not believed as a single deletion would be: what is still shown is deleted once more by itself.
  await readBack(
    records.filter((object) => fates.has(object)),
    (object) => fates.delete(object),
  )
  const others = records.filter((object) => !fates.has(object))
  await shared(others, broom, async (object) => void fates.set(object, await remove(object, broom)))
  const refused = others.filter((object) => refusalOf(fates.get(object)))
  await shared(chunksOf(refused), broom, async (chunk) => {
    const missing = await missingLikeAny(chunk, (object) => refusalOf(fates.get(object)), broom)
    for (const object of missing) fates.set(object, absent(object))
  })
  const gone = others.filter((object) => typeof fates.get(object) === 'string')
  await readBack(gone, (object, left) => fates.set(object, { left }))
  const count = (fate: Fate) => [...fates.values()].filter((one) => one === fate).length
  const left = [...fates].flatMap(([object, fate]) => (typeof fate === 'string' ? [] : [{ object, why: fate.left }]))
  const leftBehind = inWords(left).map((line) => broom.redactor.text(line))
  const neverMade = [...fates].filter(([object, fate]) => fate === 'absent' && object.refused)
  return {
    removed: count('removed'),
    absent: count('absent'),
    refused: neverMade.length,
    activities: [...fates].filter(([object, fate]) => object.interface === 'dispatch' && typeof fate === 'string')
      .length,
    left: left.length,
    leftBehind,
  }
}

/** What is left, by its reason; users are named each, for real systems pay for them. */
function inWords(left: ReadonlyArray<{ readonly object: Unfinished; readonly why: string }>): string[] {
  const told = new Map<string, { readonly why: string; readonly shown: number; readonly names: string[] }>()
  for (const { object, why } of left) {
    const isUser = /^(?:scim-)?user$/.test(object.resource)
    const line = told.get(`${isUser} ${why}`) ?? { why, shown: isUser ? Number.POSITIVE_INFINITY : 3, names: [] }
    told.set(`${isUser} ${why}`, line)
    line.names.push(nameOf(object))
  }
  return [...told.values()].flatMap(({ why, shown, names }) => {
    if (names.length <= linesAtMost) return names.map((name) => `${name} may be left behind: ${why}`)
    const some = names.slice(0, shown).join(', ')
    return [`${names.length} objects may be left behind (${some}${names.length > shown ? ' and more' : ''}): ${why}`]
  })
}

async function shared<T>(all: readonly T[], { target }: Broom, work: (one: T) => Promise<void>): Promise<void> {
  const queue = [...all]
  const worker = async () => {
    for (let one = queue.shift(); one !== undefined; one = queue.shift()) await work(one)
  }
  await Promise.all(Array.from({ length: target.limits.concurrency }, worker))
}

const nameOf = ({ resource, id, externalId }: Unfinished): string =>
  id
    ? `${resource} ${id}`
    : externalId
      ? `${resource} with external id ${externalId}`
      : `${/^[aeiou]/i.test(resource) ? 'an' : 'a'} ${resource}`

const words = (error: unknown): string => (error instanceof Error ? error.message : String(error))

async function remove(object: Unfinished, broom: Broom): Promise<Fate> {
  if (object.interface === 'dispatch') return withdrawn(object, broom)
  if (!object.id && !object.externalId) return { left: unnamed(object) }
  try {
    const fate = await removed(object, broom)
    if (typeof fate === 'string') return fate
    // What the kit wrote into a request line so that it be refused, a deletion would be refused for, too.
    if (hasControls(object)) return await removed(withoutControls(object), broom)
    return object.refused ? await removedAtHome(object, fate, broom) : fate
  } catch (error) {
    return { left: words(error) }
  }
}

async function removed(object: Unfinished, broom: Broom): Promise<Fate> {
  const deleted = await askForObject('DELETE', objectPath(object), object, broom, { forceDelete: 'true' })
  if (deleted.status >= 200 && deleted.status < 300) return 'removed'
  if (saysGone(deleted)) return absent(object)
  // Targets differ in how they refuse to delete a missing object: what cannot be read is not left behind.
  const read = await askForObject('GET', objectPath(object), object, broom, {})
  const isRefused = read.status >= 400 && read.status < 500 && ![401, 403, 429].includes(read.status)
  if (isAbsence(read, object) || (object.refused && isRefused)) return absent(object)
  const left = `status ${deleted.status}${unversioned(object, broom)}`
  return isRefused && deleted.status < 500 ? { left, refusal: refusalIn(read) } : { left }
}

/** Why a deletion may have been refused that could name no DTO version: parts of a tree are created without one. */
const unversioned = (object: Unfinished, { target }: Broom): string =>
  object.interface === undefined && contextIn(object, target)['dtos'] === undefined
    ? `, perhaps because the deletion names no DTO version: set dtos.${object.resource} in the target file`
    : ''

const refusalOf = (fate: Fate | undefined): string | undefined => (typeof fate === 'object' ? fate.refusal : undefined)

/** What was refused for an account or company that its sender does not have may be in no other place than those where identities are at home. */
async function removedAtHome(object: Unfinished, fate: Fate, broom: Broom): Promise<Fate> {
  const fates: Fate[] = []
  for (const { as, account, company } of homesIn(broom.target)) {
    const { as: _, ...there } = { ...object, query: { ...object.query, account, company } }
    fates.push(await removed(as ? { ...there, as } : there, broom))
  }
  return fates.find((one) => typeof one !== 'string') ? fate : fates.includes('removed') ? 'removed' : 'absent'
}

const absent = ({ unanswered }: Unfinished): Fate =>
  unanswered
    ? { left: 'the run ended before the request that creates it was answered, so it may still come' }
    : 'absent'

const unnamed = ({ trace }: Unfinished): string => `request ${trace} may have created it, but no answer gave its id`

async function withdrawn(object: Unfinished, { target }: Broom): Promise<Fate> {
  const { id, trace } = object
  const control = activityControl(target)
  try {
    if (id === undefined) return (await control.removeNamed(trace)) ? 'absent' : { left: unnamed(object) }
    return (await control.remove(id)) ?? { left: 'controls.activities does not remove it' }
  } catch (error) {
    return { left: words(error) }
  } finally {
    await control.close()
  }
}

const recordsIn = (read: WireResponse, object: Unfinished): readonly unknown[] => {
  if (object.interface === undefined) return answeredRecords(read)
  const results = answeredJson(read)?.['results']
  return Array.isArray(results) ? results : [undefined]
}

const isAbsence = (read: WireResponse, object: Unfinished): boolean =>
  saysGone(read) || (read.status >= 200 && read.status < 300 && recordsIn(read, object).length === 0)

/** Objects that one list may show: of one resource, asked for in the same way, with names that need no escaping. */
const chunksOf = (objects: readonly Unfinished[]): Unfinished[][] =>
  chunksBy(
    objects,
    ({ interface: owner, as, at, resource, id, externalId = '', query }) => {
      const plain = id !== undefined || /^[\w-]+$/.test(externalId)
      return JSON.stringify([owner, as, at, resource, query, id ? 'id' : plain ? 'externalId' : externalId])
    },
    listedAtOnce,
  )

/**
 * Those of a chunk that can still be read, or whose reading tells nothing, and why. A list tells which are worth a look, for it may show what is
 * gone; without one, each is read.
 */
async function stillThere(
  chunk: readonly Unfinished[],
  broom: Broom,
): Promise<ReadonlyArray<readonly [Unfinished, string]>> {
  const [first] = chunk
  if (!first || first.interface === 'dispatch') return []
  const suspects =
    chunk.length > 1 && first.interface === undefined ? ((await shownByList(chunk, broom)) ?? chunk) : chunk
  const found: Array<readonly [Unfinished, string]> = []
  for (const object of suspects) {
    const read = await askForObject('GET', objectPath(object), withoutControls(object), broom, {}).catch(words)
    if (typeof read === 'string') found.push([object, `it could not be read back: ${read}`])
    else if (read.status >= 500) found.push([object, `it could not be read back: status ${read.status}`])
    else if (read.status >= 200 && read.status < 300 && !isAbsence(read, object))
      found.push([object, 'it can still be read after its deletion'])
  }
  return found
}
