import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** SHA-256 over names and contents of all files in a folder, or of those that count, in hex; a folder that is not there is an empty one. */
export function hashOfFolder(folder: string, counts: (name: string) => boolean = () => true): string {
  const hash = createHash('sha256')
  const add = (inner: string): void => {
    if (!existsSync(inner)) return
    for (const entry of readdirSync(inner, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(inner, entry.name)
      if (entry.isDirectory()) add(path)
      else if (counts(entry.name)) hash.update(entry.name).update(readFileSync(path))
    }
  }
  add(folder)
  return hash.digest('hex')
}
