import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject } from '../../exchange/json.ts'

/** The built modules, by their paths below the folder of the build. */
export interface Modules {
  /**
   * Hash of a module and all that it imports, however far, but for mere lists: neither their text nor what they alone import.
   * Undefined if one of them cannot be read.
   */
  hashOf(file: string, lists: readonly string[]): string | undefined
  importsOf(file: string): readonly string[]
}

/** The build writes down what each module imports. Without that, as in an installed package, nothing is known of any. */
export function modulesIn(folder: string): Modules | undefined {
  const imports = read(join(folder, 'modules.json'))
  if (!imports) return undefined
  const texts = new Map<string, string | undefined>()
  const textOf = (file: string): string | undefined => {
    if (!texts.has(file)) {
      const path = join(folder, file)
      texts.set(file, existsSync(path) ? hashText(readFileSync(path, 'utf8')) : undefined)
    }
    return texts.get(file)
  }
  const importsOf = (file: string): readonly string[] => imports.get(file) ?? []
  return {
    importsOf,
    hashOf(root, lists) {
      const seen = new Set([root])
      for (const file of seen) if (!lists.includes(file)) for (const one of importsOf(file)) seen.add(one)
      const found = [...seen].filter((file) => !lists.includes(file)).sort()
      if (found.some((file) => !imports.has(file) || textOf(file) === undefined)) return undefined
      return hashText(found.map((file) => `${file} ${textOf(file)}`).join('\n'))
    },
  }
}

function read(file: string): ReadonlyMap<string, readonly string[]> | undefined {
  if (!existsSync(file)) return undefined
  const kept: unknown = JSON.parse(readFileSync(file, 'utf8'))
  return isObject(kept) ? new Map(Object.entries(kept as Record<string, readonly string[]>)) : undefined
}

export const hashText = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22)
