import { perHouse, type House } from '../house.ts'
import type { Store } from '../store/store.ts'
import { schedule, type Wish } from './schedule.ts'

interface Job {
  readonly store: Store
  readonly wish: Wish
  /** Milliseconds since the epoch. */
  readonly endsAt: number
}

const jobs = perHouse(() => new Map<Store, Job[]>())

/** Whether a job of this company runs. */
export const isRunning = (store: Store, house: House): boolean => (jobs(house).get(store) ?? []).length > 0

export function startJob(store: Store, wish: Wish, house: House): void {
  const running = jobs(house).get(store) ?? []
  const endsAt = house.clock.now() + house.rules.optimization.takesMs()
  jobs(house).set(store, [...running, { store, wish, endsAt }])
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
  const [start, end] = rules.optimization.interval(wish.start, wish.end)
  if (Number.isNaN(start) || Number.isNaN(end)) return
  const skills = rules.optimization.looksAtPartitions() ? wish.skills : undefined
  store.transaction((transaction) => {
    for (const visit of schedule({ ...wish, start, end, skills }, store)) {
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
