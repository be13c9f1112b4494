import { UserError } from '../errors/user-error.ts'
import { parseTarget } from './load.ts'
import { missingNeeds } from './needs.ts'
import { newTargetFile, type Guesses, type NewTarget } from './new-file.ts'

export interface TargetAnswers {
  readonly name?: string
  readonly auth: string
  readonly directory: string
  readonly base?: string
  readonly account: string
  readonly company: string
  /** Without one, the client logs in itself. */
  readonly user?: string
  readonly clientId: string
  readonly clientVersion?: string
  readonly dtos?: NewTarget['dtos']
  readonly writes?: boolean
  readonly guesses?: Guesses
}

const [clientSecret, password] = ['CLIENT_SECRET', 'ADMIN_PASSWORD']

/**
 * The text of a target file that these answers make, and the environment variables that it takes secrets from. An answer that the schema
 * refuses is the user's mistake.
 */
export function newTarget(answers: TargetAnswers, file: string): { text: string; secrets: readonly string[] } {
  const { auth, directory, base, account, company, user, clientId, clientVersion = '1.0', dtos = {}, writes } = answers
  for (const [flag, address] of Object.entries({ auth, directory, base }))
    if (address !== undefined && !(/^https?:/.test(address) && URL.canParse(address)))
      throw new UserError(`--${flag} ${address} is no address`, {
        todo: `give one such as https://${flag}.example.org`,
      })
  const client = { id: clientId, secret: `\${${clientSecret}}`, version: clientVersion }
  const held: NewTarget = {
    name: answers.name ?? new URL(base ?? directory).hostname,
    addresses: { auth, directory, ...(base ? { base } : {}) },
    account,
    company,
    identities: {
      admin: user
        ? {
            grant: 'password',
            client,
            username: user.includes('/') ? user : `${account}/${user}`,
            password: `\${${password}}`,
          }
        : { grant: 'client_credentials', client },
    },
    ...(Object.keys(dtos).length > 0 ? { dtos } : {}),
    ...(writes === false ? { writes } : {}),
  }
  const target = parseTarget(held, file)
  return {
    text: newTargetFile(held, missingNeeds(target), answers.guesses),
    secrets: user ? [clientSecret, password] : [clientSecret],
  }
}
