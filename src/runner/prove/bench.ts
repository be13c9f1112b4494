import { contractFacts, type ContractFacts } from '../../contract/index.ts'
import type { Check } from '../../kit/check.ts'
import { createSession } from '../../session/session.ts'
import type { PlatformRequest } from '../../platform/http/message.ts'
import { listen } from '../../platform/http/server.ts'
import { allFaults, allVariants } from '../../platform/deviations.ts'
import { createPlatform, type Platform } from '../../platform/platform.ts'
import type { Redactor } from '../../redact/redactor.ts'
import { parseTarget } from '../../target/load.ts'
import { longestLag } from '../../target/visibility.ts'
import type { Attempt } from '../attempt.ts'
import { gatedAttempt } from '../gated-attempt.ts'
import { inProcess } from '../sweep/in-process.ts'
import { edgeOf } from '../sweep/edge.ts'
import type { Behind, Mutant } from '../sweep/mutant.ts'
import { watching, type Seen } from '../sweep/places.ts'
import { startImpostor, type Impostor } from './impostors.ts'
import { madeNames, madeTime, type Pace } from './made-time.ts'

export interface BenchSubject {
  readonly faults?: readonly string[]
  readonly variants?: readonly string[]
  /** Replaces everything except the token service; if the check is about the token service, that too. */
  readonly impostor?: Impostor
  readonly seed?: number
  /** How fast requests follow each other; default: steady. */
  readonly pace?: Pace
  /** One change on the wire. */
  readonly mutant?: Mutant
  /** Tells which places the exchanges have. */
  readonly watched?: true
}

export interface Trial {
  readonly attempt: Attempt
  readonly rulesRead: ReadonlySet<string>
  readonly requests: number
  /** What a watched trial sent and received. */
  readonly seen?: Seen
  /** Whether the mutant made any exchange another one. */
  readonly changed?: boolean
}

// Every platform has the same credentials, and creating a redactor costs more than many trials.
let redactor: Redactor | undefined

const wired = new Set([...allFaults, ...allVariants].filter(({ wire }) => wire).map(({ id }) => id))
const onTheWire = ({ faults = [], variants = [] }: BenchSubject): boolean =>
  [...faults, ...variants].some((id) => wired.has(id))

let embeddedFacts: ContractFacts | undefined
/** The platform's paths and DTOs are the same in all trials; its address is of no matter to them. */
const factsOf = (platform: Platform): ContractFacts =>
  (embeddedFacts ??= contractFacts(parseTarget(platform.targetFile('http://127.0.0.1'), 'embedded')))

/** One check against a fresh subject of its own: nothing left by another check can change its result. Waiting advances the clock. */
export async function trial(check: Check, subject: BenchSubject): Promise<Trial> {
  const { clock, stopwatch } = madeTime(subject.pace ?? 'steady')
  const seed = subject.seed ?? 1
  const platform = createPlatform({
    faults: [...(subject.faults ?? [])],
    variants: [...(subject.variants ?? [])],
    clock,
  })
  const behind: Behind = {
    forward: (request) => platform.handle(request),
    undoably: (request) => platform.handleUndoably(request),
    now: clock.now,
  }
  const watch = subject.watched ? watching(factsOf(platform)) : undefined
  const mutated = subject.mutant ? edgeOf(subject.mutant, factsOf(platform)) : undefined
  const edge = watch?.edge ?? mutated?.edge
  const handle = edge && ((request: PlatformRequest) => edge(request, behind))
  // Only what a deviation does to bytes needs a socket, and impostors are servers of their own.
  const direct = handle ?? (subject.impostor || onTheWire(subject) ? undefined : platform.handle)
  const server = handle ? await listen(handle, { port: 0, now: clock.now }) : await platform.listen({ port: 0 })
  const impostor = subject.impostor ? await startImpostor(subject.impostor) : undefined
  const known = parseTarget(facing(platform, server.origin, impostor?.origin, check), 'embedded')
  // Waiting costs nothing in made time, and measuring costs requests.
  const target = { ...known, limits: { ...known.limits, listLagMs: longestLag } }
  const session = createSession({
    target,
    secrets: [],
    seed,
    rerun: (id) => id,
    ...(redactor ? { redactor } : {}),
    stopwatch,
    names: madeNames(`${check.id} ${seed}`),
    wait: async (ms) => clock.advance(ms),
    ...(direct ? { through: inProcess(direct, clock) } : {}),
    now: clock.now,
  })
  redactor = session.redactor
  try {
    return {
      attempt: await gatedAttempt(check, target, session, contractFacts(target)),
      rulesRead: new Set(platform.rulesRead),
      requests: session.requests(),
      ...(watch ? { seen: watch.seen() } : {}),
      ...(mutated ? { changed: mutated.changed() } : {}),
    }
  } finally {
    await session.close()
    await Promise.all([server.close(), impostor?.close()])
  }
}

/** With an impostor, tokens still come from the platform unless the check is about tokens: otherwise every check would stop at the login. */
function facing(
  platform: Platform,
  origin: string,
  impostor: string | undefined,
  check: Check,
): Record<string, unknown> {
  const file = platform.targetFile(origin)
  if (!impostor) return file
  const auth = check.requirement.interface === 'token' ? impostor : origin
  return { ...file, addresses: { auth, directory: impostor, base: impostor } }
}
