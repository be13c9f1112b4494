import type { Answer } from '../../../src/clients/answer.ts'
import type { Mismatch } from '../../../src/kit/mismatch.ts'
import { show } from '../../../src/kit/show.ts'

/** The refusal of a stale lastChanged (A-DAT-20): the documents do not fix letter case, a code before the text or further values. */
export function lockRefusalMismatch(answer: Answer, stored: number): Mismatch | undefined {
  const body = answer.json as { error?: unknown; message?: unknown; values?: unknown } | undefined
  const first: unknown = Array.isArray(body?.values) ? body.values[0] : undefined
  const worded = typeof body?.message === 'string' && /resource concurrent modification detected/i.test(body.message)
  const named = (typeof first === 'number' || (typeof first === 'string' && first !== '')) && Number(first) === stored
  if (answer.status === 409 && body?.error === 'CA-27' && worded && named) return undefined
  const expected = `status 409 with error CA-27, the message resource concurrent modification detected and the stored lastChanged ${stored} first in values`
  return {
    expected,
    actual: `status ${answer.status} with ${answer.text === '' ? 'an empty body' : show(answer.text)}`,
  }
}
