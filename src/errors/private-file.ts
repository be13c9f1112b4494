import { closeSync, constants, fchmodSync, lstatSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { withFile } from './user-file.ts'
import { UserError } from './user-error.ts'

const { O_CREAT, O_NOFOLLOW = 0, O_TRUNC, O_WRONLY } = constants

/** What runs write down is for their user alone, and goes where its name says: never through a link that somebody else put there. */
function mustBeNoLink(file: string): void {
  if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new UserError('cannot be written: it is a symbolic link', { file })
}

/** Opens a file for writing, empty, readable by its user alone; a link there is refused. Returns its descriptor. */
export const openPrivate = (file: string): number =>
  withFile('written', { file }, () => {
    mustBeNoLink(file)
    const opened = openSync(file, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o600)
    fchmodSync(opened, 0o600)
    return opened
  })

/** Writes a file that appears whole or not at all, readable by its user alone; a link there is refused. */
export function writePrivate(file: string, text: string): void {
  withFile('written', { file }, () => {
    mustBeNoLink(file)
    const part = `${file}.part`
    rmSync(part, { force: true })
    const opened = openSync(part, 'wx', 0o600)
    try {
      writeSync(opened, text)
    } finally {
      closeSync(opened)
    }
    renameSync(part, file)
  })
}
