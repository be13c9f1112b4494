import type { Answer } from '../../src/clients/answer.ts'
import { must } from '../../src/kit/must.ts'
import { Unexercised } from '../../src/kit/unexercised.ts'
import { objectOf } from '../../src/kit/object-of.ts'
import type { PasswordPolicy } from '../../src/target/target.ts'
import { messages, rules, type Rule } from './passwords.ts'

interface PasswordError {
  readonly error?: unknown
  readonly message?: unknown
  readonly values?: unknown
}

/** The errors of an answer: the one it names, then any nested below it. */
export function errorsOf(answer: Answer): PasswordError[] {
  const { children, ...first } = objectOf(answer)
  const nested = Array.isArray(children)
    ? (children as PasswordError[]).filter((child) => typeof child === 'object' && child !== null)
    : []
  return first['error'] === undefined ? nested : [first, ...nested]
}

export const firstErrorOf = (answer: Answer): PasswordError => errorsOf(answer)[0] ?? {}

/** The rule of a policy that a refusal tells, be it below an error that tells none, and its number. */
function ruleTold(
  answer: Answer,
  policy: PasswordPolicy,
): { readonly code: string; readonly number: number; readonly told: PasswordError } {
  for (const told of errorsOf(answer)) {
    const [rule, code] = Object.entries(rules).find(([, known]) => known === told.error) ?? []
    const number = policy[rule as Rule]
    if (code !== undefined && number !== undefined) return { code, number, told }
  }
  mustTellMore(answer)
  throw new Unexercised('the refusal tells no rule of the policy: which one it tells is not shown (A-PWD-15)')
}

/** The number of the rule that a refusal tells stands in values, or in the message (A-PWD-14). */
export function mustTellNumber(answer: Answer, policy: PasswordPolicy): void {
  const { code, number, told } = ruleTold(answer, policy)
  const tells =
    (Array.isArray(told.values) && told.values.some((value) => Number(value) === number)) ||
    new RegExp(String.raw`\b${number}\b`).test(String(told.message).replace(/^MC-\d+/, ''))
  must.hold(`the number ${number} of ${code} in values, or in the message`, tells, told)
}

/**
 * A password that was set a short while before the run may be told to be too fresh, whatever else is wrong with the next one: what is behind MC-12
 * and which error goes first are not shown (A-PWD-15). Then nothing else is told of the trial.
 */
function mustTellMore(answer: Answer): void {
  const { error, message } = firstErrorOf(answer)
  if (error !== 'MC-12') return
  must.match('the message of MC-12', message, messages['MC-12'] ?? /^/)
  throw new Unexercised('the password of identities.password is too fresh to change (MC-12), and no other rule is told')
}

/** Refused with one of these codes, and with the text that belongs to the code. The status is not shown. */
export function refusedWith(answer: Answer, codes: readonly string[]): void {
  const told = errorsOf(answer).find(({ error }) => codes.includes(String(error)))
  if (!told) mustTellMore(answer)
  must.present(`error ${codes.join(' or ')}`, told, answer)
  const code = String(told?.error)
  const text = messages[code]
  must.match(`the message of ${code}`, told?.message, text ?? /^/)
}

/** A wrong old password: which of three errors tells it, and with which status, is not shown (A-PWD-15); the words of each are. */
export function wrongOldTold(answer: Answer): void {
  if (objectOf(answer)['error'] === 'invalid_grant')
    must.refused(answer, answer.status === 401 ? 401 : 400, 'invalid_grant', /^bad credentials$/i)
  else refusedWith(answer, ['MC-14', 'MC-13'])
}

/** Whatever the reason for a refusal: a documented code comes with its text, and a documented text with its code. Other errors are not judged. */
export function pairHolds(answer: Answer): void {
  const { error, message } = firstErrorOf(answer)
  must.be('error', error, 'a text', answer)
  const text = messages[String(error)]
  if (text) return must.match(`the message of ${String(error)}`, message, text)
  const owner = Object.entries(messages).find(([, stated]) => typeof message === 'string' && stated.test(message))?.[0]
  must.hold(`error ${owner ?? 'word'} with this message`, owner === undefined, `${String(error)}: ${String(message)}`)
}
