import type { House } from '../house.ts'
import type { Journal } from '../store/journal.ts'
import type { People, Person } from './store.ts'

const monthLater = (now: number): number => {
  const date = new Date(now)
  date.setUTCMonth(date.getUTCMonth() + 1)
  return date.getTime()
}

const createdAtMost = 25

/** Assigns a subscription to a new user: a free valid one, else a new one (B-USR-17). False if there is none to be had. */
export function subscribe(house: House, people: People, person: Person, journal: Journal | undefined): boolean {
  const now = house.clock.now()
  const all = people.subscriptions.all()
  const free = all.find((one) => one.person === undefined && one.validUntil > now)
  if (free) {
    people.subscriptions.put({ ...free, person: person.id }, journal)
    return true
  }
  if (all.filter(({ isNew }) => isNew).length >= createdAtMost) return false
  people.subscriptions.put(
    { id: people.nextId(), validUntil: monthLater(now), isNew: true, person: person.id },
    journal,
  )
  return true
}

/** Frees the subscription of a deleted user. */
export function release(people: People, id: number, journal: Journal | undefined): void {
  for (const { person, ...free } of people.subscriptions.all())
    if (person === id) people.subscriptions.put(free, journal)
}
