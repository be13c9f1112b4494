import { answeredJson } from './answered-records.ts'
import { advanceClock } from '../target/advance-clock.ts'
import { basicAuth, formBody } from '../target/identities.ts'
import type { TriedPassword } from '../target/ledger.ts'
import { longestPasswordAge } from '../target/need-table.ts'
import type { Scope } from '../target/scope.ts'
import type { Target } from '../target/target.ts'
import type { Transport } from '../target/transport.ts'

interface PasswordBroom {
  readonly target: Target
  readonly transport: Transport
  readonly scope: Scope
  /** New passwords that the run asked for, in that order. */
  readonly tried: readonly TriedPassword[]
  wait(ms: number): Promise<void>
  /** The target's clock was set forward. */
  noteClockAdvanced(ms: number): void
}

/** What to tell the user; `secret` is for the terminal alone. */
export interface NotPutBack {
  readonly told: string
  readonly secret?: string
}

/** So many of the passwords that were tried are tried again as the one in force: a target may lock out who tries more. */
const guessesAtMost = 8
/** Longest history of former passwords that is tried if the target file declares none. */
const historyAtMost = 12
const minuteMs = 60_000

/**
 * Looks whether `identities.password` has the password of the target file, and gives it back if a check, or a run that was killed, left another one
 * in force: past the policy's history and minimum age. Undefined if all is as it was.
 */
export async function putPasswordBack(broom: PasswordBroom): Promise<NotPutBack | undefined> {
  const { target, tried } = broom
  const identity = target.identities['password']
  if (tried.length === 0 || !identity?.username || identity.password === undefined) return undefined
  const original = identity.password
  try {
    if (await logsIn(original, broom)) return undefined
    const current = await inForce(broom)
    if (current === undefined)
      return {
        told: `the password of identities.password is not that of the target file, and none that the run tried: ${advice}`,
      }
    const why = await changeBack(current, original, broom)
    return why && { told: `${notBack} (${why.because}): ${advice}`, secret: secretLine(why.current) }
  } catch (error) {
    const because = error instanceof Error ? error.message : String(error)
    const last = tried.findLast(({ changed }) => changed) ?? tried.at(-1)
    return {
      told: `whether identities.password has the password of the target file could not be found out (${because}): ${advice}`,
      ...(last ? { secret: `the last password asked for: ${secretLine(last.password)}` } : {}),
    }
  }
}

const notBack = 'the password of identities.password was changed and could not be put back'
const advice =
  'set it to that of the target file where the users of the target are kept, or put the one in force into the target file (the terminal shows it if it is known)'
const secretLine = (password: string) => `identities.password has the password ${password}`

/** Of the passwords that the run tried the one that opens: those that the target said it had taken first, the latest first. */
async function inForce(broom: PasswordBroom): Promise<string | undefined> {
  // An empty one could not be unsealed: that takes the target file of that run.
  const latest = broom.tried.filter(({ password }) => password !== '').toReversed()
  const likely = [true, undefined, false].flatMap((how) => latest.filter(({ changed }) => changed === how))
  for (const password of new Set(likely.map((one) => one.password).slice(0, guessesAtMost)))
    if (await logsIn(password, broom)) return password
  return undefined
}

async function changeBack(
  from: string,
  to: string,
  broom: PasswordBroom,
): Promise<{ readonly because: string; readonly current: string } | undefined> {
  const { history = historyAtMost } = broom.target.passwordPolicy ?? {}
  let [current, because, wasTooFresh] = [from, '', false]
  for (let spent = 0; spent <= history + 1;) {
    await oldEnough(broom)
    const answer = await change(current, to, broom)
    if (answer.isChanged && (await logsIn(to, broom))) return undefined
    because = answer.words
    if (answer.code === 'MC-12' && !wasTooFresh) {
      wasTooFresh = true
      await broom.wait(longestPasswordAge)
    } else if (answer.code === 'MC-05') {
      spent += 1
      const next = ofNoHistory(broom.target, spent)
      if ((await change(current, next, broom)).isChanged) current = next
    } else break
  }
  return { because, current }
}

/** A password of all kinds of characters, as long as the policy wants. */
function ofNoHistory({ passwordPolicy: policy = {} }: Target, turn: number): string {
  const some = (characters: string, wanted = 0, usual: number) =>
    characters.repeat(Math.ceil(Math.max(wanted, usual) / characters.length)).slice(0, Math.max(wanted, usual))
  const digits = `${turn}${Date.now() % 1_000_000}`
  const made = `${some('QWZXK', policy.minUpper, 3)}${some('vjgphq', Math.max(policy.minLower ?? 0, policy.minLetters ?? 0), 6)}${some(digits, policy.minDigits, 7)}${some('#!;-', policy.minSpecial, 2)}`
  return made + some('k', (policy.minLength ?? 0) - made.length, 0)
}

/** Waits out a declared minimum age, or sets the clock forward by it. */
async function oldEnough({ target, wait, noteClockAdvanced }: PasswordBroom): Promise<void> {
  const age = target.passwordPolicy?.minAgeMs ?? 0
  if (age === 0) return
  if (target.has.includes('clock')) {
    await advanceClock(target, age + minuteMs)
    noteClockAdvanced(age + minuteMs)
  } else if (age <= longestPasswordAge) await wait(age + 500)
}

async function change(
  from: string,
  to: string,
  broom: PasswordBroom,
): Promise<{ readonly isChanged: boolean; readonly code: string; readonly words: string }> {
  const username = broom.target.identities['password']?.username
  const answer = await post('change_password', { username, old_password: from, new_password: to }, broom)
  const told = answer.json['errors'] ?? answer.json
  const [first] = (Array.isArray(told) ? told : [told]) as ReadonlyArray<{ error?: unknown } | undefined>
  const code = typeof first?.error === 'string' ? first.error : ''
  const isChanged = answer.status >= 200 && answer.status < 300 && code === ''
  return { isChanged, code, words: `status ${answer.status}${code && ` ${code}`}` }
}

/** Throws where the answer tells neither: a token service that is down has refused no password. */
async function logsIn(password: string, broom: PasswordBroom): Promise<boolean> {
  const username = broom.target.identities['password']?.username
  const { status, json } = await post('token', { grant_type: 'password', username, password }, broom)
  if (status === 200 && typeof json['access_token'] === 'string') return true
  if (status === 400 || status === 401 || (status < 500 && typeof json['error'] === 'string')) return false
  throw new Error(`a login is answered with ${status}`)
}

async function post(
  path: string,
  form: Readonly<Record<string, string | undefined>>,
  { target, transport, scope }: PasswordBroom,
): Promise<{ readonly status: number; readonly json: Readonly<Record<string, unknown>> }> {
  const { client } = target.identities['password'] as Target['identities'][string]
  const { response } = await transport.send(
    {
      method: 'POST',
      many: true,
      url: `${target.addresses.auth}${target.basePaths.token}/${path}`,
      headers: [
        ['Authorization', basicAuth(client)],
        ['Content-Type', 'application/x-www-form-urlencoded'],
        ['Accept', 'application/json'],
      ],
      body: Buffer.from(formBody(form)),
    },
    scope,
  )
  if (!response) throw new Error('no answer')
  return { status: response.status, json: answeredJson(response) ?? {} }
}
