import type { WireResponse } from '../exchange/exchange.ts'
import { isObject } from '../exchange/json.ts'
import { plainId } from '../exchange/plain-id.ts'
import type { Unfinished } from '../target/ledger.ts'
import { treeParts } from '../target/tree-write.ts'
import { answeredJson, answeredRecords } from './answered-records.ts'
import type { Broom } from './clean-up.ts'
import { pageOfCrowd } from './crowd-objects.ts'
import { askForObject, askForTree, objectPath } from './object-request.ts'

type Json = Readonly<Record<string, unknown>>

/** More pages of technicians are not read. */
const pagesAtMost = 100

/**
 * What is to be removed, with what is found besides by names that the run gave: no answer told the ids, such as after a run that was killed. What is not found stays as it
 * was, to be told; a technician whose names a list read to its end does not show was never there.
 */
export async function withLost(broom: Broom): Promise<readonly Unfinished[]> {
  const found = new Map<Unfinished, readonly Unfinished[]>()
  for (const object of broom.unfinished)
    if (object.ofTree && (object.id || object.externalId))
      found.set(object, [...(await partsOf(object, broom)), object])
  for (const [object, technicians] of await techniciansCalled(broom)) found.set(object, technicians)
  return broom.unfinished.flatMap((object) => found.get(object) ?? [object])
}

/** The parts of the tree of a service call that was written without an answer: before it, so that they are removed first. */
async function partsOf(object: Unfinished, broom: Broom): Promise<readonly Unfinished[]> {
  try {
    const id = object.id ?? (await idOfCall(object, broom))
    if (typeof id !== 'string') return []
    const { body } = await askForTree(object, id, broom)
    const known = new Set(broom.unfinished.flatMap((one) => (one.id ? [plainId(one.id)] : [])))
    return treeParts(body).flatMap(({ resource, id: part }): readonly Unfinished[] => {
      if (part === undefined || resource === object.resource || known.has(plainId(part))) return []
      broom.own(part)
      const { trace, at, query, as } = object
      return [{ trace, resource, at, query, ...(as ? { as } : {}), id: part }]
    })
  } catch {
    // Whatever keeps the tree from being read is told when the service call is removed.
    return []
  }
}

async function idOfCall(object: Unfinished, broom: Broom): Promise<unknown> {
  const [call] = answeredRecords(await askForObject('GET', objectPath(object), object, broom, {}))
  return call?.['id']
}

/** The technicians with the names of those that no answer told the id of. */
async function techniciansCalled(broom: Broom): Promise<ReadonlyArray<readonly [Unfinished, readonly Unfinished[]]>> {
  const lost = broom.unfinished.filter(({ interface: owner, id, called }) => owner === 'crowd' && !id && called?.length)
  const [first] = lost
  if (!first) return []
  const listed = await everyTechnician(first, broom).catch(() => undefined)
  if (!listed) return []
  return lost.map((object) => {
    const ids = listed.flatMap(({ externalId, firstName, lastName }) =>
      object.called?.every((name) => name === firstName || name === lastName) && typeof externalId === 'string'
        ? [externalId]
        : [],
    )
    for (const id of ids) broom.own(id)
    // One that may still come is not known to be absent.
    return [object, ids.length === 0 && object.unanswered ? [object] : ids.map((id) => ({ ...object, id }))]
  })
}

/** All technicians of the crowd owner; undefined where the list does not show them to its end. How large a page may be the documents leave open. */
async function everyTechnician({ at }: Unfinished, broom: Broom): Promise<readonly Json[] | undefined> {
  for (const Size of [1000, 10]) {
    const all = await everyPage((Page) => pageOfCrowd({ at }, { Page, Size }, broom))
    if (all) return all
  }
  return undefined
}

async function everyPage(page: (Page: number) => Promise<WireResponse>): Promise<readonly Json[] | undefined> {
  const all: Json[] = []
  let pages = Number.NaN
  // Whether the first page is 0 or 1 the documents leave open: page 0, or the one behind the last, may be refused.
  for (let at = 0; at < pagesAtMost; at += 1) {
    const json = answeredJson(await page(at))
    const results = json?.['results']
    if (Array.isArray(results)) {
      all.push(...results.filter(isObject))
      pages = Number(json?.['totalPages'])
    } else if (at > 0 && at < pages) return undefined
    if (at > 0 && !Number.isFinite(pages)) return undefined
    if (at > 0 && at >= pages) return all
  }
  return undefined
}
