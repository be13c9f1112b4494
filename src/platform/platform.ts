import { named } from './by-id.ts'
import { compose } from './compose.ts'
import { contentsOf } from './contents.ts'
import { allFaults, allVariants } from './deviations.ts'
import type { Deviation } from './deviation.ts'
import type { Clock, House } from './house.ts'
import type { PlatformRequest, PlatformResponse, WireFilter } from './http/message.ts'
import { route } from './http/route.ts'
import { listen, type Identity, type Listening } from './http/server.ts'
import { openJournal, type Journal } from './store/journal.ts'
import { settleNeighbours } from './worlds/neighbours.ts'
import { targetFile } from './target-file.ts'
import { standardPolicy, type PasswordPolicy } from './world/policy.ts'
import { standardWorld } from './world/world.ts'
import { below, late } from './worlds/edge.ts'
import { allWorlds } from './worlds/named.ts'
import type { ServedWorld } from './worlds/world.ts'

export interface PlatformOptions {
  /** Ids of the active faults and variants. */
  readonly faults?: readonly string[]
  readonly variants?: readonly string[]
  /** Milliseconds since the epoch at which its clock starts; defaults to real time. */
  readonly now?: number
  /** Another clock than real time. */
  readonly clock?: Clock
  readonly passwordPolicy?: Partial<PasswordPolicy>
  /** Name of a world (worlds/). */
  readonly world?: string
  /** Milliseconds by which each answer is late, instead of the world's own. */
  readonly latencyMs?: number
}

/** The embedded platform. Several can run in one process, independent of each other. */
export interface Platform {
  /** Answers in-process, wire filters included. */
  handle(request: PlatformRequest): Promise<PlatformResponse>
  /** The same, with a function that takes back what the request stored. */
  handleUndoably(request: PlatformRequest): Promise<{ readonly response: PlatformResponse; undo(): void }>
  listen(options: { port: number; host?: string; tls?: Identity }): Promise<Listening>
  readonly clock: Clock
  /** Rules and seams consulted since the start or the last `forgetRulesRead`, as `group.name`. */
  readonly rulesRead: ReadonlySet<string>
  forgetRulesRead(): void
  /** Names of the interfaces that served a request, or a part of one, since the start. */
  readonly roomsEntered: ReadonlySet<string>
  /** All that a caller can change and read again, as lines: equal ones mean that nothing was left behind. */
  contents(): readonly string[]
  /** This platform as a target file, for the given origin. */
  targetFile(origin: string): Record<string, unknown>
}

export function createPlatform({
  faults = [],
  variants = [],
  now,
  clock = createClock(now),
  passwordPolicy = {},
  world: worldName,
  latencyMs,
}: PlatformOptions = {}): Platform {
  const served = worldName === undefined ? undefined : worldNamed(worldName)
  const deviations: readonly Deviation[] = [
    ...named('fault', allFaults, faults),
    ...named('variant', allVariants, [...(served?.variants ?? []), ...variants]),
    ...(served?.own?.() ?? []),
  ]
  const rulesRead = new Set<string>()
  const roomsEntered = new Set<string>()
  const house: House = {
    ...compose(deviations, (name) => rulesRead.add(name)),
    world: served?.data ?? standardWorld,
    policy: { ...standardPolicy, ...served?.policy, ...passwordPolicy },
    clock,
    enters: (room) => void roomsEntered.add(room),
  }
  const filters = deviations.flatMap(({ wire }) => (wire ? [wire] : []))
  const inner = settleNeighbours(served?.neighbours ?? 0, house, (request) => filtered(request, filters, house))
  const placed = served?.prefix === undefined ? inner : below(served.prefix, inner)
  const handle = late(latencyMs ?? served?.latencyMs ?? 0, placed)
  return {
    handle,
    async handleUndoably(request) {
      const journal = openJournal(() => house.clock.now())
      const response = await filtered(request, filters, house, journal)
      return { response, undo: () => journal.rollBack((entries) => entries.forEach((entry) => entry.undo())) }
    },
    rulesRead,
    roomsEntered,
    clock: house.clock,
    listen: (options) => listen(handle, { ...options, now: house.clock.now }),
    contents: () => contentsOf(house),
    forgetRulesRead: () => rulesRead.clear(),
    targetFile(origin) {
      const file = targetFile(`${origin}${served?.prefix ?? ''}`, house, !served && variants.length === 0)
      return served ? served.target({ ...file, name: served.name }) : file
    },
  }
}

function worldNamed(name: string): ServedWorld {
  const found = allWorlds.find((world) => world.name === name)
  if (!found) throw new Error(`unknown world ${JSON.stringify(name)}`)
  return found
}

async function filtered(
  request: PlatformRequest,
  filters: readonly WireFilter[],
  house: House,
  journal?: Journal,
): Promise<PlatformResponse> {
  const changed = filters.reduce((seen, filter) => filter.request?.(seen) ?? seen, request)
  const response = await route(changed, house, journal)
  const told = filters.reduce((seen, filter) => filter.response?.(seen, request, house.clock.now()) ?? seen, response)
  return filters.reduce((seen, filter) => filter.last?.(seen, request) ?? seen, told)
}

function createClock(start: number | undefined): Clock {
  let ahead = start === undefined ? 0 : start - Date.now()
  return {
    now: () => Date.now() + ahead,
    advance: (ms) => {
      ahead += ms
    },
  }
}
