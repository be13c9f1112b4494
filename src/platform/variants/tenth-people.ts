import type { Variant } from '../deviation.ts'
import { elementsIn, memoryOf, sentWith } from '../faults/people-kinds.ts'
import { issuedIn } from '../faults/token-calls.ts'
import { empty } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import type { Person } from '../people/store.ts'
import { ScimRefused, type ScimCall } from '../scim/scim-call.ts'
import type { UserCall } from '../user/user-call.ts'
import { through } from './lawful.ts'
import { isFieldList } from './turned-away.ts'

/** How interfaces show that privileges are lacking, where it is not by 403. */
const lacks: ReadonlyArray<readonly [place: RegExp, method: RegExp, status: number]> = [
  [/^\/api\/scim\//, /./, 401],
  [/^\/api\/crowd\/v2\/|^\/cloud-crowd-service\//, /./, 404],
  [/^\/api\/service-management\//, /^GET$/, 404],
]

type Values = Pick<Person, 'firstName' | 'lastName' | 'phone' | 'name'>
const valuesOf = ({ firstName, lastName, phone, name }: Person): Values => ({ firstName, lastName, phone, name })

/** What users are called in a company where it is not as in the others, by user and company. */
const named = memoryOf(() => new Map<number, ReadonlyMap<number, Values>>())

/** A call for one company writes the values of that one; who names none sees those of the first company. */
function perCompany(asked: UserCall, handle: (asked: UserCall) => PlatformResponse): PlatformResponse {
  const { people, company, operation } = asked
  const { persons } = people
  const known = named(asked)
  const seen = (person: Person | undefined): Person | undefined =>
    person && operation === 'put' && company ? { ...person, ...known.get(person.id)?.get(company.id) } : person
  return handle({
    ...asked,
    people: {
      ...people,
      persons: {
        ...persons,
        get: (id) => seen(persons.get(id)),
        put(row, journal) {
          const before = known.get(row.id)
          journal?.add('update', 'Person', () => void (before ? known.set(row.id, before) : known.delete(row.id)))
          const former = persons.get(row.id)
          if (!former || (operation === 'put' && !company)) {
            known.delete(row.id)
            return persons.put(row, journal)
          }
          const values = new Map(former.companies.map(({ companyId: id }) => [id, before?.get(id) ?? valuesOf(former)]))
          if (operation === 'put' && company) values.set(company.id, valuesOf(row))
          known.set(row.id, values)
          const first = Math.min(...row.companies.map(({ companyId }) => companyId))
          return persons.put({ ...row, ...values.get(first) }, journal)
        },
      },
    },
  })
}

/** A user that SCIM replaces is called so everywhere. */
function forAll(asked: ScimCall, handle: (asked: ScimCall) => PlatformResponse): PlatformResponse {
  if (asked.operation === 'user-put') named(asked).delete(Number(asked.call.params['userId']))
  return handle(asked)
}

const inBody = (body: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.entries(body).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]

/** Ids of the users that a write wants as members of a group. */
function wanted(asked: ScimCall): readonly number[] {
  const sent = sentWith(asked)
  const ids = (value: unknown) =>
    [value].flat().flatMap((one: unknown) => (isFieldList(one) ? [Number(inBody(one, 'value'))] : []))
  if (asked.operation !== 'group-patch') return ids(inBody(sent, 'members'))
  return elementsIn(inBody(sent, 'Operations'))
    .filter(isFieldList)
    .filter((operation) => !/^remove$/i.test(String(inBody(operation, 'op'))))
    .flatMap((operation) => {
      const value = inBody(operation, 'value')
      return ids(isFieldList(value) ? (inBody(value, 'members') ?? value) : value)
    })
}

function activeMembers(asked: ScimCall, handle: (asked: ScimCall) => PlatformResponse): PlatformResponse {
  const { people, operation, call } = asked
  if (/^group-p/.test(operation) && wanted(asked).some((id) => people.persons.get(id)?.active === false))
    throw new ScimRefused(400, 'invalidValue', 'a user that is not active is no member')
  const id = Number(call.params['userId'])
  const isLeaving = operation === 'user-put' && inBody(sentWith(asked), 'active') === false
  if (isLeaving && people.groups.all().some(({ members }) => members.includes(id)))
    throw new ScimRefused(409, undefined, 'the user is a member of a group')
  return handle(asked)
}

/** Lawful readings of privileges, users and groups, thought up by a tenth reader (suites/two-readings). */
export const tenthPeopleVariants: readonly Variant[] = [
  {
    // They tell any 404 to a DELETE of technicians as done.
    excludes: ['crowd-address-delete-again-204', 'crowd-delete-of-nothing-204', 'crowd-puts-201-absent-204'],
    ...through(
      'privileges-lacked-in-each-way',
      ['B-PRV-05', 'B-SCM-17'],
      'A lack of privileges shows as 401 in SCIM, as 404 in reads of service calls and everywhere among technicians, else as 403.',
      async (request, go, { house }) => {
        const response = await go(request)
        const user = issuedIn(house, request)?.user
        const isLacking =
          user !== undefined && !user.privileges.some((one) => /^(?:ADMINISTRATOR|SUPERUSER)$/.test(one))
        const shown = lacks.find(([place, method]) => place.test(request.target) && method.test(request.method))
        return isLacking && shown && response.status === 403 ? empty(shown[2]) : response
      },
    ),
  },
  {
    id: 'user-values-kept-per-company',
    leaves: ['B-USR-13', 'B-USR-35'],
    says: 'Names and phone of a user are kept by company: what names no company shows those of the one with the lowest id.',
    seam: { people: { user: perCompany, scim: forAll } },
  },
  {
    id: 'scim-inactive-users-are-no-members',
    leaves: ['B-SCM-10', 'B-SCM-17'],
    says: 'A write of a group that names a user who is not active is refused with 400, and with 409 one that makes a member inactive.',
    seam: { people: { scim: activeMembers } },
  },
]
