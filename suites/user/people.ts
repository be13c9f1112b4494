import { emailAt, freshEmail } from './emails.ts'
import { lendingDesk } from './lending-desk.ts'
import type { Answer, Dto } from '../../src/clients/answer.ts'
import { isObject, parseExactly } from '../../src/exchange/json.ts'
import { Inconclusive, isObjection, must, rely, Unexercised, type Context, type Reply } from '../../src/kit/index.ts'
import { madeOnce } from '../data/made-once.ts'
import { isWithoutSubscription, unlessFull, tookUser } from './full.ts'
import { listedPage } from './paging.ts'
import { freshPhone, takesDigitsOnly } from './phones.ts'
import { user } from './requirements.ts'

/** A user that the run created. */
export interface OwnUser {
  /** As text: it may have more digits than a number keeps. */
  readonly id: string
  readonly email: string
  /** The permission group that it was created with. */
  readonly groupId: unknown
}

/** The user in an answer; ids as texts if they are long. */
export function userIn(answer: Pick<Answer, 'text' | 'status'>): Dto | undefined {
  const value = answer.status < 300 ? parseExactly(answer.text) : undefined
  return isObject(value) ? value : undefined
}

/** The users of a page. */
export function usersIn(answer: Pick<Answer, 'text' | 'status'>): readonly Dto[] {
  const content = userIn(answer)?.['content']
  return Array.isArray(content) ? content.filter(isObject) : []
}

export interface Member {
  readonly companyId: unknown
  readonly groupId: unknown
}

/** The companies of a user, in the order of their ids. */
export const companiesOf = (dto: Dto | undefined): readonly Member[] =>
  (Array.isArray(dto?.['companies']) ? dto['companies'] : [])
    .filter((one): one is Member => typeof one === 'object' && one !== null)
    .map(({ companyId, groupId }) => ({ companyId, groupId }))
    .sort((one, other) => Number(one.companyId) - Number(other.companyId))

/** An id of a permission group: a number, or its digits as text where a number would round them. */
const isGroupId = (value: unknown): boolean => Number.isInteger(value) || /^-?\d+$/.test(String(value))

/** Permission groups that users of the account have, as a list tells them: those that users have in most of the companies, for a group may be of one company. */
const groupIds = madeOnce(async (context) => {
  const members = await rely(user['page-form'], async () => {
    const answer = await listedPage(context, { Size: '50' })
    must.success(answer)
    const told = [...usersIn(answer)]
    // A page may be smaller than asked for: as many users are looked at as it would have had.
    const figures = userIn(answer)
    for (let more = 1; more < 50 && told.length < 50 && figures?.['lastPage'] === false; more += 1) {
      const next = await listedPage(context, { Size: '50', Page: String(Number(figures['number']) + more) })
      if (next.status >= 300 || usersIn(next).length === 0) break
      told.push(...usersIn(next))
    }
    if (told.flatMap(companiesOf).some(({ groupId }) => isGroupId(groupId))) return told.flatMap(companiesOf)
    // Those who came first, of an import, may have none: others stand at the end, and whoever calls has one.
    const Page = String(Number(figures?.['number']) + Number(figures?.['totalPages']) - 1)
    const others: ReadonlyArray<Readonly<Record<string, string>>> = [
      { name: context.target.identities['admin']?.username?.split('/').at(-1) ?? '' },
      { Size: '50', Page },
    ]
    for (const query of others) told.push(...usersIn(await listedPage(context, query)))
    return told.flatMap(companiesOf)
  })
  const companies = new Map<unknown, Set<unknown>>()
  for (const { companyId, groupId } of members)
    if (isGroupId(groupId)) companies.set(groupId, (companies.get(groupId) ?? new Set()).add(companyId))
  if (companies.size === 0)
    throw new Inconclusive('no user of the list has a groupId: there is none that could be sent as companyGroupId')
  const most = Math.max(...[...companies.values()].map(({ size }) => size))
  return [...companies].filter(([, { size }]) => size === most).map(([groupId]) => groupId)
})

/** Two different permission groups. */
export async function twoGroups(context: Context): Promise<readonly [unknown, unknown]> {
  const [one, other] = await groupIds(context)
  if (one === undefined || other === undefined)
    throw new Unexercised(
      'users of one permission group only were found, or of no two that have users in equally many companies, so that there is no second one to send as companyGroupId: give one user more a second group, in as many companies of the account as users of the first one have',
    )
  return [one, other]
}

/** A permission group unlike the first one, if there is any. */
export const otherGroup = async (context: Context): Promise<unknown> => (await groupIds(context)).at(-1)

/** An id as the input form has it: a number, unless a number would round it. */
export const sentId = (id: string): number | string => (/^-?\d{1,15}$/.test(id) ? Number(id) : id)

/** Everything that the input form holds, with values of our own. */
export async function wholeUser(context: Context, more: Dto = {}): Promise<Record<string, unknown>> {
  const [companyGroupId] = await groupIds(context)
  const { fresh } = context
  return {
    companyGroupId,
    email: freshEmail(context),
    firstName: fresh.text(),
    lastName: fresh.text(),
    phone: freshPhone(context),
    name: fresh.externalId(),
    active: true,
    ...more,
  }
}

/** Creates a user. If that fails, the finding is about creating. What is refused is sent once more with the plainer values, if there are any. */
export function createdUser(
  context: Context,
  more: Dto = {},
  company?: string,
  plainer?: Dto,
): Promise<OwnUser & { readonly dto: Dto; readonly sent: Dto }> {
  return rely(user.create, async () => {
    const { answer, sent: body } = await createTakenUser(context, await wholeUser(context, more), company, plainer)
    must.success(answer)
    const dto = userIn(answer)
    must.hold(
      'the created user with an id',
      typeof dto?.['id'] === 'number' || /^-?\d+$/.test(String(dto?.['id'])),
      answer.text,
    )
    return {
      id: String(dto?.['id']),
      email: String(body['email']),
      groupId: body['companyGroupId'],
      dto: dto ?? {},
      sent: body,
    }
  })
}

/** A creation, and what it sent in the end: which texts are acceptable is not said, so what is refused is sent again with the plainer values, and with a phone of digits alone. */
export async function createTakenUser(
  context: Context,
  whole: Dto,
  company?: string,
  plainer?: Dto,
): Promise<{ readonly answer: Answer; readonly sent: Dto }> {
  const phone = String(whole['phone'])
  const others = [
    ...(plainer ? [plainer] : []),
    ...(phone.startsWith('+') ? [{ ...plainer, phone: phone.slice(1) }] : []),
  ]
  let sent = whole
  let answer = await context.api.user.create(sent, { query: { company } })
  for (const other of others) {
    if (!isObjection(answer) || isWithoutSubscription(answer)) break
    sent = { ...whole, ...other }
    answer = await context.api.user.create(sent, { query: { company } })
    if (answer.status < 300 && 'phone' in other) takesDigitsOnly(context)
  }
  if (answer.status < 300) tookUser(context, another)
  return { answer: await unlessFull(context, answer), sent }
}

/** One more user, as most are created. */
async function another(context: Context): Promise<Reply> {
  const answer = await context.api.user.create(await wholeUser(context))
  const id = userIn(answer)?.['id']
  if (id !== undefined) await context.api.user.remove(String(id))
  return answer
}

/** Whether the users that checks share are too many for the target file, with one more for a request that must be refused. */
export const mustShareUsers = ({ target }: Pick<Context, 'target'>): boolean => target.limits.mayCreateUsers < 7

/** Two users that nobody changes, the second one inactive where SCIM has users of its own: all checks of a target share them. */
// The e-mails have an i, of which some locales have capitals of their own.
export const sharedUsers = madeOnce(async (context) => {
  const { fresh } = context
  const lastName = fresh.text()
  const one = (at: string, more: Dto) => {
    const email = emailAt(context, `${fresh.tag}-${at}i`)
    return createdUser(context, { email, name: fresh.externalId(`n${at}`), lastName, ...more })
  }
  const active = mustShareUsers(context)
  return [await one('a', { firstName: 'b' }), await one('b', { firstName: 'a', active })] as const
})

const desk = lendingDesk<OwnUser>()

/** Lends the one user that checks may change: they take turns. It is as `wholeUser` has it when it is lent; `body` is a PUT that leaves it so. */
export const withUser = (
  context: Context,
  use: (lent: OwnUser & { readonly body: Readonly<Record<string, unknown>> }) => Promise<void>,
): Promise<void> =>
  desk(context, async (lending) => {
    const known = lending.user
    let body = await wholeUser(context, known ? { email: known.email } : {})
    if (known) {
      const again = await context.api.user.replace(known.id, { id: sentId(known.id), ...body })
      if (again.status >= 300) {
        delete lending.user
        body = await wholeUser(context)
      }
    }
    if (!lending.user) {
      const { sent, ...made } = await createdUser(context.lasting(), body)
      lending.user = made
      body = { ...sent }
    }
    const { user: lent } = lending
    await use({ ...lent, groupId: body['companyGroupId'], body: { id: sentId(lent.id), ...body } })
  })

/** A list of those whom a filter finds. 404 is listed for it, and no sentence says that it is no answer where nobody is found (B-USR-35). */
export function foundIn(answer: Reply): readonly Dto[] {
  if (answer.status === 404) must.status(answer, 404)
  else must.success(answer)
  return usersIn(answer)
}

/** A list of those whom a value finds that no user may have: which values a filter takes is not said, and one may be refused. */
export const foundByOdd = (answer: Reply): readonly Dto[] => (isObjection(answer) ? [] : foundIn(answer))

/** Users that the list shows with this e-mail. */
export const listedWith = async ({ api }: Pick<Context, 'api'>, email: string): Promise<readonly Dto[]> =>
  foundIn(await api.user.list({ email }))

/** The values of these fields; what is left out is null. */
export const fieldsOf = (dto: Dto | undefined, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, dto?.[name] ?? null]))

/** A deletion that tells success, or 400 with the message that the user was deleted (B-USR-40): gone it has to be. */
export async function mustBeRemoved({ api }: Pick<Context, 'api'>, id: string, answer: Reply): Promise<void> {
  if (answer.status !== 400) must.status(answer, 200, 204)
  else must.notDone('the user that was deleted with 400', await api.user.get(id))
}
