import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isObject } from '../../exchange/json.ts'
import type { Judged } from './results.ts'
import type { Teller } from './told.ts'

const base = fileURLToPath(new URL('../../../', import.meta.url))

/** What an earlier sweep found of one mutant; `valid` if nothing that bears on it has changed since. */
export interface Recalled {
  readonly told?: Teller
  /** It changed no exchange. */
  readonly idle?: boolean
  readonly valid: boolean
}

interface Line {
  readonly told?: Teller
  readonly idle?: boolean
  /** Hash of everything that this verdict rests on. */
  readonly on: string
}

/** What earlier sweeps found, in a file beside the build. */
export interface Cache {
  /** `meeting` are the interfaces whose checks meet the mutant. */
  recall(id: string, meeting: readonly string[]): Recalled | undefined
  keep(judged: Judged, meeting: readonly string[]): void
  save(): void
}

/** Rooms whose change may change every verdict; a change in suites/<interface> only concerns what its checks meet. */
const rooms = ['batch', 'clients', 'contract', 'cql', 'kit', 'monitors', 'platform', 'runner', 'session', 'target'].map(
  (room) => join('src', room),
)

export function openCache(folder: string = base, file: string = join(folder, 'sweep.json')): Cache {
  const core = hashOf(rooms.map((room) => join(folder, room)))
  const suites = new Map<string, string>()
  const suite = (name: string): string => {
    const known = suites.get(name) ?? hashOf([join(folder, 'suites', name)])
    suites.set(name, known)
    return known
  }
  const on = (names: readonly string[]) =>
    hashText([core, ...[...new Set(names)].sort().map((name) => `${name} ${suite(name)}`)].join('\n'))
  const lines = new Map(Object.entries(read(file)))
  const restsOn = (told: Teller | undefined, meeting: readonly string[]) =>
    on(told ? [told.check.split('/', 1)[0] as string] : meeting)
  return {
    recall(id, meeting) {
      const line = lines.get(id)
      return line && { ...line, valid: line.on === restsOn(line.told, meeting) }
    },
    keep: ({ id, told, idle }, meeting) =>
      void lines.set(id, { ...(told ? { told } : {}), ...(idle ? { idle } : {}), on: restsOn(told, meeting) }),
    save() {
      writeFileSync(`${file}.part`, JSON.stringify(Object.fromEntries(lines)))
      renameSync(`${file}.part`, file)
    },
  }
}

/** An unreadable cache is none: the sweep is then complete. */
function read(file: string): Record<string, Line> {
  try {
    const kept: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return isObject(kept) ? (kept as Record<string, Line>) : {}
  } catch {
    return {}
  }
}

const hashText = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

function hashOf(folders: readonly string[]): string {
  const hash = createHash('sha256')
  const add = (folder: string): void => {
    if (!existsSync(folder)) return
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) add(path)
      else hash.update(entry.name).update(readFileSync(path))
    }
  }
  for (const folder of folders) add(folder)
  return hash.digest('hex').slice(0, 16)
}
