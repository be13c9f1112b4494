import { perHouse, type House } from '../house.ts'
import type { Store } from '../store/store.ts'
import { schedule, type Wish } from './schedule.ts'

interface Job {
  readonly store: Store
  readonly wish: Wish
  readonly requestId: string | undefined
  /** Milliseconds since the epoch. */
  readonly beganAt: number
  readonly endsAt: number
}

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

export function startJob(store: Store, wish: Wish, requestId: string | undefined, house: House): void {
  const running = jobs(house).get(store) ?? []
  const beganAt = house.clock.now()
  const endsAt = beganAt + house.rules.optimization.takesMs()
  jobs(house).set(store, [...running, { store, wish, requestId, beganAt, endsAt }])
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
    for (const job of over) takeEffect(job, house)
  }
}

function takeEffect({ store, wish }: Job, { rules }: House): void {
  const [start, end] = rules.optimization.interval(wish.start, wish.end, wish.skills !== undefined)
  if (Number.isNaN(start) || Number.isNaN(end)) return
  const skills = rules.optimization.looksAtPartitions() ? wish.skills : undefined
  const activityIds = rules.optimization.considers(wish.activityIds, () => siblingsOf(wish.activityIds, store))
  store.transaction((transaction) => {
    for (const visit of schedule({ ...wish, activityIds, start, end, skills }, store, rules.optimization)) {
      const { activity } = visit
      transaction.put('Activity', {
        ...activity,
        lastChanged: transaction.start,
        fields: {
          ...activity.fields,
          responsibles: [visit.technician],
          startDateTime: new Date(visit.start).toISOString(),
          endDateTime: new Date(visit.end).toISOString(),
        },
      })
    }
  })
}

/** The ids of all activities of the service calls of these. */
function siblingsOf(ids: readonly string[], store: Store): string[] {
  const activities = store.table('Activity')
  const calls = ids.map((id) => activities.byId(id)?.fields['serviceCall'])
  return activities.all().flatMap(({ id, fields }) => (calls.includes(fields['serviceCall']) ? [id] : []))
}
