import { existsSync, realpathSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { lockFile } from '../errors/lock-file.ts'
import { UserError } from '../errors/user-error.ts'
import { withFile } from '../errors/user-file.ts'

/** Keeps a second recorder away from a recording; the lock of a dead one is taken over. Returns the release function. */
export function lockRecording(file: string): () => void {
  const lock = `${soleName(file)}.lock`
  const held = withFile('written', { file }, () => lockFile(lock))
  if (typeof held === 'number')
    throw new UserError(`another recorder (process ${held}) is writing it`, {
      file,
      todo: `if none is running, remove ${file}.lock`,
    })
  return held
}

/** The lock is beside the file, so the file must have one place: a symbolic link counts as the file that it leads to, a second name is refused. */
function soleName(file: string): string {
  const { nlink = 1 } = statSync(file, { throwIfNoEntry: false }) ?? {}
  if (nlink > 1)
    throw new UserError(`it has ${nlink} names (hard links), and another recorder may write it under another one`, {
      file,
      todo: 'record to a file of its own',
    })
  return existsSync(file) ? realpathSync(file) : resolve(file)
}
