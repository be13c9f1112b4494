import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import type { CaFiles } from './folder.ts'

export interface Removed {
  readonly subject: string
  readonly fingerprint: string
}

/** Deletes the authority; tells which it was, since stores that trust it are not ours to change. */
export function removeAuthority({ folder, own, pem, bundle, truststore }: CaFiles): Removed | undefined {
  if (!existsSync(own) && !existsSync(pem)) return undefined
  let removed: Removed = { subject: 'unreadable', fingerprint: 'unreadable' }
  try {
    const { subject, fingerprint256 } = new X509Certificate(readFileSync(existsSync(pem) ? pem : own))
    removed = { subject: subject.split('\n').join(', '), fingerprint: fingerprint256 }
  } catch {
    /* Not readable, and going anyway. */
  }
  for (const file of [own, pem, bundle, truststore]) rmSync(file, { force: true })
  // The folder is the user's where anything else is in it.
  try {
    rmdirSync(folder)
  } catch {
    /* Not empty. */
  }
  return removed
}
