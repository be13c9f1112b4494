import { webcrypto } from 'node:crypto'

export const curve = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

export const newKeys = (): Promise<webcrypto.CryptoKeyPair> =>
  webcrypto.subtle.generateKey(curve, true, ['sign', 'verify'])

export async function keyToPem(key: webcrypto.CryptoKey): Promise<string> {
  const bytes = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key)).toString('base64')
  return `-----BEGIN PRIVATE KEY-----\n${(bytes.match(/.{1,64}/g) ?? []).join('\n')}\n-----END PRIVATE KEY-----\n`
}

/** The one block of this kind in a text of several. */
export const blockOf = (text: string, kind: 'PRIVATE KEY' | 'CERTIFICATE'): string | undefined =>
  new RegExp(`-----BEGIN ${kind}-----[A-Za-z0-9+/=\\s]+-----END ${kind}-----`).exec(text)?.[0]

export const keyFromPem = (pem: string): Promise<webcrypto.CryptoKey> =>
  webcrypto.subtle.importKey('pkcs8', Buffer.from(pem.replace(/-----[A-Z ]+-----/g, ''), 'base64'), curve, false, [
    'sign',
  ])
