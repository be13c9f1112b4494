import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))

const ignored = new Set([
  ...readFileSync(join(root, '.gitignore'), 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('/'))
    .map((line) => line.slice(0, -1)),
  '.git',
])

function walk(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (ignored.has(entry.name)) return []
    return entry.isDirectory() ? walk(path) : entry.isFile() ? [path] : []
  })
}

/** Every file of the repository, read from the disk: a copy without its history is held to the same. */
export const allFiles: readonly string[] = walk('').sort()

/** Folders in a folder that hold anything. */
export const folders = (base: string, folder: string): string[] => {
  const path = join(base, folder)
  return existsSync(path)
    ? readdirSync(path).filter(
        (name) => statSync(join(path, name)).isDirectory() && readdirSync(join(path, name)).length > 0,
      )
    : []
}

export const read = (file: string): string => readFileSync(join(root, file), 'utf8')

export const linesOf = (file: string): number => read(file).replace(/\n$/, '').split('\n').length
