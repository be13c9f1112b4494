import type { Answer } from '../../src/clients/answer.ts'
import { must } from '../../src/kit/must.ts'
import { objectOf } from '../../src/kit/object-of.ts'
import { messages } from './passwords.ts'

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

/** Refused with one of these codes, and with the text that belongs to the code. The status is not shown. */
export function refusedWith(answer: Answer, codes: readonly string[]): void {
  const told = errorsOf(answer).find(({ error }) => codes.includes(String(error)))
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
