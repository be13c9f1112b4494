import type { Answer, Dto } from '../../src/clients/answer.ts'
import { isObjection, type Context } from '../../src/kit/index.ts'

/**
 * A PUT, and what it sent in the end. 403 is listed for it without a condition (B-USR-19): where one that brings another e-mail is refused, the one
 * that the user has is sent.
 */
export async function putTaken(
  { api }: Pick<Context, 'api'>,
  { id, email }: { readonly id: string; readonly email: unknown },
  sent: Dto,
): Promise<{ readonly answer: Answer; readonly sent: Dto }> {
  const answer = await api.user.replace(id, sent)
  if (!isObjection(answer) || sent['email'] === email) return { answer, sent }
  const kept = { ...sent, email }
  return { answer: await api.user.replace(id, kept), sent: kept }
}
