import { createInterface } from 'node:readline/promises'
import { UserError } from '../errors/user-error.ts'

/** What the options of init and a recording tell. */
export interface KnownAnswers {
  readonly name?: string
  readonly auth?: string
  readonly directory?: string
  readonly base?: string
  readonly account?: string
  readonly company?: string
  readonly user?: string
  readonly clientId?: string
  readonly clientVersion?: string
}
export type Answers = KnownAnswers & Readonly<Record<'auth' | 'directory' | 'account' | 'company' | 'clientId', string>>

/** What is asked for, in this order: the option that answers it, and what is proposed. */
const questions = [
  { key: 'auth', flag: '--auth', asks: 'Address of the token service' },
  { key: 'directory', flag: '--directory', asks: 'Address of the directory service', as: 'auth' },
  { key: 'account', flag: '--account', asks: 'Account' },
  { key: 'company', flag: '--company', asks: 'Company' },
  { key: 'user', flag: '--user', asks: 'User to log in as (empty: the client itself)', mayBeEmpty: true },
  { key: 'clientId', flag: '--client-id', asks: 'Client id' },
] as const

/** Asks for what is not known, on a terminal. */
export async function asked(
  known: KnownAnswers,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): Promise<Answers> {
  const given: Record<string, string | undefined> = { ...known }
  const asking = createInterface({ input, output })
  try {
    for (const question of questions) {
      if (given[question.key] !== undefined) continue
      const proposed = 'as' in question ? given[question.as] : undefined
      const mayBeEmpty = 'mayBeEmpty' in question || proposed !== undefined
      let answer = ''
      do answer = (await asking.question(`${question.asks}${proposed ? ` [${proposed}]` : ''}: `)).trim()
      while (answer === '' && !mayBeEmpty)
      given[question.key] = answer || proposed
    }
  } finally {
    asking.close()
  }
  return given as unknown as Answers
}

/** Where there is nobody to ask: a missing answer is the user's mistake. */
export function withoutAsking(known: KnownAnswers): Answers {
  const given: KnownAnswers = { ...known, directory: known.directory ?? known.auth }
  const missing = questions.filter(({ key, ...more }) => given[key] === undefined && !('mayBeEmpty' in more))
  if (missing.length > 0)
    throw new UserError(
      `there is no terminal to ask on, and ${missing.map(({ flag }) => flag).join(', ')} is missing`,
      {
        todo: 'give it, or --from a recording that shows it',
      },
    )
  return given as Answers
}
