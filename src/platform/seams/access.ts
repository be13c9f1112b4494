import { randomBytes } from 'node:crypto'

interface TokenFacts {
  readonly account: { readonly id: number; readonly name: string }
  readonly user?: { readonly id: number; readonly name: string }
}

/** Effects of the access side, by group. */
export const accessSeams = {
  tokens: {
    /** A new secret: an access token or an authorization code. */
    mint: (_of?: TokenFacts): string => randomBytes(20).toString('hex'),
  },
}
