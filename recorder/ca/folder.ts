import { mkdirSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

export interface CaFiles {
  readonly folder: string
  /** Key and certificate together, so that they can be put in place at once. */
  readonly own: string
  /** The certificate alone: what clients trust. */
  readonly pem: string
  readonly bundle: string
  /** A Java trust store that users are told to make. */
  readonly truststore: string
}

type Environment = Readonly<Record<string, string | undefined>>

/** Where the authority is kept: as asked for, else where the state of programs belongs. */
export function caFiles(asked: string | undefined, env: Environment = process.env): CaFiles {
  const state = env['XDG_STATE_HOME'] || join(homedir(), '.local', 'state')
  const folder = resolve(asked || env['FIELDPROOF_CA_DIR'] || join(state, 'fieldproof', 'ca'))
  return {
    folder,
    own: join(folder, 'ca-key.pem'),
    pem: join(folder, 'ca.pem'),
    bundle: join(folder, 'ca-bundle.pem'),
    truststore: join(folder, 'ca.p12'),
  }
}

export const makeFolder = (folder: string): void => void mkdirSync(folder, { recursive: true, mode: 0o700 })

/** Whoever reads the key can pose as any server to all who trust it. */
export function refuseOthers(path: string, mode: '700' | '600'): void {
  if (process.platform === 'win32') return
  const { mode: actual, uid } = statSync(path)
  if (uid !== process.getuid?.())
    throw new Error(
      `${path} belongs to another user: a certificate authority of one's own does not; name another folder with --ca-dir`,
    )
  if ((actual & 0o077) !== 0)
    throw new Error(
      `${path} is open to other users (mode ${(actual & 0o777).toString(8)}); close it: chmod ${mode} ${/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`}`,
    )
}
