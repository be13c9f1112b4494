import { json } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import { peopleWithin } from '../people/reach.ts'
import type { Person } from '../people/store.ts'
import { refusedUser } from './refusal.ts'
import { shownUser, type UserCall } from './user-call.ts'

/** GET list: filters, sorts, one page (B-USR-05, 06). */
export function listUsers(asked: UserCall): PlatformResponse {
  const { call, house, people } = asked
  const { user } = house.rules
  const page = numberIn('Page')
  const size = numberIn('Size')
  const offset = numberIn('Offset')
  if ([page, size, offset].some((value) => value === 'wrong') || size === 0)
    return refusedUser(house, 'parameter', 'list')
  const sorts = user.sorts(call.query.all('Sort')).map((text) => user.sort(text))
  if (sorts.some((sort) => sort === undefined || !(sort.property in sortable)))
    return refusedUser(house, 'parameter', 'list')
  const found = people.persons.all().filter((person) => user.knows(person) && user.joins(matches(person)))
  const order = (one: Person, other: Person): number => {
    for (const sort of sorts) {
      if (!sort) continue
      const key = sortable[sort.property]
      const difference = key ? user.compares(key(one), key(other), sort.descends) : 0
      if (difference !== 0) return difference
    }
    return user.ties(one.id, other.id, sorts.at(-1)?.descends)
  }
  const sorted = [...found].sort(order)
  const many = user.size((size as number | undefined) ?? user.defaultSize())
  const first = user.firstPage()
  const start = user.start(
    Math.max(0, ((page as number | undefined) ?? first) - first),
    many,
    offset as number | undefined,
  )
  const content = sorted.slice(start, start + many)
  const counted = peopleWithin(house, asked.account, house.rules.reach.counts('user-list')).persons.all()
  const total = counted.filter((person) => user.knows(person) && user.joins(matches(person))).length
  return json(
    user.success('list'),
    user.page(
      content.map((person) => shownUser(person, asked)),
      user.figures({ start, size: many, total, shown: content.length }, first),
      { sorted: sorts.length > 0 },
    ),
  )

  function numberIn(name: string): number | 'wrong' | undefined {
    const text = call.query.get(name)
    if (text === undefined) return undefined
    return /^\d{1,9}$/.test(text) ? Number(text) : 'wrong'
  }

  function matches({ name, email, active }: Person): boolean[] {
    const one = (parameter: string, holds: (value: string) => boolean) => {
      const value = call.query.get(parameter)
      return value === undefined ? [] : [holds(value)]
    }
    return [
      ...one('name', (value) => user.nameMatches(value, name ?? '')),
      ...one('email', (value) => user.emailMatches(value, email)),
      ...one('active', (value) => user.activeMatches(value, active)),
    ]
  }
}

const padded = (value: number): string => String(value).padStart(15, '0')

/** What a list may be sorted by, each as a text that sorts alike. */
const sortable: Readonly<Record<string, (person: Person) => string | null>> = {
  id: ({ id }) => padded(id),
  email: ({ email }) => email,
  name: ({ name }) => name,
  firstName: ({ firstName }) => firstName,
  lastName: ({ lastName }) => lastName,
  phone: ({ phone }) => phone,
  active: ({ active }) => String(active),
  created: ({ created }) => padded(created),
  lastChanged: ({ lastChanged }) => padded(lastChanged),
}
