import { isCovered, type ExchangeReading } from '../contract/index.ts'
import { isObject } from '../exchange/json.ts'
import { momentOf } from '../exchange/moment.ts'
import { isPlaceholder } from '../redact/placeholder.ts'
import { listLag } from './list-lag.ts'
import { clocks, isAboutNow, type Observed } from './observed.ts'
import { numberedAs, peopleIn } from './written-kinds.ts'

type Fields = Readonly<Record<string, unknown>>

/** It has not changed since it was created: no list can go by an earlier value. */
const isAsCreated = ({ created, lastChanged }: Fields): boolean =>
  typeof created === 'string' && typeof lastChanged === 'string' && momentOf(created) === momentOf(lastChanged)

const companiesOf = ({ companies }: Fields): readonly Fields[] =>
  Array.isArray(companies) ? (companies as readonly unknown[]).filter(isObject) : []

/**
 * The group that a POST for the account names is read back of each company (B-USR-27): what contradicts that in its answer, in words. In one company
 * alone a group may be known under another id (B-USR-36).
 */
export function groupUnlikeSent(observed: Observed): string | undefined | false {
  const { requestJson, json, query } = observed.reading
  const due = isObject(requestJson) ? numberOf(requestJson['companyGroupId']) : undefined
  if (due === undefined || !isObject(json) || query('company') !== undefined) return undefined
  const groups = companiesOf(json).flatMap(({ groupId }) => numberOf(groupId) ?? [])
  if (groups.length < 2) return undefined
  const others = groups.filter((group) => group !== due).length
  // Who was there before may keep the group in the companies where she was.
  const isNew = isAsCreated(json) && isAboutNow(momentOf(json['created']), observed)
  if (others === 0 || (others < groups.length && !isNew)) return false
  return `another groupId in ${others} of ${groups.length} companies`
}

/** Both sides have rounded a number that is longer than it keeps. */
const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : numberedAs(value) === undefined ? undefined : Number(value)

/** Letters as they compare without regard to case, in whatever a server takes for one. */
const folded = (text: string): string => text.normalize('NFKC').trim().toUpperCase().toLowerCase().normalize('NFKC')

const isTold = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && !isPlaceholder(value) && !isCovered(value)

/** Filters of a list of users that can be judged; whether a plus sign is a blank is not said. */
function filtersIn(reading: ExchangeReading) {
  return (['email', 'name'] as const).flatMap((name) => {
    const [value, ...more] = reading.queryAll(name)
    return isTold(value) && more.length === 0 ? [{ name, sought: [value, value.replaceAll('+', ' ')].map(folded) }] : []
  })
}

/** A list by e-mail, name or active shows no others (B-USR-06): the first of them that it shows, in words; false where it shows none. */
export function othersInList(reading: ExchangeReading): string | undefined | false {
  const filters = filtersIn(reading)
  const actives = reading.queryAll('active')
  const active = actives.length === 1 && /^(?:true|false)$/.test(actives[0] ?? '') ? actives[0] : undefined
  if (filters.length === 0 && active === undefined) return undefined
  const date = Date.parse(reading.responseHeader('date') ?? '')
  for (const row of peopleIn(reading.json)) {
    const isOld = typeof row['lastChanged'] === 'string' && date - momentOf(row['lastChanged']) > listLag + clocks
    const isNew = isAsCreated(row)
    if (!isOld && !isNew) continue
    // Whether names and active are kept by company is not said: an e-mail is one in the system (B-USR-03).
    const isOneEverywhere = isNew || companiesOf(row).length === 1
    for (const { name, sought } of filters) {
      const shown = row[name]
      if (!isTold(shown) || (name === 'name' && !isOneEverywhere)) continue
      if (!sought.includes(folded(shown))) return `one with another ${name}`
    }
    if (
      active !== undefined &&
      isOneEverywhere &&
      typeof row['active'] === 'boolean' &&
      String(row['active']) !== active
    )
      return `one whose active is ${String(row['active'])}`
  }
  return false
}
