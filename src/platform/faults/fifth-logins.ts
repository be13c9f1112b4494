import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import type { PlatformRequest } from '../http/message.ts'
import { passwordRules } from '../rulebook/password.ts'
import type { Account, User, World } from '../world/types.ts'
import { isWell, jsonIn, passing, withBody } from './passing.ts'
import { answeringLogins, clientIn, formIn, isPasswordChange, isToken } from './token-calls.ts'

const memory = perHouse(() => ({
  /** Passwords that were changed, by user name, and the client that did it. */
  changed: new Map<string, { by: string; old: string; now: string }>(),
}))

const withForm = (request: PlatformRequest, changes: Readonly<Record<string, string>>): PlatformRequest => {
  const form = formIn(request)
  for (const [name, value] of Object.entries(changes)) form.set(name, value)
  return withBody(request, Buffer.from(form.toString()))
}
const partsOf = (username: string): [account: string, user: string | undefined] => {
  const slash = username.indexOf('/')
  return slash < 0 ? [username, undefined] : [username.slice(0, slash), username.slice(slash + 1)]
}
const userIn = ({ accounts }: World, form: URLSearchParams): { account?: Account; user?: User } => {
  const [accountName, userName] = partsOf(form.get('username') ?? '')
  const account = accounts.find(({ name }) => name === accountName)
  const user = account?.users.find(({ name }) => name === userName)
  return { ...(account ? { account } : {}), ...(user ? { user } : {}) }
}
const errorOf = (response: { readonly body: Buffer }): unknown => jsonIn(response)?.['error']

/** A fault of logins after a change of the password: which password stands for the one that was sent; undefined forgets the change. */
const afterChange = (
  id: string,
  says: string,
  stands: (sent: string, by: string, change: { by: string; old: string; now: string }) => string | undefined,
): Fault =>
  passing(id, ['A-PWD-16'], says, async (request, go, { house }) => {
    const { changed } = memory(house)
    const form = formIn(request)
    const username = form.get('username') ?? ''
    if (isPasswordChange(request)) {
      const response = await go(request)
      if (isWell(response) && jsonIn(response)?.['expires_in'] !== undefined)
        changed.set(username, {
          by: clientIn(request),
          old: form.get('old_password') ?? '',
          now: form.get('new_password') ?? '',
        })
      return response
    }
    const change = isToken(request) && username.includes('/') ? changed.get(username) : undefined
    if (!change) return go(request)
    const meant = stands(form.get('password') ?? '', clientIn(request), change)
    if (meant === undefined) changed.delete(username)
    return go(meant === undefined ? request : withForm(request, { password: meant }))
  })

/** Quiet breaches of logins and passwords that a fifth reader of the document thought up. */
export const fifthLoginFaults: readonly Fault[] = [
  passing(
    'user-found-under-other-account',
    ['A-TOK-33', 'A-TOK-06'],
    'A user of an account is let in under the name of another account, if no other account has a user of that name.',
    (request, go, { house }) => {
      if (!isToken(request)) return go(request)
      const form = formIn(request)
      const [, name] = partsOf(form.get('username') ?? '')
      const { account, user } = userIn(house.world, form)
      const owners = house.world.accounts.filter(({ users }) => users.some((known) => known.name === name))
      return go(
        account && !user && owners.length === 1
          ? withForm(request, { username: `${owners[0]?.name}/${name}` })
          : request,
      )
    },
  ),
  answeringLogins(
    'unknown-user-401',
    ['A-TOK-33'],
    'An unknown user of an account that there is gets invalid_grant with 401.',
    (response, form, _request, { world }) => {
      const { account, user } = userIn(world, form)
      return errorOf(response) === 'invalid_grant' && account && !user && form.get('username')?.includes('/')
        ? { ...response, status: 401 }
        : response
    },
  ),
  afterChange(
    'old-password-until-first-login',
    'The old password yields tokens until the new one was used.',
    (sent, _by, { old, now }) => (sent === now ? undefined : sent === old ? now : sent),
  ),
  afterChange(
    'password-changed-for-own-client',
    'A change of the password holds for the client that made it; others take the old one.',
    (sent, by, { by: changer, old, now }) => (by === changer ? sent : sent === old ? now : sent === now ? old : sent),
  ),
  {
    id: 'too-short-password-stored',
    breaks: ['A-PWD-17'],
    says: 'A password that is refused as too short is stored.',
    rule: { password: { stores: (outcome, code) => outcome === 'changed' || code === 'MC-06' } },
  },
  passing(
    'new-password-stored-encoded',
    ['A-PWD-01', 'A-PWD-16'],
    'change_password stores a new password as it stands encoded in the form.',
    (request, go) => {
      const raw = isPasswordChange(request)
        ? /(?:^|&)new_password=([^&]*)/.exec(request.body.toString('utf8'))?.[1]
        : undefined
      return go(raw === undefined ? request : withForm(request, { new_password: raw }))
    },
  ),
  {
    id: 'mc11-as-mc09',
    breaks: ['A-PWD-07', 'A-PWD-09'],
    says: 'The code MC-09 is returned instead of MC-11.',
    rule: { password: { code: (code) => (code === 'MC-11' ? 'MC-09' : code) } },
  },
  {
    id: 'mc07-values-scalar',
    breaks: ['A-PWD-03', 'A-PWD-11'],
    says: 'values of MC-07 is the bare number.',
    rule: {
      password: {
        values: (needed, code) => (code === 'MC-07' ? needed : passwordRules.password.values(needed, code)),
      },
    },
  },
  {
    id: 'mc05-in-oauth-form',
    breaks: ['A-PWD-03', 'A-PWD-13'],
    says: 'MC-05 comes in the form of an OAuth error.',
    rule: {
      password: {
        error: (body) => (body['error'] === 'MC-05' ? { error: 'MC-05', error_description: body['message'] } : body),
      },
    },
  },
]
