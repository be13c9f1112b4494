import { closeSync, existsSync, openSync, readFileSync, realpathSync, rmSync, statSync, writeSync } from 'node:fs'
import { resolve } from 'node:path'
import { UserError } from '../errors/user-error.ts'
import { fileError } from '../errors/user-file.ts'

/** Locks of this process. An earlier process with the same id may have left one behind, too. */
const own = new Set<string>()

/** Keeps a second recorder away from a recording; the lock of a dead one is taken over. Returns the release function. */
export function lockRecording(file: string): () => void {
  const lock = `${soleName(file)}.lock`
  const take = (): void => {
    const handle = openSync(lock, 'wx', 0o600)
    writeSync(handle, `${process.pid}\n`)
    closeSync(handle)
  }
  try {
    take()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw fileError(error, 'written', { file })
    const holder = Number.parseInt(readFileSync(lock, 'utf8'), 10)
    if (own.has(lock) || isAlive(holder))
      throw new UserError(`another recorder (process ${holder}) is writing it`, {
        file,
        todo: `if none is running, remove ${file}.lock`,
      })
    rmSync(lock, { force: true })
    take()
  }
  own.add(lock)
  return () => {
    own.delete(lock)
    rmSync(lock, { force: true })
  }
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

function isAlive(pid: number): boolean {
  if (!(pid > 0) || pid === process.pid) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  return true
}
