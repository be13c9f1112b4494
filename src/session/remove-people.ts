import { encode, movedTo, queryText } from '../clients/caller.ts'
import type { Exchange, WireResponse } from '../exchange/exchange.ts'
import { isObject, parseExactly, writtenExactly } from '../exchange/json.ts'
import { Blocked } from '../target/blocked.ts'
import type { Unfinished } from '../target/ledger.ts'
import { isPeople, peopleShown } from '../target/people-writes.ts'
import type { Outgoing } from '../target/transport.ts'
import { userOf } from '../target/user-of.ts'
import { lagOf, longestLag, takenMs } from '../target/visibility.ts'
import type { Broom, Fate } from './clean-up.ts'
import { saysGone } from './says-gone.ts'

const pauseMs = 500

/** Removes the users and groups that a run created, one after the other, and reads each back. A user that cannot be deleted is deactivated. */
export async function removePeople(broom: Broom): Promise<Array<readonly [Unfinished, Fate]>> {
  const fates: Array<readonly [Unfinished, Fate]> = []
  // A ledger knows one by the name that was asked for and by the id that was answered.
  const seen = new Set<string>()
  const groups: Deletion[] = []
  for (const object of broom.unfinished.filter(({ resource }) => isPeople(resource))) {
    try {
      const id = object.id ?? (await idOf(object, broom))
      const key = `${object.as ?? ''} ${object.resource}/${id}`
      if (id === undefined || seen.has(key)) {
        fates.push([object, 'absent'])
        continue
      }
      const { status } = await ask('DELETE', id, object, broom)
      if (saysGone({ status })) fates.push([object, 'absent'])
      else if (object.resource === 'scim-group') groups.push({ object, id, status })
      else {
        const isShown = await canStillBeRead(object, id, status, broom)
        const isRemoved = isShown && !isDone({ status }) && (await isRemovedOverTheOther(object, id, broom))
        fates.push([object, isRemoved ? 'removed' : await fateOf({ object, id, status }, isShown, broom)])
      }
      seen.add(key)
    } catch (error) {
      fates.push([object, failed(error)])
    }
  }
  return [...fates, ...(await fatesOfGroups(groups, broom))]
}

interface Deletion {
  readonly object: Unfinished
  readonly id: string
  readonly status: number
}

const failed = (error: unknown): Fate => ({ left: error instanceof Error ? error.message : String(error) })

const isDone = ({ status }: { readonly status: number }): boolean => status >= 200 && status < 300

/** Groups have no address of their own that the documents show: they are looked for in their list, which may lag behind. */
async function fatesOfGroups(
  deletions: readonly Deletion[],
  broom: Broom,
): Promise<Array<readonly [Unfinished, Fate]>> {
  // One list shows all groups of an account.
  const lists = new Map(deletions.map(({ object }) => [`${object.at} ${object.query['account']}`, object]))
  const longest = deletions.some(({ status }) => status === 202) ? longestLag : lagOf(broom.target)
  try {
    const shown = new Set<string>()
    const isShown = ({ object, id }: Deletion) => shown.has(`${object.as ?? ''} scim-group/${id}`)
    for (let waited = 0; ; waited += pauseMs) {
      shown.clear()
      for (const one of lists.values())
        for (const { key } of await listed(one, broom)) shown.add(`${one.as ?? ''} ${key}`)
      const lags = deletions.some((deletion) => isDone(deletion) && isShown(deletion))
      if (!lags || waited >= longest) break
      await broom.wait(pauseMs)
    }
    const fates: Array<readonly [Unfinished, Fate]> = []
    for (const deletion of deletions) fates.push([deletion.object, await fateOf(deletion, isShown(deletion), broom)])
    return fates
  } catch (error) {
    return deletions.map(({ object }) => [object, failed(error)])
  }
}

async function fateOf({ object, id, status }: Deletion, isShown: boolean, broom: Broom): Promise<Fate> {
  if (!isShown) return isDone({ status }) ? 'removed' : 'absent'
  if (isDone({ status })) return { left: 'it can still be read after its deletion', deleted: true }
  return { left: `status ${status}${await deactivated(object, id, broom)}` }
}

async function canBeRead(object: Unfinished, id: string, broom: Broom): Promise<boolean> {
  const read = await ask('GET', id, object, broom)
  return isDone(read) && Buffer.from(read.body).toString('utf8').includes(id)
}

/** Whether it can be read after its deletion was answered with this status: one that was only taken (202) is waited for. */
async function canStillBeRead(object: Unfinished, id: string, status: number, broom: Broom): Promise<boolean> {
  let isShown = await canBeRead(object, id, broom)
  for (let waited = 0; isShown && status === 202 && waited < takenMs; waited += pauseMs) {
    await broom.wait(pauseMs)
    isShown = await canBeRead(object, id, broom)
  }
  return isShown
}

/** Deletes a user over SCIM whom the User API does not delete, or the reverse: who made one may be who has to remove it. An e-mail is one user's in a system. */
async function isRemovedOverTheOther(object: Unfinished, id: string, broom: Broom): Promise<boolean> {
  const shown = peopleShown(await send('GET', id, object, broom, {}), broom.target.basePaths)
  const email = shown.flatMap(({ names }) => names).find((name) => name.includes('@'))
  if (email === undefined) return false
  const { id: _, ...rest } = object
  const other = { ...rest, resource: object.resource === 'user' ? 'scim-user' : 'user', externalId: email }
  const itsId = await idOf(other, broom)
  if (itsId === undefined) return false
  // Only one with a name of the run is its own to delete: the guard refuses another, which a confused target may show.
  const deleted = await ask('DELETE', itsId, other, broom).catch(() => undefined)
  return deleted !== undefined && isDone(deleted) && !(await canBeRead(object, id, broom))
}

/** Looks for what was created under this name where no answer told its id. */
async function idOf(object: Unfinished, broom: Broom): Promise<string | undefined> {
  const { externalId } = object
  if (externalId === undefined) return undefined
  const found = (await listed(object, broom)).find(({ names }) =>
    names.some((name) => name.toLowerCase() === externalId.toLowerCase()),
  )
  return found?.key.slice(object.resource.length + 1)
}

async function listed(object: Unfinished, broom: Broom) {
  const query: Record<string, string> =
    object.resource === 'user' && object.externalId ? { email: object.externalId } : {}
  const exchange = await send('GET', undefined, object, broom, { query })
  return peopleShown(exchange, broom.target.basePaths)
}

async function deactivated(object: Unfinished, id: string, broom: Broom): Promise<string> {
  const { resource, externalId = '' } = object
  if (resource === 'scim-group') return ''
  const read = parseExactly(Buffer.from((await ask('GET', id, object, broom)).body).toString('utf8'))
  // What is not sent is set to null, and e-mails are required: all that is shown goes back as it is.
  const shown = isObject(read) && 'id' in read ? read : {}
  const known =
    resource === 'user'
      ? { id: Number.isSafeInteger(Number(id)) ? Number(id) : id, email: externalId }
      : { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: externalId }
  const written = await ask('PUT', id, object, broom, writtenExactly({ ...known, ...shown, active: false }))
  return isDone(written) ? ', and it was deactivated instead' : ''
}

async function ask(method: string, id: string, object: Unfinished, broom: Broom, body?: string): Promise<WireResponse> {
  const { response } = await send(method, id, object, broom, { ...(body === undefined ? {} : { body }) })
  if (!response) throw new Blocked('no answer')
  return response
}

async function send(
  method: string,
  id: string | undefined,
  { at, resource, query: place, as }: Unfinished,
  { target, transport, identities, scope }: Broom,
  { query = {}, body }: { readonly query?: Readonly<Record<string, string>>; readonly body?: string },
): Promise<Exchange> {
  const { token } = await identities.grant(as ?? 'admin', scope)
  const admin = identities.of(as ?? 'admin')
  const { scim, user } = target.basePaths
  const path = resource === 'user' ? user : `${scim}/${resource === 'scim-user' ? 'Users' : 'Groups'}`
  const type = resource === 'user' ? 'application/json' : 'application/scim+json'
  // A deletion names no company: it is to be one of all companies.
  const parameters = { account: place['account'], user: userOf(admin), ...query }
  const asked = (to: Pick<Outgoing, 'method' | 'url'>): Promise<Exchange> =>
    transport.send(
      {
        ...to,
        many: true,
        tidying: true,
        headers: [
          ['Authorization', `Bearer ${token}`],
          ['X-Client-ID', admin.client.id],
          ['X-Client-Version', admin.client.version],
          ['Accept', type],
          ...(body === undefined && resource === 'user' ? [] : [['Content-Type', type] as const]),
        ],
        ...(body === undefined || to.method === 'GET' ? {} : { body: Buffer.from(body) }),
      },
      scope,
    )
  const exchange = await asked({
    method,
    url: `${at}${path}${id === undefined ? '' : `/${encode(id)}`}${queryText(parameters)}`,
  })
  const moved = movedTo(exchange)
  return moved === undefined ? exchange : asked(moved)
}
