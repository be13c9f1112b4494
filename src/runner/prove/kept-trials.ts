import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isObject } from '../../exchange/json.ts'
import { hashOfFolder } from '../../judging/hash-of-folder.ts'
import { replacedBy } from '../../platform/compose.ts'
import type { Deviation } from '../../platform/deviation.ts'
import { allFaults, allVariants } from '../../platform/deviations.ts'
import type { Outcome } from '../../verdict/outcome.ts'
import type { BenchSubject, Trial } from './bench.ts'
import { asJudged, brief } from './brief.ts'
import { hashText, modulesIn, type Modules } from './modules.ts'
import { listOfDeviations, listOfInterfaces, listOfSuites, originsIn, type Origins } from './origins.ts'

/** Trials of earlier proofs, in a file beside the build. */
export interface KeptTrials {
  /** What the check came to with this subject, if nothing that it rests on has changed since. */
  recall(check: string, subject: BenchSubject): Trial | undefined
  keep(check: string, subject: BenchSubject, done: Trial): void
  /** After a proof of everything, what it did not ask for is let go. */
  save(wasWhole: boolean): void
}

interface Line {
  /** Hash of everything that the trial rests on. */
  readonly on: string
  readonly rules: number
  readonly rooms: number
  readonly requests: number
  readonly outcome: Outcome
  readonly sights?: Trial['attempt']['sights']
}

interface Kept {
  /** Sets of names that many trials share. */
  readonly sets: string[]
  readonly trials: Record<string, Line>
}

const base = fileURLToPath(new URL('../../../', import.meta.url))

/** Serves worlds, which no trial does. */
const listOfWorlds = 'src/platform/worlds/named.js'

/** Undefined where the modules of the build are not there to be compared, as in an installed package. */
export async function openTrials({ folder = base, fresh = false } = {}): Promise<KeptTrials | undefined> {
  const modules = modulesIn(folder)
  const origins = modules && (await originsIn(folder, modules))
  const rests = origins && restingOn(folder, modules, origins, [...allFaults, ...allVariants])
  return rests && keptIn(join(folder, 'trials.json'), rests, fresh)
}

/** Hash of all that may change a trial; undefined if that is not known. */
export type RestsOn = (
  check: string,
  subject: BenchSubject,
  read: { readonly rules: ReadonlySet<string>; readonly rooms: readonly string[] },
) => string | undefined

/**
 * A trial rests on the kit; on the check and what it imports; of the platform on what all interfaces share, and on those that it came to; and on
 * those of its deviations that it met. The others replace nothing that it looked at, and may change as they like.
 */
export function restingOn(
  folder: string,
  modules: Modules,
  { checks, deviations, rooms, routes }: Origins,
  known: readonly Deviation[],
): RestsOn | undefined {
  const lists = [listOfSuites, listOfDeviations, listOfInterfaces, listOfWorlds]
  const kit = modules.hashOf('src/runner/prove/crew-thread.js', lists)
  if (kit === undefined) return undefined
  const around = [
    process.version,
    process.platform,
    process.arch,
    readOr(join(folder, '..', 'package-lock.json')),
    readOr(join(folder, listOfInterfaces)),
    hashOfFolder(join(folder, '..', 'schemas')),
    hashOfFolder(join(folder, 'src'), (name) => !/\.(?:js|ts|map)$/.test(name)),
    ...routes,
  ]
  const core = hashText([kit, ...around].join('\n'))
  const byId = new Map(known.map((deviation) => [deviation.id, deviation]))
  const hashes = new Map<string, string | undefined>()
  const hashOf = (origin: string | undefined): string | undefined => {
    if (origin === undefined) return undefined
    if (!hashes.has(origin)) hashes.set(origin, modules.hashOf(origin, lists))
    return hashes.get(origin)
  }
  return (check, { faults = [], variants = [] }, read) => {
    const met = [...faults, ...variants].filter((id) => {
      const deviation = byId.get(id)
      return !deviation || deviation.wire || replacedBy(deviation).some((name) => read.rules.has(name))
    })
    const origins = [
      checks.get(check),
      ...read.rooms.map((room) => rooms.get(room)),
      ...new Set(met.map((id) => deviations.get(id))),
    ]
    const all = origins.map(hashOf)
    return all.includes(undefined) ? undefined : hashText([core, ...met, ...all].join(' '))
  }
}

export function keptIn(file: string, rests: RestsOn, fresh = false): KeptTrials {
  const kept = keptOf(file)
  const trials = new Map(Object.entries(kept.trials))
  const numbers = new Map(kept.sets.map((text, at) => [text, at]))
  const numberOf = (names: ReadonlySet<string>): number => {
    const text = [...names].sort().join(' ')
    const known = numbers.get(text) ?? numbers.size
    numbers.set(text, known)
    return known
  }
  const sets = kept.sets.map((text) => new Set(text.split(' ').filter(Boolean)))
  const asked = new Set<string>()
  return {
    recall(check, subject) {
      const key = keyOf(check, subject)
      asked.add(key)
      const line = trials.get(key)
      const [rules, rooms] = [sets[line?.rules ?? -1], sets[line?.rooms ?? -1]]
      if (fresh || !line || !rules || !rooms || line.on !== rests(check, subject, { rules, rooms: [...rooms] }))
        return undefined
      const { outcome, sights = [], requests } = line
      return { attempt: { ...asJudged, outcome, sights }, rulesRead: rules, rooms, requests }
    },
    keep(check, subject, { attempt, rulesRead, rooms, requests }) {
      const key = keyOf(check, subject)
      const on = isSettled(attempt.outcome, subject)
        ? rests(check, subject, { rules: rulesRead, rooms: [...rooms].sort() })
        : undefined
      if (on === undefined) return void trials.delete(key)
      const sights = attempt.sights.map((sight) => (sight.findings.length > 0 ? sight : { ...sight, line: '' }))
      trials.set(key, {
        on,
        rules: numberOf(rulesRead),
        rooms: numberOf(rooms),
        requests,
        outcome: brief(attempt.outcome),
        ...(sights.length > 0 ? { sights } : {}),
      })
    },
    save(wasWhole) {
      const left = [...trials].filter(([key]) => !wasWhole || asked.has(key))
      const used = new Set(left.flatMap(([, { rules, rooms }]) => [rules, rooms]))
      // A set that is in no use any more keeps its number.
      const text: Kept = {
        sets: [...numbers].map(([names, at]) => (used.has(at) ? names : `- ${at}`)),
        trials: Object.fromEntries(left),
      }
      try {
        writeFileSync(`${file}.part`, JSON.stringify(text))
        renameSync(`${file}.part`, file)
      } catch {
        // Where nothing can be written the next proof tries everything again.
      }
    },
  }
}

/** Whether the same trial would come to the same again: what a timeout or the machine had a part in may not be taken for a verdict. */
const isSettled = (outcome: Outcome, { impostor }: BenchSubject): boolean =>
  outcome.is !== 'crashed' && (outcome.is !== 'blocked' || outcome.disturbed === true || impostor !== undefined)

const keyOf = (check: string, { faults, variants, impostor, seed, pace, unjudged }: BenchSubject): string =>
  hashText(JSON.stringify([check, faults ?? [], variants ?? [], impostor, seed, pace, unjudged ?? false]))

const readOr = (path: string): string => (existsSync(path) ? hashText(readFileSync(path, 'utf8')) : '')

/** A file that cannot be read is none: everything is then tried again. */
function keptOf(file: string): Kept {
  try {
    const kept: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (isObject(kept) && Array.isArray(kept['sets']) && isObject(kept['trials'])) return kept as unknown as Kept
  } catch {
    // It is told below.
  }
  return { sets: [], trials: {} }
}
