import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { ErrorObject } from 'ajv'
import type { KnownDifference } from './known-differences.ts'
import type { Operation, Tree } from './operation.ts'

type Validator = ((value: unknown) => boolean) & { errors?: ErrorObject[] | null }

export interface Artefacts {
  readonly operations: readonly Operation[]
  /** Resource name -> schema of its records. */
  readonly resources: Readonly<Record<string, string>>
  /** Where real systems are known to differ. */
  readonly differences: readonly KnownDifference[]
  readonly trees: Readonly<Record<string, Tree>>
  readonly validators: Readonly<Record<string, Validator>>
}

let loaded: Artefacts | undefined

/** The compiled schemas, read at first use. */
export function artefacts(): Artefacts {
  if (!loaded) {
    const { table, compiled } = locate()
    const validators = createRequire(import.meta.url)(compiled) as Artefacts['validators']
    loaded = { ...(JSON.parse(readFileSync(table, 'utf8')) as Omit<Artefacts, 'validators'>), validators }
  }
  return loaded
}

/** The files of schemas/ as they are, by path: what one document of all interfaces is made of. */
export const documentFiles = (): Readonly<Record<string, unknown>> =>
  JSON.parse(readFileSync(locate().documents, 'utf8')) as Record<string, unknown>

/** In dist/ they are beside this module. When run from the TypeScript sources, they are in dist/ of the same package and rebuilt if stale. */
function locate(): { table: string; compiled: string; documents: string } {
  const source = import.meta.url.endsWith('.ts')
  const root = new URL('../../', import.meta.url)
  const folder = source ? new URL('dist/src/contract/', root) : new URL('./', import.meta.url)
  const found = {
    table: fileURLToPath(new URL('operations.json', folder)),
    compiled: fileURLToPath(new URL('compiled.cjs', folder)),
    documents: fileURLToPath(new URL('documents.json', folder)),
  }
  if (source && isStale(root, found.compiled)) {
    const built = spawnSync(process.execPath, [fileURLToPath(new URL('scripts/build-schemas.mjs', root))], {
      encoding: 'utf8',
    })
    if (built.status !== 0) throw new Error(`the schemas do not compile: ${built.stderr}`)
  }
  return found
}

function isStale(root: URL, compiled: string): boolean {
  if (!existsSync(compiled)) return true
  const made = statSync(compiled).mtimeMs
  return ['schemas/', 'scripts/schemas/'].some((name) => {
    const folder = fileURLToPath(new URL(name, root))
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).some(
      (file) => statSync(`${folder}${file}`).mtimeMs > made,
    )
  })
}
