import type { Answer } from '../../../src/clients/answer.ts'
import { must, rely, isObjection } from '../../../src/kit/index.ts'
import { madeOnce } from '../../data/made-once.ts'
import { response } from '../../token/requirements.ts'
import { grantedExactly } from '../../token/steps.ts'
import { freshEmail } from '../../user/emails.ts'
import { otherGroup, sentId, userIn, wholeUser } from '../../user/people.ts'
import { freshPhone, takesDigitsOnly } from '../../user/phones.ts'
import { putScimUser, wholeScimUser } from '../people.ts'
import { emailsOf } from '../reading.ts'
import { isPossibleMember, noteActive } from './group.ts'
import { notePeople, placeOfPerson, type PeopleHands, type PeopleWorld } from './hands.ts'
import {
  emailOf,
  everyCompany,
  grouped,
  maybeWritten,
  only,
  possible,
  written,
  type Person,
  type PeopleWay,
  type ShownPerson,
} from './person.ts'

export type Left = 'firstName' | 'lastName' | 'phone' | 'name'

/** Whether the target took it. What one interface makes of a user of the other is not said: that it refuses is no breach, and changes nothing. */
function isTaken(
  person: Person,
  way: PeopleWay,
  answer: Parameters<typeof must.success>[0],
  mayRefuse = false,
): boolean {
  if (person.home === way && !mayRefuse) must.success(answer)
  else must.noServerError(answer)
  return answer.status < 300
}

function nowActive(world: PeopleWorld, person: Person, active: boolean): void {
  const place = placeOfPerson(world, person)
  if (place >= 0) noteActive(world.memberships, place, active)
}

/** The e-mail that is sent: another one, or the one that it has. A former one may be another's by now, or nobody's for good. */
const sentEmail = ({ context }: PeopleHands, person: Person, way: PeopleWay, isOther: boolean): string =>
  (isOther ? undefined : emailOf(person, way)) ?? freshEmail(context)

/** The body with a phone of digits alone; undefined if it has no other phone. */
const withDigitsOnly = (body: Readonly<Record<string, unknown>>): Record<string, unknown> | undefined => {
  const phone = String(body['phone'] ?? '')
  return phone.startsWith('+') ? { ...body, phone: phone.slice(1) } : undefined
}

/** A PUT that was refused, once more with the e-mail that the user has: that another is taken is not said (B-USR-19). */
async function withOwnEmail(
  { context }: PeopleHands,
  id: string,
  refused: { readonly body: Record<string, unknown>; readonly answer: Answer },
  send: (body: Record<string, unknown>) => Promise<Answer>,
): Promise<typeof refused> {
  const { email } = userIn(await context.api.user.get(id)) ?? {}
  if (email === undefined || email === refused.body['email']) return refused
  const body = { ...refused.body, email }
  return { body, answer: await send(body) }
}

/** What a PUT of the User API changes. */
interface Put {
  readonly left: readonly Left[]
  readonly active: boolean
  readonly isOtherEmail: boolean
  readonly isOtherGroup: boolean
}

export async function putByUser(
  hands: PeopleHands,
  world: PeopleWorld,
  person: Person,
  { left, active, isOtherEmail, isOtherGroup }: Put,
): Promise<void> {
  const id = person.ids.user ?? ''
  const email = sentEmail(hands, person, 'user', isOtherEmail)
  const whole: Record<string, unknown> = {
    ...(await wholeUser(hands.context, { email, active })),
    ...(isOtherGroup ? { companyGroupId: await otherGroup(hands.context) } : {}),
    phone: freshPhone(hands.context),
    id: sentId(id),
  }
  const sent = Object.fromEntries(Object.entries(whole).filter(([name]) => !left.some((one) => one === name)))
  const put = async (body: typeof sent) =>
    notePeople(hands, `PUT user ${id}`, await hands.context.api.user.replace(id, body), body)
  const plainer = withDigitsOnly(sent)
  const first = await put(sent)
  const isOther = isObjection(first) && plainer !== undefined
  const second = isOther ? { body: plainer, answer: await put(plainer) } : { body: sent, answer: first }
  if (isOther && second.answer.status < 300) takesDigitsOnly(hands.context)
  const { body, answer } = isObjection(second.answer) ? await withOwnEmail(hands, id, second, put) : second
  if (!isTaken(person, 'user', answer)) return
  written(person, 'user', {
    firstName: [body['firstName'] ?? null],
    lastName: [body['lastName'] ?? null],
    phone: [body['phone'] ?? null],
    name: [body['name'] ?? String(body['email']).split('@', 1)[0]],
    active: [active],
    email: [body['email']],
  })
  grouped(person, everyCompany, body['companyGroupId'])
  nowActive(world, person, active)
}

const putFields = ['firstName', 'lastName', 'phone', 'name', 'active', 'email'] as const

/** What the User API shows of a user; undefined if any of it is open. */
export function knownValues(person: Person): ShownPerson | undefined {
  const held = putFields.map((name) => [name, only(person, 'user', name)] as const)
  const { name } = Object.fromEntries(held) as ShownPerson
  return person.groups && typeof name === 'string' && held.every(([, value]) => value !== undefined)
    ? Object.fromEntries(held)
    : undefined
}

/** A PUT of what the user has, with another permission group for one company. */
export async function putGroupByUser(hands: PeopleHands, person: Person, isOther: boolean): Promise<void> {
  const id = person.ids.user ?? ''
  const { context } = hands
  const whole = await wholeUser(context)
  const companyGroupId = isOther ? await otherGroup(context) : whole['companyGroupId']
  const has = knownValues(person)
  if (!has) return
  // What is null is left out, which means the same.
  const given = Object.fromEntries(Object.entries(has).filter(([, value]) => value !== null))
  const body = { ...given, id: sentId(id), companyGroupId }
  const query = { company: context.target.company }
  const answer = await context.api.user.replace(id, body, { query })
  notePeople(hands, `PUT user ${id} for ${context.target.company}`, answer, body)
  if (!isTaken(person, 'user', answer)) return
  maybeWritten(person, has)
  grouped(person, await companyIdOf(context), companyGroupId)
}

/** The id of the company that is checked, as the token response names it. */
const companyIdOf = madeOnce(async ({ api, target }) => {
  const { companies } = await rely(response.companies, async () => grantedExactly(await api.token.obtain()))
  const held = companies as ReadonlyArray<{ readonly id: unknown; readonly name: unknown }>
  return String(held.find(({ name }) => name === target.company)?.id)
})

export async function putByScim(
  hands: PeopleHands,
  world: PeopleWorld,
  person: Person,
  names: readonly ('familyName' | 'givenName')[],
  active: boolean,
  isOtherEmail: boolean,
): Promise<void> {
  const id = person.ids.scim ?? ''
  const { fresh } = hands.context
  const email = sentEmail(hands, person, 'scim', isOtherEmail)
  const name = Object.fromEntries(names.map((one) => [one, fresh.text()]))
  const { name: _, ...others } = wholeScimUser(hands.context, {
    emails: [{ value: email, primary: true }],
    active,
  })
  const put = await putScimUser(hands.context, id, { ...others, ...(names.length > 0 ? { name } : {}) })
  const answer = notePeople(hands, `PUT scim user ${id}`, put.answer, put.body)
  // Whether a member of a group may become inactive is not said.
  const place = placeOfPerson(world, person)
  const isMember = world.memberships.groups.some((group) => isPossibleMember(group, place))
  if (!isTaken(person, 'scim', answer, !active && isMember)) return
  written(person, 'scim', {
    firstName: name['givenName'] === undefined ? [null, ...possible(person, 'scim', 'firstName')] : [name['givenName']],
    lastName: name['familyName'] === undefined ? [null, ...possible(person, 'scim', 'lastName')] : [name['familyName']],
    name: [put.body['userName']],
    active: [active],
    // SCIM users have no phone: kept or gone.
    phone: [null],
    email: emailsOf(put.body),
  })
  person.groups = undefined
  nowActive(world, person, active)
}
