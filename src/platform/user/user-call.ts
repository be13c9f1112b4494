import { authenticate, isRefusal } from '../caller.ts'
import type { House } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import type { Call } from '../interface.ts'
import { peopleFor } from '../people/reach.ts'
import type { People, Person } from '../people/store.ts'
import type { UserOperation } from '../rulebook/user.ts'
import type { Account, Company } from '../world/types.ts'
import { refusedUser } from './refusal.ts'

/** A call of the User API after its headers, token, privileges and parameters were looked at. */
export interface UserCall {
  readonly call: Call
  readonly house: House
  readonly operation: UserOperation
  readonly account: Account
  readonly people: People
  /** The company of the company parameter. */
  readonly company?: Company
}

/** Who calls, for which account and company; or the refusal. */
export function openUserCall(
  call: Call,
  house: House,
  operation: UserOperation,
  caller = authenticate(call, house, { room: 'user', company: false }),
): UserCall | PlatformResponse {
  const { rules } = house
  if (!rules.user.serves(operation))
    return json(404, { error: 'not_found', error_description: 'there is nothing at this path' })
  if (isRefusal(caller)) return caller
  const { privileges = [] } = caller.user ?? {}
  const isAboutSelf = caller.user !== undefined && caller.user.id === call.params['userId']
  if (!rules.privilege.serves('user', privileges, caller.login, operation, isAboutSelf))
    return json(rules.privilege.status('user'), { error: 'UA-00', message: 'Forbidden', values: [] })
  for (const name of ['X-Request-ID', 'X-Client-Version'] as const)
    if (rules.user.needsHeader(name, operation) && !call.header(name)) return refusedUser(house, 'header', operation)
  const named = call.query.get('account')
  if (!named && rules.user.needsAccount(operation)) return refusedUser(house, 'account', operation)
  const companyName = operation === 'list' || operation === 'get' ? undefined : call.query.get('company')
  const company = caller.companies.find(({ name }) => name === companyName)
  if (companyName !== undefined && !rules.user.knowsCompany(company !== undefined, operation))
    return refusedUser(house, 'company', operation)
  if (call.request.body.length > 0 && !rules.user.takesType(call.header('Content-Type')))
    return refusedUser(house, 'media-type', operation)
  return {
    call,
    house,
    operation,
    account: caller.account,
    people: peopleFor(house, caller.account, call.operation),
    ...(company ? { company } : {}),
  }
}

/** The user that the path names; with a company, only as one of that company. */
export function addressed({ call, house, people, company }: UserCall): Person | undefined {
  const raw = call.params['userId'] ?? ''
  const found = /^\d{1,15}$/.test(raw) ? people.persons.get(Number(raw)) : undefined
  if (
    !found ||
    !house.rules.user.knows(found) ||
    (company && !found.companies.some(({ companyId }) => companyId === company.id))
  )
    return undefined
  return house.rules.user.picks(found, people.persons.all())
}

/** A user as the User API shows it (B-USR-03). */
export function shownUser(person: Person, { house, operation }: Pick<UserCall, 'house' | 'operation'>): unknown {
  const { user } = house.rules
  const { id, email, firstName, lastName, phone, name, active, created, lastChanged, companies } = person
  return user.shown(
    {
      id,
      email,
      firstName,
      lastName,
      phone,
      name,
      active,
      created: user.moment(created),
      lastChanged: user.moment(lastChanged),
      companies: user.memberships(companies),
    },
    operation,
  )
}
