import { storeAt } from '../data/stores.ts'
import { seeded } from '../data/seed.ts'
import type { Variant } from '../deviation.ts'
import { isWell, jsonIn, withJson } from '../faults/passing.ts'
import { uuidIn } from '../faults/tree-edits.ts'
import { isTreePost } from '../faults/tree-memory.ts'
import { activitiesIn } from '../faults/tree-wire.ts'
import { perHouse, type House } from '../house.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import type { StoredRecord } from '../store/record.ts'
import type { Store } from '../store/store.ts'
import type { Seams } from '../seams/seams.ts'
import { alone, through } from './lawful.ts'

type Way = Seams['passage']['through']

interface Planted {
  readonly store: Store
  readonly call: string
  readonly activities: readonly string[]
}

/** The records of a tree that was created by a request. */
function plantedBy(request: PlatformRequest, response: PlatformResponse, house: House): Planted | undefined {
  const tree = isTreePost(request) && isWell(response) ? jsonIn(response) : undefined
  if (!tree) return undefined
  const call = String(uuidIn(tree['id']))
  const activities = activitiesIn(tree).map(({ id }) => String(uuidIn(id)))
  for (const account of house.world.accounts)
    for (const company of account.companies) {
      const store = storeAt({ account, company }, house)
      if (store.table('ServiceCall').byId(call)) return { store, call, activities }
    }
  return undefined
}

const planning = perHouse(() => new Map<Planted, number>())
const numbering = perHouse(() => new Map<() => void, number>())

/** Takes out what is due by now. */
function dueBy<One>(waiting: Map<One, number>, now: number): readonly One[] {
  const over = [...waiting].filter(([, at]) => at <= now).map(([one]) => one)
  for (const one of over) waiting.delete(one)
  return over
}

const hour = 3_600_000
const isManned = (responsibles: unknown): boolean => Array.isArray(responsibles) && responsibles.length > 0
const unmanned = ({ fields: { responsibles } }: StoredRecord): boolean => !isManned(responsibles)

/** What the planning gives to an activity without a technician. */
function plannedFields({ fields }: StoredRecord, now: number): StoredRecord['fields'] {
  const { earliestStartDateTime: earliest, durationInMinutes: minutes, executionStage } = fields
  const start = typeof earliest === 'string' ? Date.parse(earliest) : Math.ceil(now / hour) * hour
  const end = start + (typeof minutes === 'number' && minutes > 0 ? minutes : 60) * 60_000
  return {
    ...fields,
    responsibles: isManned(fields['responsibles']) ? fields['responsibles'] : [seeded.Person],
    startDateTime: new Date(start).toISOString(),
    endDateTime: new Date(end).toISOString(),
    executionStage: executionStage ?? 'DISPATCHING',
  }
}

/** Plans the activities of a tree, and mans its call. */
function planTree({ store, call, activities }: Planted, now: number, isOpen: (one: StoredRecord) => boolean): void {
  const found = activities.flatMap((id) => store.table('Activity').byId(id) ?? []).filter(isOpen)
  if (found.length === 0) return
  store.transaction(({ put, start }) => {
    for (const one of found) put('Activity', { ...one, lastChanged: start, fields: plannedFields(one, now) })
    const owner = store.table('ServiceCall').byId(call)
    if (!owner) return
    const fields = unmanned(owner) ? { ...owner.fields, responsibles: [seeded.Person] } : owner.fields
    put('ServiceCall', { ...owner, lastChanged: start, fields })
  })
}

/** Takes the codes of a tree from its records; what gives them back is returned. */
function withoutCodes({ store, call, activities }: Planted): () => void {
  const parts = [['ServiceCall', call] as const, ...activities.map((id) => ['Activity', id] as const)]
  const codes = parts.map(([table, id]) => store.table(table).byId(id)?.fields['code'])
  const write = (codeAt: (at: number) => unknown) =>
    store.transaction(({ put }) => {
      for (const [at, [table, id]] of parts.entries()) {
        const one = store.table(table).byId(id)
        if (one) put(table, { ...one, fields: { ...one.fields, code: codeAt(at) } })
      }
    })
  write(() => null)
  return () => write((at) => codes[at])
}

const uncoded = ({ code: _code, ...part }: Readonly<Record<string, unknown>>) => part

/** Plans the open activities of a tree so many milliseconds after it was created. */
export const plannedAfter =
  (ms: number, isOpen = unmanned): Way =>
  async (request, go, { house }) => {
    const now = house.clock.now()
    for (const one of dueBy(planning(house), now)) planTree(one, now, isOpen)
    const response = await go(request)
    const planted = plantedBy(request, response, house)
    if (planted) planning(house).set(planted, house.clock.now() + ms)
    return response
  }

/** Gives the call of a tree other fields as soon as its creation was answered. */
export const movedOn =
  (fields: StoredRecord['fields']): Way =>
  async (request, go, { house }) => {
    const response = await go(request)
    const { store, call } = plantedBy(request, response, house) ?? {}
    const made = store?.table('ServiceCall').byId(call ?? '')
    if (made)
      store?.transaction(({ put, start }) =>
        put('ServiceCall', { ...made, lastChanged: start, fields: { ...made.fields, ...fields } }),
      )
    return response
  }

/** Gives a tree its codes so many milliseconds after it was created. */
export const codesAfter =
  (ms: number): Way =>
  async (request, go, { house }) => {
    for (const give of dueBy(numbering(house), house.clock.now())) give()
    const response = await go(request)
    const planted = plantedBy(request, response, house)
    if (!planted) return response
    numbering(house).set(withoutCodes(planted), house.clock.now() + ms)
    return withJson(response, (tree) => ({
      ...uncoded(tree),
      ...('activities' in tree ? { activities: activitiesIn(tree).map(uncoded) } : {}),
    }))
  }

/** Lawful readings of service calls, thought up by a thirteenth reader (suites/two-readings). */
export const thirteenthTreeVariants: readonly Variant[] = [
  alone(
    through(
      'service-planned-a-second-later',
      ['B-SVC-31'],
      'A second after a tree was created its activities without a technician get one, with times and a stage, and the call the same technician.',
      plannedAfter(1000),
    ),
  ),
  alone(
    through(
      'service-codes-come-later',
      ['B-SVC-08'],
      'Service calls and their activities get their codes a second and a half after they were created.',
      codesAfter(1500),
    ),
  ),
]
