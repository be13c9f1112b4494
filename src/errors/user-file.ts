import { accessSync, closeSync, constants, existsSync, openSync, readSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { UserError, type Told } from './user-error.ts'

/** System errors about a file, in plain English. Any other code is not the user's mistake. */
const words: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EISDIR: 'it is a folder',
  ENOTDIR: 'there is a file where a folder is needed',
  EEXIST: 'there is a file where a folder is needed',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENAMETOOLONG: 'the name is too long',
  ERR_INVALID_ARG_VALUE: 'no file can have such a name',
  ELOOP: 'its symbolic links form a loop',
}

/** A system error about a file that the user named, as a UserError; every other error unchanged. */
export function fileError(error: unknown, done: 'read' | 'written', told: Told): unknown {
  const code = (error as NodeJS.ErrnoException | undefined)?.code
  const why = code === undefined ? undefined : words[code]
  return why === undefined ? error : new UserError(`cannot be ${done}: ${why}`, told)
}

/** Runs `work` on a file that the user named; its file errors become UserErrors. */
export function withFile<T>(done: 'read' | 'written', told: Told, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw fileError(error, done, told)
  }
}

/** No file that a person or the kit writes comes near it, but recordings, which are read entry by entry. In bytes. */
const fileAtMost = 64 * 1024 * 1024

/** A file as text, or what is at the end of a pipe; a device that never ends is read to the bound and no further. */
export const readUserFile = (file: string, todo?: string): string =>
  withFile('read', { file, todo }, () => {
    const opened = openSync(file, 'r')
    try {
      const pieces: Buffer[] = []
      const piece = Buffer.allocUnsafe(256 * 1024)
      for (let size = 0; ;) {
        const got = readSync(opened, piece)
        if (got === 0) return Buffer.concat(pieces).toString('utf8')
        size += got
        if (size > fileAtMost) throw new UserError(`it is larger than ${fileAtMost / 1024 / 1024} MB`, { file, todo })
        pieces.push(Buffer.from(piece.subarray(0, got)))
      }
    } finally {
      closeSync(opened)
    }
  })

/** Throws, before anything is read, if this is missing or is not a file. */
export function mustBeFile(file: string): void {
  withFile('read', { file }, () => {
    if (!statSync(file).isFile()) throw new UserError('cannot be read: it is not a file', { file })
  })
}

/** Throws if this exists and is not a folder, or is not writable. Creates nothing: the command may still refuse to start. */
export function mustTakeFiles(folder: string, option: string): void {
  const told = { file: `${option} ${folder}` }
  let there = resolve(folder)
  while (!existsSync(there)) there = dirname(there)
  withFile('written', told, () => {
    if (!statSync(there).isDirectory())
      throw new UserError(
        `cannot be written: ${there === resolve(folder) ? 'it' : there} is a file, not a folder`,
        told,
      )
    accessSync(there, constants.W_OK | constants.X_OK)
  })
}

/** The same for a file; its folder must exist. */
export function mustBeWritable(file: string, option: string): void {
  const told = { file: `${option} ${file}` }
  withFile('written', told, () => {
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
      throw new UserError('cannot be written: it is a folder', told)
    if (existsSync(file)) accessSync(file, constants.W_OK)
    else accessSync(dirname(resolve(file)), constants.W_OK | constants.X_OK)
  })
}
