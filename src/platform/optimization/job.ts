import { perHouse, type House } from '../house.ts'
import type { StoredRecord } from '../store/record.ts'
import type { Store } from '../store/store.ts'
import { schedule, type Wish } from './schedule.ts'

interface Job {
  readonly store: Store
  readonly wish: Wish
  readonly requestId: string | undefined
  /** Milliseconds since the epoch. */
  readonly beganAt: number
  readonly endsAt: number
  /** What the activities were before they were taken out of the plan. */
  readonly before: readonly StoredRecord[]
  /** What is still to be written, the next first; undefined before all is decided. */
  readonly open?: readonly StoredRecord[]
}

const unplanned = { responsibles: [], startDateTime: null, endDateTime: null }
const planOf = ({ fields: { responsibles, startDateTime, endDateTime } }: StoredRecord) => ({
  responsibles,
  startDateTime,
  endDateTime,
})

const jobs = perHouse(() => new Map<Store, Job[]>())

/** Whether a job of this company runs. */
export const isRunning = (store: Store, house: House): boolean =>
  (jobs(house).get(store) ?? []).some(({ beganAt }) => house.rules.optimization.occupies(house.clock.now() - beganAt))

/** The activities that the running jobs name. */
export const namedByRunning = (store: Store, house: House): readonly string[] =>
  (jobs(house).get(store) ?? []).flatMap(({ wish }) => wish.activityIds)

/** Whether a running job was started with this X-Request-Id. */
export const runsFor = (requestId: string | undefined, store: Store, house: House): boolean =>
  (jobs(house).get(store) ?? []).some((job) => job.requestId === requestId)

export function startJob(
  store: Store,
  wish: Wish,
  requestId: string | undefined,
  house: House,
  takesMs = house.rules.optimization.takesMs(),
): void {
  const running = jobs(house).get(store) ?? []
  const beganAt = house.clock.now()
  const endsAt = beganAt + takesMs
  const activities = store.table('Activity')
  const before = house.rules.optimization.unplans()
    ? [...new Set(wish.activityIds.flatMap((id) => activities.byId(id) ?? []))]
    : []
  if (before.length > 0) replan(before, store, () => unplanned)
  jobs(house).set(store, [...running, { store, wish, requestId, beganAt, endsAt, before }])
}

/** Writes when and by whom activities that are still there are to be done. */
function replan(all: readonly StoredRecord[], store: Store, plan: (one: StoredRecord) => object): void {
  store.transaction((transaction) => {
    for (const one of all) {
      const now = store.table('Activity').byId(one.id)
      if (now)
        transaction.put('Activity', { ...now, lastChanged: transaction.start, fields: { ...now.fields, ...plan(one) } })
    }
  })
}

/** What has come to its end takes effect. */
export function finishJobs(house: House): void {
  for (const [store, running] of jobs(house)) {
    const over = running.filter(({ endsAt }) => endsAt <= house.clock.now())
    if (over.length === 0) continue
    jobs(house).set(
      store,
      running.filter((job) => !over.includes(job)),
    )
    for (const job of over) {
      const open = job.open ?? takeEffect(job, house)
      const [next, ...later] = open
      if (!next) continue
      replan([next], store, planOf)
      const left = { ...job, open: later, endsAt: job.endsAt + house.rules.optimization.stepMs() }
      if (later.length > 0) jobs(house).set(store, [...(jobs(house).get(store) ?? []), left])
    }
  }
}

/** Schedules the activities of a job; what is to be written step by step is returned. */
function takeEffect({ store, wish, before }: Job, { rules }: House): readonly StoredRecord[] {
  replan(before, store, planOf)
  const [start, end] = rules.optimization.interval(wish.start, wish.end, wish.skills !== undefined)
  if (Number.isNaN(start) || Number.isNaN(end)) return []
  const skills = rules.optimization.looksAtPartitions() ? wish.skills : undefined
  const activityIds = rules.optimization.considers(wish.activityIds, () => siblingsOf(wish.activityIds, store))
  const visits = schedule({ ...wish, activityIds, start, end, skills }, store, rules.optimization)
  const planned = visits.map(({ activity, technician, at }) => ({
    ...activity,
    fields: {
      ...activity.fields,
      ...(at
        ? {
            responsibles: [technician],
            startDateTime: new Date(at.start).toISOString(),
            endDateTime: new Date(at.end).toISOString(),
          }
        : unplanned),
    },
  }))
  const inSteps = before.length > 0 ? planned : []
  const isOpen = ({ id }: StoredRecord): boolean => inSteps.some((one) => one.id === id)
  replan(before.filter(isOpen), store, () => unplanned)
  replan(before.length > 0 ? [] : planned, store, planOf)
  return inSteps
}

/** The ids of all activities of the service calls of these. */
function siblingsOf(ids: readonly string[], store: Store): string[] {
  const activities = store.table('Activity')
  const calls = ids.map((id) => activities.byId(id)?.fields['serviceCall'])
  return activities.all().flatMap(({ id, fields }) => (calls.includes(fields['serviceCall']) ? [id] : []))
}
