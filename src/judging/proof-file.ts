import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'

const base = fileURLToPath(new URL('../../', import.meta.url))
const file = join(base, 'proof.json')

/** What the last whole `prove` found out: who caught which fault, who flagged which variant. */
export interface Proof {
  readonly faults: ReadonlyArray<{
    readonly id: string
    readonly statements: readonly string[]
    readonly killedBy: readonly string[]
    readonly survivedBy: readonly string[]
  }>
  readonly variants: ReadonlyArray<{ readonly id: string; readonly flaggedBy: readonly string[] }>
}

/** Keeps a proof beside what it proves, stamped with a hash of suites, platform and contract. */
export function writeProof({ faults, variants }: Proof): void {
  try {
    writeFileSync(file, JSON.stringify({ stamp: stamp(), faults, variants }))
  } catch {
    /* An installed package may be read-only: the next reader proves again. */
  }
}

/** The kept proof; undefined where there is none, or what it proves has changed since. */
export function readProof(): Proof | undefined {
  if (!existsSync(file)) return undefined
  const kept = JSON.parse(readFileSync(file, 'utf8')) as Proof & { stamp: string }
  return kept.stamp === stamp() ? kept : undefined
}

function stamp(): string {
  const hash = createHash('sha256')
  for (const room of ['suites', 'src/platform', 'src/contract', 'src/monitors', 'src/clients', 'src/kit'])
    addFolder(join(base, room), hash)
  return hash.digest('hex')
}

function addFolder(folder: string, hash: ReturnType<typeof createHash>): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) addFolder(path, hash)
    else hash.update(entry.name).update(readFileSync(path))
  }
}
