import { mkdirSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { UserError } from '../../src/errors/user-error.ts'
import { withFile } from '../../src/errors/user-file.ts'

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

/** Where the authority is kept: the folder given, else under $XDG_STATE_HOME. */
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

export const makeFolder = (folder: string): void =>
  withFile('written', { file: folder }, () => void mkdirSync(folder, { recursive: true, mode: 0o700 }))

/** Whoever reads the key can pose as any server to all who trust it. */
export function refuseOthers(path: string, mode: '700' | '600'): void {
  if (process.platform === 'win32') return
  const { mode: actual, uid } = statSync(path)
  if (uid !== process.getuid?.())
    throw new UserError('it belongs to another user', { file: path, todo: 'name a folder of your own with --ca-dir' })
  if ((actual & 0o077) !== 0)
    throw new UserError(`other users can open it (mode ${(actual & 0o777).toString(8)})`, {
      file: path,
      todo: `close it: chmod ${mode} ${/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`}`,
    })
}
