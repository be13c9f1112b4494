import { Blocked, must, type Reply } from '../../src/kit/index.ts'

/** What the call of another identity is answered with; undefined if that identity gets no token. */
export async function unlessTokenless(send: () => Promise<Reply>): Promise<Reply | undefined> {
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
