import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What a build is made of. */
const sources = [
  'src',
  'suites',
  'reports',
  'recorder',
  'schemas',
  'scripts',
  'tsconfig.json',
  'tsconfig.types.json',
  'package.json',
]

/** The stamp of the last build. */
export const stampIn = (root) => join(root, 'dist', '.built')

/**
 * Whether dist/ holds what the sources say: undefined where it does, else the newest source, relative to the root.
 * An installed package holds dist/ and no sources: nothing can be newer there.
 */
export function newerSource(root) {
  if (!existsSync(join(root, 'tsconfig.json'))) return undefined
  const built = statSync(stampIn(root), { throwIfNoEntry: false })?.mtimeMs ?? 0
  let newest = { path: undefined, at: built }
  // Every command pays for this, so each file is asked for once.
  const look = (path) => {
    const at = statSync(`${root}/${path}`, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (at > newest.at) newest = { path, at }
  }
  const lookIn = (folder) => {
    for (const entry of readdirSync(`${root}/${folder}`, { withFileTypes: true }))
      if (!entry.name.endsWith('.md')) (entry.isDirectory() ? lookIn : look)(`${folder}/${entry.name}`)
  }
  for (const path of sources) if (existsSync(`${root}/${path}`)) (path.includes('.') ? look : lookIn)(path)
  return newest.path
}
