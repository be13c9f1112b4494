import { isObject } from '../exchange/json.ts'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { hashOfFolder } from './hash-of-folder.ts'

const base = fileURLToPath(new URL('../../', import.meta.url))
const fileIn = (folder: string): string => join(folder, 'proof.json')

/** Result of the last complete `prove`: which check caught which fault, which check flagged which variant. */
export interface Proof {
  readonly faults: ReadonlyArray<{
    readonly id: string
    readonly statements: readonly string[]
    readonly killedBy: readonly string[]
    readonly survivedBy: readonly string[]
  }>
  readonly variants: ReadonlyArray<{ readonly id: string; readonly flaggedBy: readonly string[] }>
}

export interface KeptProof extends Proof {
  /** When it was made. */
  readonly at: Date
  /** Rooms that changed since the proof. */
  readonly changed: readonly string[]
}

/** What a proof covers: any change in these may change its result. */
const rooms = [
  'suites',
  ...[
    'platform',
    'contract',
    'monitors',
    'clients',
    'kit',
    'session',
    'target',
    'judging',
    'runner',
    'cql',
    'batch',
  ].map((room) => `src/${room}`),
]

type Hashes = Readonly<Record<string, string>>

/** Stores a proof beside what it proves, with a hash of each room. Returns false if it could not: an installed package may be read-only. */
export function writeProof({ faults, variants }: Proof, { at = new Date(), folder = base } = {}): boolean {
  const file = fileIn(folder)
  try {
    writeFileSync(`${file}.part`, JSON.stringify({ at: at.toISOString(), rooms: hashes(folder), faults, variants }))
    renameSync(`${file}.part`, file)
    return true
  } catch {
    return false
  }
}

/** The last proof and what changed since; undefined if there is none. */
export function readProof(folder: string = base): KeptProof | undefined {
  const kept = keptIn(fileIn(folder))
  if (kept === undefined) return undefined
  const { at, rooms: before, faults, variants } = kept
  const now = hashes(folder)
  return { at: new Date(at), changed: rooms.filter((room) => before[room] !== now[room]), faults, variants }
}

/** Whether a value is what `prove --json` writes. */
export const isProof = (value: unknown): value is Proof =>
  isObject(value) &&
  Array.isArray(value['faults']) &&
  value['faults'].every(
    (fault: unknown) => isObject(fault) && Array.isArray(fault['statements']) && Array.isArray(fault['killedBy']),
  )

function keptIn(file: string): (Proof & { readonly at: string; readonly rooms: Hashes }) | undefined {
  try {
    const kept: unknown = JSON.parse(readFileSync(file, 'utf8'))
    // Another version of the kit may have written a different format.
    if (!isProof(kept) || !('at' in kept) || !('rooms' in kept) || !isObject(kept.rooms)) return undefined
    return kept as Proof & { readonly at: string; readonly rooms: Hashes }
  } catch {
    return undefined
  }
}

const hashes = (folder: string): Hashes =>
  Object.fromEntries(rooms.map((room) => [room, hashOfFolder(join(folder, room))]))
