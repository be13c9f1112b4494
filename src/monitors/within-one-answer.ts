import { isObject } from '../exchange/json.ts'
import type { Monitor } from './monitor.ts'
import { isCached } from './observed.ts'
import { groupUnlikeSent, othersInList } from './within-user-answer.ts'

type Fields = Readonly<Record<string, unknown>>

/** Lists that come in pages with figures of their own. */
const pages: Readonly<
  Record<string, { readonly statement: string; readonly rows: string; readonly ends: readonly [string, string] }>
> = {
  'user/list': { statement: 'B-USR-07', rows: 'content', ends: ['firstPage', 'lastPage'] },
  'crowd/list': { statement: 'B-CRW-29', rows: 'results', ends: ['first', 'last'] },
}

/**
 * What contradicts itself within one answer: the figures of a page (B-USR-07, B-CRW-29), the statuses in a list by
 * status (B-DSP-25), and external ids within a tree (B-SVC-08); the name of a user that was created without
 * one (B-USR-04), the group of one that was created with one (B-USR-27), and whom a list by e-mail, name or active shows (B-USR-06).
 */
export const withinOneAnswer: Monitor = {
  name: 'within-one-answer',
  side: 'server',
  statements: ['B-CRW-29', 'B-DSP-25', 'B-SVC-08', 'B-USR-04', 'B-USR-06', 'B-USR-07', 'B-USR-27'],
  see({ observed, out }) {
    const { reading, moment, status } = observed
    const { id } = reading.match.operation
    if (status < 200 || status > 299) return
    const find = (statement: string, expected: string, actual: string): void =>
      out.find({ statement, side: 'server', expected, actual, exchanges: [moment.ref] })
    const page = pages[id]
    if (page && isObject(reading.json)) {
      out.assert(page.statement)
      const actual = oddFigure(reading.json, page.rows, page.ends)
      if (actual !== undefined)
        find(page.statement, 'the figures of a page agree with one another and with its rows', actual)
    }
    const named = id === 'user/create' ? nameByDefault(reading.requestJson, reading.json) : undefined
    if (named) {
      out.assert('B-USR-04')
      if (named.shown.toLowerCase() !== named.due.toLowerCase())
        find('B-USR-04', 'a user created without name has the part of the e-mail before @ as name', 'another name')
    }
    const group = id === 'user/create' && status !== 202 ? groupUnlikeSent(observed) : undefined
    if (group !== undefined) out.assert('B-USR-27')
    if (group) find('B-USR-27', 'companyGroupId is the groupId of each company concerned', group)
    const others = id === 'user/list' && !isCached(observed) ? othersInList(reading) : undefined
    if (others !== undefined) out.assert('B-USR-06')
    if (others) find('B-USR-06', 'a list by email, name or active shows no other users', others)
    const asked = reading.query('partnerDispatchingStatus')
    if (id === 'dispatch/list' && (asked === 'NOTIFIED' || asked === 'ACCEPTED')) {
      out.assert('B-DSP-25')
      const other = rowsIn(reading.json)
        .map((row) => valuesUnder(row, 'partnerdispatchingstatus'))
        .find((shown) => shown.some((one) => statuses.test(one)) && shown.every((one) => one.toUpperCase() !== asked))
      if (other !== undefined)
        find('B-DSP-25', `a list of ${asked} holds no other assignments`, `one that is ${other.join(', ')}`)
    }
    if (!/^service\/(?:create|get|get-activity)$/.test(id) || !isObject(reading.json)) return
    out.assert('B-SVC-08')
    const activities = objectsIn(reading.json['activities'])
    const materials = [reading.json, ...activities].flatMap((one) => objectsIn(one['reservedMaterials']))
    for (const [what, all] of [
      ['activities', activities],
      ['reserved materials', materials],
    ] as const)
      if (hasTwice(all)) find('B-SVC-08', `no two ${what} have the same externalId`, 'two of one tree have')
  },
}

function oddFigure(page: Fields, name: string, [first, last]: readonly [string, string]): string | undefined {
  const { numberOfElements: told, totalElements: all, totalPages: pagesTold, size } = page
  const rows = page[name]
  if (Array.isArray(rows) && typeof told === 'number' && told !== rows.length)
    return `numberOfElements is ${told}, ${name} has ${rows.length}`
  if (typeof all !== 'number' || typeof size !== 'number' || typeof pagesTold !== 'number' || size < 1 || all < 1)
    return undefined
  if (pagesTold !== Math.ceil(all / size)) return `totalPages is ${pagesTold} for ${all} elements in pages of ${size}`
  if (pagesTold > 1 && page[first] === true && page[last] === true)
    return `${first} and ${last} are true on one of ${pagesTold} pages`
  return undefined
}

/** The name that a user created without one is due, and the one that the answer shows. */
function nameByDefault(sent: unknown, shown: unknown): { readonly due: string; readonly shown: string } | undefined {
  if (!isObject(sent) || !isObject(shown) || 'name' in sent || typeof sent['email'] !== 'string') return undefined
  const [due = ''] = sent['email'].split('@', 1)
  return typeof shown['name'] === 'string' && due !== '' ? { due, shown: shown['name'] } : undefined
}

const statuses = /^(?:CONFIRMED|NOTIFIED|ACCEPTED)$/

/** Elements of the first array in an answer: the form of the list is not shown. */
function rowsIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value as readonly unknown[]
  return isObject(value) ? ((Object.values(value).find((one) => Array.isArray(one)) as readonly unknown[]) ?? []) : []
}

/** Texts under a key, at any depth: where a list shows the status of an assignment is open. */
function valuesUnder(value: unknown, key: string): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => valuesUnder(one, key))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    name.toLowerCase() === key && typeof inner === 'string' ? [inner] : valuesUnder(inner, key),
  )
}

const objectsIn = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isObject) : [])

/** Whether one external id stands at two ids: a tree may show one record in two places. */
function hasTwice(all: readonly Fields[]): boolean {
  const held = new Map<string, string>()
  for (const { id, externalId } of all) {
    const own = typeof id === 'string' ? id : isObject(id) && typeof id['uuid'] === 'string' ? id['uuid'] : undefined
    if (own === undefined || typeof externalId !== 'string' || externalId === '') continue
    if ((held.get(externalId) ?? own) !== own) return true
    held.set(externalId, own)
  }
  return false
}
