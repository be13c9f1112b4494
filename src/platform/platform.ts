import { compose } from './compose.ts'
import { allFaults, allVariants, named } from './deviations.ts'
import type { Clock, House } from './house.ts'
import type { PlatformRequest, PlatformResponse, WireFilter } from './http/message.ts'
import { route } from './http/route.ts'
import { listen, type Identity, type Listening } from './http/server.ts'
import { openJournal, type Journal } from './store/journal.ts'
import { targetFile } from './target-file.ts'
import { standardPolicy, type PasswordPolicy } from './world/policy.ts'
import { standardWorld } from './world/world.ts'

export interface PlatformOptions {
  /** Ids of the active faults and variants. */
  readonly faults?: readonly string[]
  readonly variants?: readonly string[]
  /** Milliseconds since the epoch at which its clock starts; defaults to real time. */
  readonly now?: number
  /** Another clock than real time. */
  readonly clock?: Clock
  readonly passwordPolicy?: Partial<PasswordPolicy>
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
  /** This platform as a target file, for the given origin. */
  targetFile(origin: string): Record<string, unknown>
}

export function createPlatform({
  faults = [],
  variants = [],
  now,
  clock = createClock(now),
  passwordPolicy = {},
}: PlatformOptions = {}): Platform {
  const deviations = [...named('fault', allFaults, faults), ...named('variant', allVariants, variants)]
  const rulesRead = new Set<string>()
  const house: House = {
    ...compose(deviations, (name) => rulesRead.add(name)),
    world: standardWorld,
    policy: { ...standardPolicy, ...passwordPolicy },
    clock,
  }
  const filters = deviations.flatMap(({ wire }) => (wire ? [wire] : []))
  const handle = (request: PlatformRequest) => filtered(request, filters, house)
  return {
    handle,
    async handleUndoably(request) {
      const journal = openJournal(() => house.clock.now())
      const response = await filtered(request, filters, house, journal)
      return { response, undo: () => journal.rollBack((entries) => entries.forEach((entry) => entry.undo())) }
    },
    rulesRead,
    clock: house.clock,
    listen: (options) => listen(handle, { ...options, now: house.clock.now }),
    forgetRulesRead: () => rulesRead.clear(),
    targetFile: (origin) => targetFile(origin, house),
  }
}

async function filtered(
  request: PlatformRequest,
  filters: readonly WireFilter[],
  house: House,
  journal?: Journal,
): Promise<PlatformResponse> {
  const changed = filters.reduce((seen, filter) => filter.request?.(seen) ?? seen, request)
  const response = await route(changed, house, journal)
  return filters.reduce((seen, filter) => filter.response?.(seen, request) ?? seen, response)
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
