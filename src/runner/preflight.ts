import type { Answer } from '../clients/answer.ts'
import type { TokenApi } from '../clients/token.ts'
import { objectOf } from '../kit/object-of.ts'
import { namesOf, sameName } from '../kit/names.ts'
import { UserError } from '../errors/user-error.ts'
import { createSession } from '../session/session.ts'
import { Blocked } from '../target/blocked.ts'
import type { Target } from '../target/target.ts'
import { Unreachable } from '../target/unreachable.ts'
import { mustBeHeard } from './silence.ts'

interface Options {
  /** Identities besides the default one that have to get in. */
  readonly logins?: readonly string[]
  readonly withinMs?: number | undefined
  /** Timeout for one request, if it is not that of the transport. */
  readonly deadlineMs?: number | undefined
}

/**
 * A few requests before the first check: do the identities that it takes get in, and does the Data API know the account and the company of the
 * target file? A wrong password throws Unreachable; a wrong account or company throws UserError, but only where the token response and the
 * Data API agree: one of them alone may be what is broken. A login that twice has no answer throws Unreachable, and so does a cluster that
 * leaves two different reads without one. What else is not answered within a time is left to the checks.
 */
export async function preflight(
  target: Target,
  secrets: readonly string[],
  { logins = [], withinMs, deadlineMs }: Options = {},
): Promise<void> {
  const file = target.file ?? 'the target file'
  const session = createSession({ target, secrets, seed: 1, rerun: (id) => id, ...(deadlineMs ? { deadlineMs } : {}) })
  const { context, scope } = session.contextFor('preflight')
  const { api, as } = context
  const late = withinMs && setTimeout(() => void session.stop('the time is up', 0), withinMs)
  try {
    const login = await mustBeHeard({ what: 'a login', send: () => api.token.obtain(), at: 'auth' }, target, scope)
    if (isRefused(login)) await mustLogIn(target, 'admin', api.token, login)
    for (const name of login.status === 200 ? logins : []) {
      const other = await as(name).token.obtain()
      if (isRefused(other)) await mustLogIn(target, name, as(name).token, other)
    }
    const told = objectOf(login)
    const resource = Object.keys(target.dtos)[0]
    if (login.status !== 200 || resource === undefined) return
    const list = () => api.data.list(resource, { query: { pageSize: '1' } })
    const then = { what: 'the list of companies', send: () => api.company.list('application/json') }
    const answer: Answer = await mustBeHeard(
      { what: `a list of ${resource}`, send: list, at: 'base', then },
      target,
      scope,
    )
    if (answer.status < 400 || answer.status >= 500) return
    const identity = target.identities['admin']
    const [account, company] = [identity?.account ?? target.account, identity?.company ?? target.company]
    const companies = namesOf(told['companies'])
    if (typeof told['account'] === 'string' && !sameName(told['account'], account))
      throw new UserError(`account ${account} is refused, and the token is one of account ${told['account']}`, {
        file,
        todo: `set account: ${told['account']}, or log in as a user of ${account}`,
      })
    if (companies.length > 0 && !companies.some((one) => sameName(one, company)))
      throw new UserError(`company ${company} is refused, and the token is not one of its users`, {
        file,
        todo: `set company to one of the token's: ${companies.join(', ')}`,
      })
  } catch (error) {
    // A target that gives no answer here is judged by the checks.
    if (!(error instanceof Blocked)) throw error
  } finally {
    clearTimeout(late)
    await session.close()
  }
}

/** Only a refusal of the credentials counts: any other answer is for the checks to judge. */
const isRefused = (login: Answer): boolean =>
  (login.status === 400 || login.status === 401) && /^invalid_(?:grant|client)$/.test(String(objectOf(login)['error']))

/** Throws Unreachable, unless the credentials are taken in the other place that they may stand in: then it is the target that is wrong about the first. */
async function mustLogIn(target: Target, name: string, token: TokenApi, login: Answer): Promise<void> {
  const { id, secret } = target.identities[name]?.client ?? {}
  const inForm = await token.obtain({ client_id: id, client_secret: secret }, { client: 'none' })
  if (inForm.status === 200) return
  const file = target.file ?? 'the target file'
  throw new Unreachable(
    `identities.${name} cannot log in: status ${login.status} ${String(objectOf(login)['error'])}; check its client, username and password in ${file}${name === 'admin' ? '' : `, or take identities.${name} out to judge without it`}`,
  )
}
