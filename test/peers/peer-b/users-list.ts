import type { Answer, Call } from '../http.ts'
import { Refusal } from '../http.ts'
import type { Account } from '../world.ts'
import type { Company } from './context.ts'
import type { State, UserRecord } from './state.ts'
import { primaryOf } from './state.ts'

/** Choice: errors have a code, a message and details; all codes but the one the document gives are this peer's. */
export const refusal = (status: number, code: string, message: string, ...details: unknown[]) =>
  new Refusal({ status, json: { code, message, details } })
export const invalid = (what: string) => refusal(400, 'UA-10', `Not valid: ${what}`, what)

const sortable = ['id', 'email', 'firstName', 'lastName', 'phone', 'name', 'active', 'created', 'lastChanged'] as const
type Sortable = (typeof sortable)[number]
interface Order {
  readonly property: Sortable
  readonly direction: 'ASC' | 'DESC'
}

/** Choice: a property, then its direction after blanks, a comma, a colon or in brackets; a direction alone is for the one before. */
function ordersOf(call: Call): Order[] {
  const words = call.pairs
    .filter(([name]) => name === 'Sort')
    .flatMap(([, value]) => value.split(/[\s,:+()]+/).filter((word) => word !== ''))
  const orders: Order[] = []
  for (const word of words) {
    const last = orders.at(-1)
    if (/^(asc|desc)$/i.test(word) && last !== undefined)
      orders.splice(-1, 1, { ...last, direction: word.toLowerCase() === 'asc' ? 'ASC' : 'DESC' })
    else if ((sortable as readonly string[]).includes(word))
      orders.push({ property: word as Sortable, direction: 'ASC' })
    else throw invalid('Sort')
  }
  return orders
}

function whole(call: Call, name: string, least: number): number | undefined {
  const text = call.query.get(name)
  if (text === undefined) return undefined
  if (!/^\d{1,9}$/.test(text) || Number(text) < least) throw invalid(name)
  return Number(text)
}

export const show = (state: State, user: UserRecord) => ({
  id: user.id,
  email: primaryOf(user.emails),
  firstName: user.firstName,
  lastName: user.lastName,
  phone: user.phone,
  name: user.name,
  active: user.active,
  created: user.created,
  lastChanged: user.lastChanged,
  companies: user.companies,
  // Choice: a further field tells until when the user is subscribed.
  subscribedUntil: (({ until }) => (until === undefined ? null : new Date(until).toISOString()))(
    state.subscriptions.find(({ holder }) => holder === user.id) ?? { until: undefined },
  ),
})

const compare = (one: unknown, two: unknown): number =>
  one === two
    ? 0
    : one === null
      ? -1
      : two === null
        ? 1
        : typeof one === 'string'
          ? one.localeCompare(String(two), 'en')
          : Number(one) - Number(two)

export function list(state: State, call: Call, account: Account, company: Company | undefined): Answer {
  const same = (name: string, value: string) => {
    const wanted = call.query.get(name)
    return wanted === undefined || wanted.toLowerCase() === value.toLowerCase()
  }
  const active = call.query.get('active')
  if (active !== undefined && active !== 'true' && active !== 'false') throw invalid('active')
  const orders = ordersOf(call)
  // Choice: without Sort the newest user comes first; nulls sort first.
  const found = state.users
    .filter((user) => user.account === account.name)
    .filter((user) => company === undefined || user.companies.some(({ companyId }) => companyId === company.id))
    .map((user) => show(state, user))
    .filter((user) => same('name', user.name) && same('email', user.email))
    .filter((user) => active === undefined || String(user.active === true) === active)
    .reverse()
    .sort((one, two) => {
      for (const { property, direction } of orders) {
        const order = compare(one[property], two[property])
        if (order !== 0) return direction === 'ASC' ? order : -order
      }
      return 0
    })
  // Choice: pages count from 1 and have fifteen users; an offset is a number of users and goes with no page.
  const size = whole(call, 'Size', 1) ?? 15
  const page = whole(call, 'Page', 1)
  const offset = whole(call, 'Offset', 0)
  if (page !== undefined && offset !== undefined) throw invalid('Page with Offset')
  const from = offset ?? ((page ?? 1) - 1) * size
  const content = found.slice(from, from + size)
  return {
    status: 200,
    json: {
      content,
      firstPage: from === 0,
      lastPage: from + size >= found.length,
      number: Math.floor(from / size) + 1,
      numberOfElements: content.length,
      size,
      sort: { sorted: orders.length > 0, orders },
      totalElements: found.length,
      totalPages: Math.ceil(found.length / size),
    },
  }
}
