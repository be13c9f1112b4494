import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'

/** Locks of this process. An earlier process with the same id may have left one behind, too. */
const own = new Set<string>()

/**
 * Makes this process the only one to hold a lock; one that a dead process left behind is taken over. Returns what releases it, or the id of the
 * process that holds it. System errors are thrown as they are.
 */
export function lockFile(lock: string): (() => void) | number {
  for (let tries = 0; ; tries += 1) {
    try {
      take(lock)
      own.add(lock)
      return () => {
        own.delete(lock)
        rmSync(lock, { force: true })
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || tries > 2) throw error
    }
    const holder = holderOf(lock)
    if (holder !== undefined) return holder
    rmSync(lock, { force: true })
  }
}

/** The living process that holds a lock, if one does. */
export function holderOf(lock: string): number | undefined {
  if (own.has(lock)) return process.pid
  let words: readonly string[]
  try {
    words = readFileSync(lock, 'utf8').trim().split(' ')
  } catch {
    return undefined
  }
  const [id = '', host = '', start = ''] = words
  const pid = Number.parseInt(id, 10)
  // Containers count their processes from 1 each: the same number on another host, or begun at another time, is another process.
  if (host !== '' && host !== hostname()) return undefined
  const begun = startOf(pid)
  return isAlive(pid) && (start === '' || begun === '' || start === begun) ? pid : undefined
}

function take(lock: string): void {
  const handle = openSync(lock, 'wx', 0o600)
  writeSync(handle, `${process.pid} ${hostname()} ${startOf(process.pid)}\n`)
  closeSync(handle)
}

/** When a process began, where the system tells it. */
function startOf(pid: number): string {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
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
