import { existsSync, mkdirSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { holderOf, lockFile } from '../errors/lock-file.ts'
import { UserError } from '../errors/user-error.ts'
import { withFile } from '../errors/user-file.ts'

const lockIn = (folder: string): string => join(folder, '.lock')

/**
 * Until this process ends, no other command writes into the folder: two would overwrite each other's reports, and a ledger without which what a
 * killed run left is lost. Throws UserError where another one does.
 */
export function holdFolder(folder: string, option: string): void {
  const isNew = !existsSync(folder)
  const held = withFile('written', { file: folder }, () => {
    mkdirSync(folder, { recursive: true })
    return lockFile(lockIn(folder))
  })
  if (typeof held === 'number')
    throw new UserError(`another command (process ${held}) is writing into it`, {
      file: folder,
      todo: `wait for its end, or name another folder with ${option}`,
    })
  process.once('exit', () => {
    held()
    if (!isNew) return
    try {
      rmdirSync(folder)
    } catch {
      // What was written into it stays.
    }
  })
}

/** Whether a living command writes into the folder. */
export const isHeld = (folder: string): boolean => holderOf(lockIn(folder)) !== undefined
