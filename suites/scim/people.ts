import { lendingDesk } from '../user/lending-desk.ts'
import type { Answer } from '../../src/clients/answer.ts'
import { parseExactly } from '../../src/exchange/json.ts'
import { must, rely, type Context, isObjection } from '../../src/kit/index.ts'
import { madeOnce } from '../data/made-once.ts'
import { attribute, emailsOf, emailsToSend, groupsIn, shownIdOf, scimUsersIn } from './reading.ts'
import { unlessFull, tookUser } from '../user/full.ts'
import { freshEmail } from '../user/emails.ts'
import { mustShareUsers, sharedUsers } from '../user/people.ts'
import { everything } from './pages.ts'
import { mustBeKnownToGroups, mustComeToBe, takenOnceKnown } from './soon.ts'
import { scim } from './requirements.ts'

type Json = Readonly<Record<string, unknown>>

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

/** A user or group that the run created. */
export interface Own {
  readonly id: string
  /** The e-mail of a user, the name of a group. */
  readonly name: string
  readonly body: Json
  /** Its id as the target shows it: a number or a text. Members are named by it. */
  readonly shownId: unknown
}

/** Everything that the document shows of a user, with values of our own. */
export function wholeScimUser(context: Context, more: Json = {}): Json {
  const { fresh } = context
  return {
    schemas: [userSchema],
    userName: fresh.externalId(),
    name: { familyName: fresh.text(), givenName: fresh.text() },
    emails: [{ value: freshEmail(context), primary: true }],
    active: true,
    ...more,
  }
}

export const everyUser = ({ api }: Pick<Context, 'api'>): Promise<readonly Json[]> =>
  everything((query) => api.scim.users.list(query ? { query } : undefined), scimUsersIn)

export const everyGroup = ({ api }: Pick<Context, 'api'>): Promise<readonly Json[]> =>
  everything((query) => api.scim.groups.list(query ? { query } : undefined), groupsIn)

const sameText = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** The id that an answer to a create tells in its body or its Location; else the list has to tell it. */
async function idTold(answer: Answer, listed: () => Promise<Json | undefined>): Promise<Pick<Own, 'id' | 'shownId'>> {
  const inBody = parseExactly(answer.text)
  const inLocation = /\/(\d+)\/?$/.exec(answer.header('Location') ?? '')?.[1]
  const shown =
    shownIdOf(inBody) !== undefined ? inBody : inLocation !== undefined ? { id: inLocation } : await listed()
  const id = shownIdOf(shown)
  must.present('an id of what was created, in the answer or in the list', id, answer)
  return { id: id ?? '', shownId: attribute(shown, 'id') }
}

/** Creates a user; where the answer does not tell its id, the list has to. */
export function createdScimUser(context: Context, more: Json = {}, plainer?: Json): Promise<Own> {
  return rely(scim['create-user'], async () => {
    let body = wholeScimUser(context, more)
    let answer = await context.api.scim.users.create(body)
    if (plainer && isObjection(answer)) {
      body = { ...body, ...plainer }
      answer = await context.api.scim.users.create(body)
    }
    if (answer.status < 300) tookUser(context, another)
    else await unlessFull(context, answer)
    const emails = emailsOf(body)
    const [email = ''] = emails
    must.success(answer)
    // Of several e-mails it may show the primary one alone.
    const isOwn = (shown: string) => emails.some((sent) => sameText(shown, sent))
    const named = (one: Json) => body['userName'] !== undefined && attribute(one, 'userName') === body['userName']
    const told = await idTold(answer, async () =>
      (await everyUser(context)).find((one) => emailsOf(one).some(isOwn) || named(one)),
    )
    await mustComeToBe(context, answer, told.id)
    await mustBeKnownToGroups(context)
    return { ...told, name: email, body }
  })
}

/** One more user, as most are created. */
async function another(context: Context): Promise<Answer> {
  const answer = await context.api.scim.users.create(wholeScimUser(context))
  const id = shownIdOf(parseExactly(answer.text))
  if (answer.status < 300 && id !== undefined) await context.api.scim.users.remove(id)
  return answer
}

/** Two users that nobody changes: all checks of a target share them. Where users are few, those of the User API, if SCIM shows them. */
export const sharedScimUsers = madeOnce(async (context): Promise<readonly [Own, Own]> => {
  const [one, other] = mustShareUsers(context) ? await asScimShows(context, await sharedUsers(context)) : []
  return one && other ? [one, other] : [await createdScimUser(context), await createdScimUser(context)]
})

async function asScimShows(
  context: Context,
  users: ReadonlyArray<{ readonly email: string }>,
): Promise<readonly Own[]> {
  const shown = await everyUser(context)
  return users.flatMap(({ email }) => {
    const body = shown.find((one) => emailsOf(one).some((other) => sameText(other, email)))
    const id = shownIdOf(body)
    return body && id !== undefined ? [{ id, name: email, body, shownId: attribute(body, 'id') }] : []
  })
}

/**
 * A PUT, and the body of it that was answered. Whether a userName or e-mails may change is not said (B-SCM-05, B-USR-19): where one is refused, those that
 * the user has are sent again, of the two as few as are needed.
 */
export async function putScimUser(
  context: Context,
  id: string,
  sent: Json,
  kept: ReadonlyArray<'userName' | 'emails'> = ['userName', 'emails'],
): Promise<{ answer: Answer; body: Json }> {
  const { users } = context.api.scim
  let put = { answer: await users.replace(id, sent), body: sent }
  if (!isObjection(put.answer)) return put
  const [user] = scimUsersIn(await users.get(id))
  const before: Json = { userName: attribute(user, 'userName'), emails: emailsToSend(user) }
  const others = kept.filter((name) => name in sent && before[name] && textOf(name, before) !== textOf(name, sent))
  for (const names of [...others.map((name) => [name]), ...(others.length > 1 ? [others] : [])]) {
    const body = { ...sent, ...Object.fromEntries(names.map((name) => [name, before[name]])) }
    put = { answer: await users.replace(id, body), body }
    if (!isObjection(put.answer)) break
  }
  return put
}

const textOf = (name: 'userName' | 'emails', user: Json): string =>
  name === 'emails' ? [...emailsOf(user)].sort().join() : String(user[name])

const desk = lendingDesk<Own>()

/** Groups that a check made and is to leave none of, by its context. */
const groupsMade = new WeakMap<object, string[]>()

/** Deletes the groups that are made meanwhile: that a user may be in several groups is not said (B-SCM-19), nor that a member may become inactive. */
export async function leavingNoGroups<T>(context: Context, use: () => Promise<T>): Promise<T> {
  const before = groupsMade.get(context)
  const groups: string[] = []
  groupsMade.set(context, groups)
  try {
    return await use()
  } finally {
    if (before) groupsMade.set(context, before)
    else groupsMade.delete(context)
    for (const id of groups) await context.api.scim.groups.remove(id).catch(() => undefined)
  }
}

const memberDesk = lendingDesk<never>()

/** Lends the two users that nobody changes as members of groups: checks take turns, and leave none of the groups. */
export const withMembers = (context: Context, use: (a: Own, b: Own) => Promise<void>): Promise<void> =>
  memberDesk(context, async () => {
    const [a, b] = await sharedScimUsers(context)
    await leavingNoGroups(context, () => use(a, b))
  })

/** Lends the one user that checks may change: they take turns. */
export const withScimUser = (context: Context, use: (lent: Own) => Promise<void>): Promise<void> =>
  desk(context, async (lending) => {
    const known = lending.user
    let body = wholeScimUser(context, known ? { emails: known.body['emails'] } : {})
    if (known) {
      const put = await putScimUser(context, known.id, body)
      if (put.answer.status >= 300) delete lending.user
      body = lending.user ? put.body : wholeScimUser(context)
    }
    const user = lending.user ?? (await createdScimUser(context.lasting(), body))
    const lent = { ...user, body }
    lending.user = lent
    await leavingNoGroups(context, () => use(lent))
  })

/** Three users: two that all checks share, and the one that is lent. */
export const withThree = (context: Context, use: (a: Own, b: Own, c: Own) => Promise<void>): Promise<void> =>
  withMembers(context, (a, b) => withScimUser(context, (c) => use(a, b, c)))

/** A user as it is read by its id. */
export function readScimUser({ api }: Pick<Context, 'api'>, id: string): Promise<Json> {
  return rely(scim['get-user'], async () => {
    const answer = await api.scim.users.get(id)
    must.success(answer)
    const [user] = scimUsersIn(answer)
    must.present('a user', user, answer)
    return user ?? {}
  })
}

/** A group of the list; undefined if it is not there. */
export const readGroup = async (context: Pick<Context, 'api'>, id: string): Promise<Json | undefined> =>
  (await everyGroup(context)).find((one) => shownIdOf(one) === id)

/** What the creation of a group with these members is answered with, and the group if it was taken. */
export async function triedGroup(context: Context, members: readonly Own[], name = context.fresh.externalId()) {
  const body = { schemas: [groupSchema], displayName: name, members: memberValues(...members) }
  const answer = await context.api.scim.groups.create(body)
  const told = async (): Promise<Own> => {
    must.success(answer)
    const shown = await idTold(answer, async () =>
      (await everyGroup(context)).find((one) => attribute(one, 'displayName') === name),
    )
    groupsMade.get(context)?.push(shown.id)
    return { ...shown, name, body }
  }
  return { answer, told }
}

/** Creates a group with these members. */
export const createdGroup = (context: Context, members: readonly Own[] = [], name?: string): Promise<Own> =>
  rely(scim['create-group'], async () => {
    const create = () => triedGroup(context, members, name)
    return (await (members.length > 0 ? takenOnceKnown(context, create) : create())).told()
  })

export interface PatchStep {
  readonly op: string
  readonly path?: string
  readonly value?: unknown
}

export const patchOf = (...operations: readonly PatchStep[]): Json => ({
  schemas: [patchSchema],
  Operations: operations,
})

/** In one order, for comparison. */
export const idsOf = (...users: readonly Own[]): string[] => users.map(({ id }) => id).sort()

export const memberValues = (...users: readonly Own[]) => users.map(({ shownId }) => ({ value: shownId }))
