import type { Api } from '../../src/clients/api.ts'

/** The token of an identity with the case of every letter turned, which nobody issued; undefined if it has no letters. */
export async function turnedToken({ token }: Api): Promise<{ readonly value: string } | undefined> {
  const issued = await token.accessToken()
  const value = issued.replace(/[A-Za-z]/g, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
  return value === issued ? undefined : { value }
}
