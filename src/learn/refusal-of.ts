import { isObject } from '../exchange/json.ts'
import { holdsPlaceholder } from '../redact/placeholder.ts'
import type { Refusal } from './learned.ts'

const code = /\b[A-Z]{2,4}-\d{1,5}\b/
const word = /^[A-Za-z][A-Za-z_-]{0,39}(?:-\d{1,5})?$/

/** The error word and the code of a refusal, wherever they stand in it; texts are left where they are. */
export function refusalOf(status: number, body: unknown): Refusal | undefined {
  if (Array.isArray(body)) return body.length > 0 ? refusalOf(status, body[0]) : undefined
  if (!isObject(body)) return undefined
  const inner = ['error', 'errors'].map((name) => body[name]).find((value) => isObject(value) || Array.isArray(value))
  const own = told(status, body)
  return own ?? (inner === undefined ? undefined : refusalOf(status, inner))
}

function told(status: number, body: Readonly<Record<string, unknown>>): Refusal | undefined {
  const error = wordIn(body['error'])
  const found =
    ['error', 'code', 'errorCode', 'error_code', 'message', 'error_description']
      .map((name) => codeIn(body[name]))
      .find((value) => value !== undefined) ??
    wordIn(body['code']) ??
    wordIn(body['errorCode']) ??
    wordIn(body['error_code'])
  if (error === undefined && found === undefined) return undefined
  return {
    status,
    ...(error === undefined ? {} : { error }),
    ...(found === undefined || found === error ? {} : { code: found }),
  }
}

const wordIn = (value: unknown): string | undefined =>
  typeof value === 'string' && word.test(value) && !holdsPlaceholder(value) ? value : undefined

const codeIn = (value: unknown): string | undefined => {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value < 100_000) return String(value)
  return typeof value === 'string' ? code.exec(value.slice(0, 200))?.[0] : undefined
}
