import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isObject } from '../../exchange/json.ts'
import { hashOfFolder } from '../../judging/hash-of-folder.ts'
import type { Judged } from './results.ts'
import type { Teller } from './told.ts'

const base = fileURLToPath(new URL('../../../', import.meta.url))

/** What an earlier sweep found of one mutant; `valid` if nothing that bears on it has changed since. */
interface Recalled {
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
  /** How many checks were tried in vain. */
  readonly tried?: number
}

/** What earlier sweeps found, in a file beside the build. */
export interface Cache {
  ids(): readonly string[]
  /** `meeting` are the interfaces whose checks meet the mutant, of which `checks` would be tried today. */
  recall(id: string, meeting: readonly string[], checks?: number): Recalled | undefined
  keep(judged: Judged, meeting: readonly string[]): void
  save(): void
}

/** Rooms whose change may change every verdict; a change of the checks in suites/<interface> only concerns what they meet. */
const rooms = [
  'batch',
  'clients',
  'contract',
  'cql',
  'dispatch',
  'exchange',
  'judging',
  'kit',
  'monitors',
  'platform',
  'runner',
  'session',
  'target',
  'verdict',
].map((room) => join('src', room))

/** Checks are alone in their files; the steps beside them are taken by checks of other interfaces, too. */
const isOfChecks = (name: string): boolean => /\.check\.[jt]s$/.test(name)

const fileIn = (folder: string): string => join(folder, 'sweep.json')

/** By statement, the mutants that earlier sweeps saw told under it and that would be told today; undefined if there is none. */
export function toldMutants(folder: string = base): ReadonlyMap<string, readonly string[]> | undefined {
  if (!existsSync(fileIn(folder))) return undefined
  const kept = openCache(folder)
  const told = new Map<string, string[]>()
  for (const id of kept.ids()) {
    const one = kept.recall(id, [])
    if (one?.told && one.valid) told.set(one.told.statement, [...(told.get(one.told.statement) ?? []), id])
  }
  return told.size > 0 ? told : undefined
}

export function openCache(folder: string = base, file: string = fileIn(folder)): Cache {
  const steps = hashOfFolder(join(folder, 'suites'), (name) => !isOfChecks(name))
  const core = hashText([...rooms.map((room) => hashOfFolder(join(folder, room))), steps].join('\n'))
  const suites = new Map<string, string>()
  const suite = (name: string): string => {
    const known = suites.get(name) ?? hashOfFolder(join(folder, 'suites', name), isOfChecks)
    suites.set(name, known)
    return known
  }
  const on = (names: readonly string[]) =>
    hashText([core, ...[...new Set(names)].sort().map((name) => `${name} ${suite(name)}`)].join('\n'))
  const lines = new Map(Object.entries(read(file)))
  const restsOn = (told: Teller | undefined, meeting: readonly string[]) =>
    on(told ? [told.check.split('/', 1)[0] as string] : meeting)
  return {
    ids: () => [...lines.keys()],
    recall(id, meeting, checks = 0) {
      const line = lines.get(id)
      // What fewer checks were silent about than would be tried today may be told by the others.
      const isEnough = line?.told !== undefined || (line?.tried ?? 0) >= checks
      return line && { ...line, valid: isEnough && line.on === restsOn(line.told, meeting) }
    },
    keep: ({ id, told, idle, checks }, meeting) =>
      void lines.set(id, {
        ...(told ? { told } : { tried: checks }),
        ...(idle ? { idle } : {}),
        on: restsOn(told, meeting),
      }),
    save() {
      try {
        writeFileSync(`${file}.part`, JSON.stringify(Object.fromEntries(lines)))
        renameSync(`${file}.part`, file)
      } catch {
        // An installed package may be read-only: the next sweep then tries everything again.
      }
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
