import type { Api } from '../../src/clients/api.ts'

/** The last characters of a token: whoever compares only how tokens begin overlooks what is done to them. */
const tail = 8

const turned = (text: string): string =>
  text.replace(/[A-Za-z]/g, (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))

/** The token of an identity with the case of its last letters turned, which nobody issued; undefined if it has no letters. */
export async function turnedToken({ token }: Api): Promise<{ readonly value: string } | undefined> {
  const issued = await token.accessToken()
  const atTheEnd = `${issued.slice(0, -tail)}${turned(issued.slice(-tail))}`
  const value = atTheEnd === issued ? turned(issued) : atTheEnd
  return value === issued ? undefined : { value }
}
