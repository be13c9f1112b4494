import type { Answer } from '../../src/clients/answer.ts'
import { Blocked, must, type Reply } from '../../src/kit/index.ts'

/** What the call of another identity is answered with; undefined if that identity gets no token. */
export async function unlessTokenless<Told extends Reply>(send: () => Promise<Told>): Promise<Told | undefined> {
  try {
    return await send()
  } catch (error) {
    if (error instanceof Blocked) return undefined
    throw error
  }
}

/** No token, or a refusal: where missing privileges show, and with which status, is not said (B-PRV-05). */
export async function mustLackPrivileges(send: () => Promise<Reply>): Promise<void> {
  const reply = await unlessTokenless(send)
  if (reply) must.refused4xx(reply)
}

/** A success with JSON: a proxy may answer what it does not know with a page of its own. */
export const isList = ({ status, json }: Answer): boolean => status >= 200 && status < 300 && json !== undefined
