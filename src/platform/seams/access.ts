import { randomBytes } from 'node:crypto'

/** Effects of the access side, by group. */
export const accessSeams = {
  tokens: {
    /** A new secret: an access token or an authorization code. */
    mint: (): string => randomBytes(20).toString('hex'),
  },
}
