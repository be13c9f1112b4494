import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import type { Target } from './target.ts'

/** Closes texts so that only who has the target file can read them. */
export interface Sealer {
  seal(text: string): string
  /** Undefined if it was sealed with another target file, or is none of ours. */
  open(sealed: string): string | undefined
}

const algorithm = 'aes-256-gcm'
const [saltBytes, ivBytes, tagBytes] = [16, 12, 16]

/**
 * Sealed with password and client secret of `identities.password`: whoever can open it could change that password anyway. The passwords that a run
 * tries could not be put back after a kill if its ledger knew nothing of them, and may not stand there as they are.
 */
export function sealer({ identities }: Pick<Target, 'identities'>): Sealer {
  const { client, password, username } = identities['password'] ?? {}
  const keys = new Map<string, Buffer>()
  const keyOf = (salt: Buffer): Buffer => {
    const known = keys.get(salt.toString('hex'))
    const made = known ?? scryptSync(JSON.stringify([username, password, client?.id, client?.secret]), salt, 32)
    keys.set(salt.toString('hex'), made)
    return made
  }
  const salt = randomBytes(saltBytes)
  return {
    seal(text) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv(algorithm, keyOf(salt), iv)
      const closed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([salt, iv, cipher.getAuthTag(), closed]).toString('base64')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64')
      const [ivAt, tagAt, textAt] = [saltBytes, saltBytes + ivBytes, saltBytes + ivBytes + tagBytes]
      if (bytes.length < textAt) return undefined
      try {
        const cipher = createDecipheriv(algorithm, keyOf(bytes.subarray(0, ivAt)), bytes.subarray(ivAt, tagAt))
        cipher.setAuthTag(bytes.subarray(tagAt, textAt))
        return Buffer.concat([cipher.update(bytes.subarray(textAt)), cipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}
