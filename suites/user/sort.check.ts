import { check, isObjection, must, objectOf, Unexercised, type Context } from '../../src/kit/index.ts'
import { sortForms, listedPage } from './paging.ts'
import { createdUser, sharedUsers, usersIn, withUser } from './people.ts'
import { readUser } from './reading.ts'
import { user } from './requirements.ts'

/** How many users are looked at, and on how many pages: they may be smaller than asked for. */
const most = { users: 6000, pages: 60 }
const size = 200

/** Our own two users in the order of a list, as `a` and `b`; undefined if the list is refused. */
async function orderOf(context: Context, sorts: string | readonly string[]): Promise<string | undefined> {
  const [a, b] = await sharedUsers(context)
  // Where Page counts from 1 and number from 0, the first page comes twice (B-USR-36).
  const seen = new Set<string>()
  let page: number | undefined
  let looked = 0
  for (let asked = 0; asked < most.pages && looked < most.users && seen.size < 2; asked += 1) {
    const answer = await listedPage(context, {
      Sort: sorts,
      Size: String(size),
      ...(page === undefined ? {} : { Page: String(page) }),
    })
    // A list need not be read as far as its last page (B-USR-36).
    if (isObjection(answer) && looked > 100) break
    if (answer.status >= 400 && answer.status < 500) return undefined
    must.success(answer)
    const users = usersIn(answer)
    looked += users.length
    for (const { email } of users) if (email === a.email || email === b.email) seen.add(email === a.email ? 'a' : 'b')
    const { lastPage, number } = answer.json as { lastPage?: unknown; number?: unknown }
    if (lastPage === true || typeof number !== 'number') break
    page = (page ?? number) + 1
  }
  if (seen.size < 2) throw new Unexercised(`our own users are not among the first ${looked} of the list`)
  return [...seen].join('')
}

async function isSortable(context: Context, property: string): Promise<boolean> {
  for (const Sort of [property, ...sortForms(property, 'asc')])
    if (!isObjection(await listedPage(context, { Sort, Size: '1' }))) return true
  return false
}

/** Which properties a list may be sorted by is not said (B-USR-06): one that is refused in each form, where another is taken, is none of them. */
async function mustBeSortable(context: Context, properties: readonly string[]): Promise<void> {
  for (const property of properties) {
    if (await isSortable(context, property)) continue
    for (const other of ['email', 'id', 'name', 'lastName'])
      if (await isSortable(context, other)) throw new Unexercised(`the list is not sorted by ${property}`)
  }
}

async function ordersOf(
  context: Context,
  forms: ReadonlyArray<string | readonly string[]>,
  wanted: string,
  properties: readonly string[],
) {
  const seen: Array<string | undefined> = []
  for (const form of forms) {
    seen.push(await orderOf(context, form))
    if (seen.at(-1) === wanted) break
  }
  if (seen.every((one) => one === undefined)) await mustBeSortable(context, properties)
  return seen
}

for (const [situation, property, direction, wanted, faults] of [
  ['sorted-by-email-descending', 'email', 'desc', 'ba', ['user-sort-ignored', 'user-sort-direction-ignored']],
  ['sorted-by-first-name', 'firstName', 'asc', 'ba', ['user-sort-by-email-only']],
  ['sorted-by-first-name-descending', 'firstName', 'desc', 'ab', ['user-sort-by-first-name-reversed']],
] as const)
  check(
    user['list-parameters'],
    situation,
    { effects: true, brokenBy: [...faults] as [string, ...string[]] },
    async (context) => {
      const seen = await ordersOf(context, sortForms(property, direction), wanted, [property])
      must.include('orders of our own users', seen, [wanted])
    },
  )

check(
  user['list-parameters'],
  'sorted-ascending-unless-said',
  { effects: true, brokenBy: ['user-sort-descends-by-default', 'user-sort-by-name-is-by-first-name'] },
  async (context) => {
    must.equal('order by e-mail', await ordersOf(context, ['email'], 'ab', ['email']), ['ab'])
    must.equal('order by first name', await ordersOf(context, ['firstName'], 'ba', ['firstName']), ['ba'])
    const [one = '', other = ''] = (await sharedUsers(context)).map(({ dto }) => String(dto['name']))
    // Only names of one length are in the same order by their signs and by the numbers in them.
    if (one.length !== other.length || one >= other) return
    const byName = await orderOf(context, 'name')
    // Which properties there are to sort by is not said: one that a list is not sorted by is refused, or ignored like any other.
    if (byName !== undefined && byName !== (await orderOf(context, 'fieldproof')))
      must.equal('order by name', byName, 'ab')
  },
)

check(
  user['list-parameters'],
  'sorted-by-several',
  {
    effects: true,
    brokenBy: [
      'user-second-sort-ignored',
      'user-last-sort-first',
      'user-several-sorts-descend',
      'user-sorts-all-as-the-first',
      'user-sorts-all-as-the-last',
      'user-sort-takes-direction-before',
      'user-later-sorts-never-descend',
    ],
  },
  async (context) => {
    const several = (one: readonly string[], other: readonly string[]): Array<string | readonly string[]> =>
      one.flatMap((first, form) => [[first, other[form] ?? ''], `${first},${other[form]}`, `${first};${other[form]}`])
    // Both have one last name, so the second decides, upwards where nothing is said; and the first where both differ.
    const second = several(['lastName'], ['firstName'])
    must.include(
      'orders by last name, then first name',
      await ordersOf(context, second, 'ba', ['lastName', 'firstName']),
      ['ba'],
    )
    const first = several(sortForms('firstName', 'asc'), sortForms('email', 'asc'))
    must.include('orders by first name, then e-mail', await ordersOf(context, first, 'ba', ['firstName', 'email']), [
      'ba',
    ])
    const fall = several(sortForms('firstName', 'asc'), sortForms('email', 'desc'))
    const fallen = await ordersOf(context, fall, 'ba', ['firstName', 'email'])
    must.include('orders by first name upwards, then e-mail downwards', fallen, ['ba'])
    const mixed = several(sortForms('lastName', 'desc'), sortForms('firstName', 'asc'))
    const seen = await ordersOf(context, mixed, 'ba', ['lastName', 'firstName'])
    must.include('orders by last name downwards, then first name upwards', seen, ['ba'])
    const unsaid = several(
      sortForms('lastName', 'desc'),
      sortForms('lastName', 'desc').map(() => 'firstName'),
    )
    const upwards = await ordersOf(context, unsaid, 'ba', ['lastName', 'firstName'])
    must.include('orders by last name downwards, then first name with no direction', upwards, ['ba'])
    // One form has to sort both ways: one that is not understood may leave the list in either order.
    const [up, down] = (['asc', 'desc'] as const).map((direction) =>
      several(sortForms('lastName', 'asc'), sortForms('firstName', direction)),
    )
    const bothWays: string[] = []
    for (const [at, form] of (up ?? []).entries()) {
      bothWays.push(`${await orderOf(context, form)}, ${await orderOf(context, down?.[at] ?? [])}`)
      if (bothWays.at(-1) === 'ba, ab') break
    }
    must.include('orders by last name, then first name upwards, and then downwards', bothWays, ['ba, ab'])
  },
)

check(
  user['list-parameters'],
  'namesakes-beside-filters',
  {
    effects: true,
    needs: ['many-users'],
    brokenBy: ['user-name-filter-one-of-namesakes', 'user-sort-ignored-beside-active'],
  },
  async (context) => {
    const { fresh } = context
    const made = await createdUser(context, { lastName: `M ${fresh.text()}` })
    const name = String(made.dto['name'])
    await withUser(context, async ({ id, email, body }) => {
      const other = name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase()
      const changed = { ...body, name: other, lastName: `A ${fresh.text()}` }
      const put = await context.api.user.replace(id, changed)
      // A user name that another one has, in whatever letters, may be refused (B-USR-21).
      if (put.status >= 300) return must.refused4xx(put)
      const idsBy = async (query: Readonly<Record<string, string>>): Promise<string[]> => {
        const answer = await listedPage(context, { ...query, Size: '10' })
        if (answer.status >= 400 && answer.status < 500 && 'Sort' in query) return []
        must.success(answer)
        const ids = usersIn(answer).map((one) => String(one['id']))
        const { number, lastPage } = objectOf(answer)
        // Others may have the name, too: e-mails alone are unique (B-USR-03), and a page may be smaller than asked for.
        for (let more = 1; more < 6 && lastPage === false; more += 1) {
          const next = await listedPage(context, { ...query, Size: '10', Page: String(Number(number) + more) })
          ids.push(...usersIn(next).map((one) => String(one['id'])))
        }
        return [...new Set(ids)].filter((one) => one === made.id || one === id)
      }
      must.equal('users of one name, letters of any case', (await idsBy({ name })).toSorted(), [made.id, id].toSorted())
      must.equal('users of one name and of the e-mail of one', await idsBy({ name, email }), [id])
      const beside: ReadonlyArray<Readonly<Record<string, string>>> = [{ name }, { name, active: 'true' }]
      await mustBeSortable(context, ['lastName'])
      for (const filters of beside)
        for (const [direction, wanted] of [
          ['asc', [id, made.id]],
          ['desc', [made.id, id]],
        ] as const) {
          const seen: string[] = []
          for (const form of sortForms('lastName', direction)) {
            seen.push((await idsBy({ ...filters, Sort: form })).join())
            if (seen.at(-1) === wanted.join()) break
          }
          const what = `orders by lastName ${direction} beside the filters ${Object.keys(filters).join(' and ')}`
          must.include(what, seen, [wanted.join()])
        }
    })
  },
)

const properties = ['firstName', 'lastName', 'phone', 'name', 'email', 'id', 'active', 'created', 'lastChanged']

check(
  user['list-parameters'],
  'sorted-by-what-a-user-lacks',
  { effects: true, brokenBy: ['user-sort-leaves-out-nulls'] },
  async (context) => {
    await withUser(context, async ({ id, email, body }) => {
      const { firstName: _first, lastName: _last, phone: _phone, ...bare } = body
      const put = await context.api.user.replace(id, bare)
      if (put.status >= 300) return must.refused4xx(put)
      must.equal('its e-mail', (await readUser(context, id))['email'], email)
      for (const property of properties)
        for (const form of [property, `${property} desc`]) {
          const answer = await context.api.user.list({ email, Sort: form })
          // Which properties a list is sorted by, and in which of the forms, is not said.
          if (answer.status >= 400 && answer.status < 500) continue
          must.success(answer)
          const found = usersIn(answer).map((one) => String(one['id']))
          must.equal(`users of its e-mail, sorted by ${form}`, found, [id])
        }
      must.success(await context.api.user.replace(id, body))
    })
  },
)
