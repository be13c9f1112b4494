import type { Answer, Call } from '../http.ts'
import { onlyMethods } from '../http.ts'
import type { Values } from '../peer/model.ts'
import type { Account } from '../world.ts'
import type { Company, Context } from './context.ts'
import { headerOf, isObject } from './context.ts'
import type { UserRecord } from './state.ts'
import { permissionGroups, primaryOf } from './state.ts'
import { invalid, list, refusal, show as shown } from './users-list.ts'
import { dropUser, emailTaken, subscribe } from './user-store.ts'

const badAccount = () => refusal(400, 'UA-01', 'The [account] parameter is invalid.')
const badCompany = () => refusal(400, 'UA-02', 'The [company] parameter is invalid.')
const taken = () => refusal(400, 'UA-04', 'User already exists')

export function createUsers({ state, privileged, accountOf }: Context) {
  const show = (user: UserRecord) => shown(state, user)

  interface Input {
    readonly groupId: number | undefined
    readonly email: string | undefined
    readonly name: string | undefined
    readonly rest: Pick<UserRecord, 'firstName' | 'lastName' | 'phone'>
    readonly active: boolean | null | undefined
  }

  function inputOf(body: Values, account: Account): Input {
    const text = (name: string): string | null => {
      const value = body[name] ?? ''
      if (typeof value !== 'string') throw invalid(name)
      return value === '' ? null : value
    }
    const groupId = body['companyGroupId'] ?? undefined
    if (groupId !== undefined && typeof groupId !== 'number') throw invalid('companyGroupId')
    // Choice: a permission group that the account does not have is not found.
    if (groupId !== undefined && !permissionGroups[account.name]?.some(({ id }) => id === groupId))
      throw refusal(404, 'UA-05', 'No such permission group', groupId)
    const email = text('email')
    if (email !== null && !/^[^\s@]+@[^\s@]+$/.test(email)) throw invalid('email')
    const active = body['active'] === '' ? null : body['active']
    if (active !== undefined && active !== null && typeof active !== 'boolean') throw invalid('active')
    return {
      groupId,
      email: email ?? undefined,
      name: text('name') ?? undefined,
      rest: { firstName: text('firstName'), lastName: text('lastName'), phone: text('phone') },
      active,
    }
  }

  function checkName(account: Account, companies: readonly Company[], name: string, self?: UserRecord): void {
    const theirs = companies.filter(({ id }) =>
      state.users.some(
        (user) =>
          user !== self &&
          user.account === account.name &&
          user.name === name &&
          user.companies.some(({ companyId }) => companyId === id),
      ),
    )
    if (theirs.length === 0) return
    const where = theirs.map((one) => one.name)
    const message = `Person(s) with the user name ${name} could not be created nor updated for: ${where.join(', ')}`
    throw refusal(409, 'UA-07', message, name, ...where)
  }

  function create(body: Values, account: Account, company: Company | undefined): Answer {
    const { groupId, email, name: sent, rest, active } = inputOf(body, account)
    if (groupId === undefined) throw invalid('companyGroupId')
    if (email === undefined) throw invalid('email')
    const name = sent ?? email.slice(0, email.indexOf('@'))
    const all = company === undefined ? account.companies : [company]
    const there = state.users.find(
      (user) => user.account === account.name && primaryOf(user.emails).toLowerCase() === email.toLowerCase(),
    )
    const lacking = all.filter(({ id }) => there?.companies.every(({ companyId }) => companyId !== id))
    // Choice: for the whole account a user of one company is spread to the others as it is; for one company it exists.
    if (there !== undefined && company === undefined && there.companies.length > 0 && lacking.length > 0) {
      checkName(account, lacking, there.name, there)
      there.companies = [...there.companies, ...lacking.map(({ id }) => ({ companyId: id, groupId }))]
      there.lastChanged = new Date().toISOString()
      return { status: 200, json: show(there) }
    }
    if (emailTaken(state, email)) throw taken()
    checkName(account, all, name)
    const now = new Date().toISOString()
    const user: UserRecord = {
      id: state.next++,
      account: account.name,
      emails: [{ value: email, primary: true }],
      ...rest,
      name,
      active: active ?? true,
      created: now,
      lastChanged: now,
      companies: all.map(({ id }) => ({ companyId: id, groupId })),
    }
    state.users.push(user)
    // Choice: a user is made even where no subscription is to be had; reading it then tells so.
    subscribe(state, user)
    return { status: 201, headers: { location: `/api/user/v1/users/${user.id}` }, json: show(user) }
  }

  function update(body: Values, user: UserRecord, account: Account, company: Company | undefined): Answer {
    if (body['id'] !== user.id) throw invalid('id')
    const { groupId, email: sent, name: named, rest, active } = inputOf(body, account)
    // Choice: an e-mail left out stays; one sent empty is refused.
    if (sent === undefined && Object.hasOwn(body, 'email')) throw invalid('email')
    const email = sent ?? primaryOf(user.emails)
    const name = named ?? email.slice(0, email.indexOf('@'))
    if (emailTaken(state, email, user)) throw refusal(400, 'UA-08', 'Email must be unique', email)
    if (company !== undefined && !user.companies.some(({ companyId }) => companyId === company.id)) throw badCompany()
    const theirs = account.companies.filter(({ id }) => user.companies.some(({ companyId }) => companyId === id))
    checkName(account, theirs, name, user)
    // Choice: a person's own data are one for all companies; what a company has of its own is the permission group.
    Object.assign(user, {
      ...rest,
      name,
      active: active ?? null,
      emails: [
        { value: email, primary: true },
        ...user.emails.filter((one) => one.value !== primaryOf(user.emails) && one.value !== email),
      ].map((one, at) => ({ ...one, primary: at === 0 })),
      companies: user.companies.map((one) =>
        groupId !== undefined && (company === undefined || company.id === one.companyId) ? { ...one, groupId } : one,
      ),
      lastChanged: new Date().toISOString(),
    })
    return { status: 200, json: show(user) }
  }

  return (call: Call, id: string | undefined): Answer => {
    if (id === undefined) onlyMethods(call, 'GET', ...(call.path[1] === 'users' ? [] : ['POST']))
    else onlyMethods(call, 'GET', 'PUT', 'DELETE')
    const holder = privileged(call, 'ADMINISTRATOR', 'SUPERUSER')
    for (const name of ['X-Request-ID', 'X-Client-Version']) if (!headerOf(call, name)) throw invalid(name)
    const account = accountOf(call, holder, call.query.get('account') ?? '')
    if (account === undefined) throw badAccount()
    const named = call.query.get('company')
    const company = account.companies.find(({ name }) => name === named)
    if (named !== undefined && company === undefined) throw badCompany()
    const bodied = (): Values => {
      const body: unknown = (() => {
        try {
          return JSON.parse(call.body) as unknown
        } catch {
          throw invalid('body')
        }
      })()
      if (!isObject(body)) throw invalid('body')
      return body
    }
    if (id === undefined)
      return call.method === 'GET' ? list(state, call, account, company) : create(bodied(), account, company)
    const user = state.users.find((one) => one.account === account.name && String(one.id) === id)
    if (user === undefined) {
      const gone = state.gone.find((one) => one.account === account.name && String(one.id) === id)
      if (call.method === 'GET') throw refusal(404, 'UA-06', 'No such user', id)
      // Choice: changing who is not there is a bad request; deleting again tells whose user it was.
      if (call.method === 'DELETE' && gone !== undefined)
        throw refusal(400, 'UA-09', `User with the email ${gone.email} was deleted`, gone.email)
      throw refusal(400, 'UA-06', 'User account not found', id)
    }
    if (call.method === 'PUT') return update(bodied(), user, account, company)
    if (call.method === 'GET') {
      if (user.unsubscribed === true)
        throw refusal(409, 'UA-03', 'Person could not be created because there are no free valid subscriptions')
      return { status: 200, json: show(user) }
    }
    const left = user.companies.filter(({ companyId }) => company !== undefined && companyId !== company.id)
    if (company !== undefined && left.length === user.companies.length) throw badCompany()
    // Choice: who has no company left is gone; who has is answered.
    if (left.length === 0) {
      dropUser(state, user)
      return { status: 204 }
    }
    user.companies = left
    user.lastChanged = new Date().toISOString()
    return { status: 200, json: show(user) }
  }
}
