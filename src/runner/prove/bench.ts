import { contractFacts, type ContractFacts } from '../../contract/index.ts'
import type { Check } from '../../kit/check.ts'
import { createSession } from '../../session/session.ts'
import type { PlatformRequest, PlatformResponse } from '../../platform/http/message.ts'
import { listen } from '../../platform/http/server.ts'
import { allFaults, allVariants } from '../../platform/deviations.ts'
import { createPlatform, type Platform } from '../../platform/platform.ts'
import type { Redactor } from '../../redact/redactor.ts'
import { parseTarget } from '../../target/load.ts'
import type { Target } from '../../target/target.ts'
import { longestLag } from '../../target/visibility.ts'
import type { Attempt } from '../attempt.ts'
import { gatedAttempt } from '../gated-attempt.ts'
import { inProcess } from '../sweep/in-process.ts'
import { edgeOf } from '../sweep/edge.ts'
import type { Behind, Mutant } from '../sweep/mutant.ts'
import { watching, type Seen } from '../sweep/places.ts'
import { imposture, type Impostor } from './impostors.ts'
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
  /** What the contract and the monitors say of it is of no use. */
  readonly unjudged?: boolean
}

export interface Trial {
  readonly attempt: Attempt
  readonly rulesRead: ReadonlySet<string>
  /** Interfaces of the platform that it came to, by name. */
  readonly rooms: ReadonlySet<string>
  readonly requests: number
  /** What a watched trial sent and received. */
  readonly seen?: Seen
  /** Whether the mutant made any exchange another one. */
  readonly changed?: boolean
}

// Every platform has the same credentials, and creating a redactor costs more than many trials.
let redactor: Redactor | undefined

const wired = new Set([...allFaults, ...allVariants].filter(({ wire }) => wire).map(({ id }) => id))
/**
 * What a deviation does to bytes is only seen through a socket, at twice the cost. Variants that are combined have been there alone, and what
 * they do together is done to messages.
 */
const onTheWire = ({ faults = [], variants = [] }: BenchSubject): boolean =>
  faults.some((id) => wired.has(id)) || (variants.length === 1 && wired.has(variants[0] as string))

type Handle = (request: PlatformRequest) => Promise<PlatformResponse>

/** One end of this thread's two servers: a server of its own for each trial would cost more than most trials. */
interface End {
  readonly origin: string
  /** Answers from now on, by this clock. */
  play(handle: Handle, now: () => number): void
}

async function end(): Promise<End> {
  let [handle, now]: [Handle, () => number] = [imposture('nothing'), Date.now]
  const server = await listen((request) => handle(request), { port: 0, now: () => now() })
  server.unref()
  return {
    origin: server.origin,
    play: (nextHandle, nextNow) => ([handle, now] = [nextHandle, nextNow]),
  }
}

let ends: Promise<{ readonly ofPlatform: End; readonly ofImpostor: End }> | undefined
const stage = () =>
  (ends ??= Promise.all([end(), end()]).then(([ofPlatform, ofImpostor]) => ({ ofPlatform, ofImpostor })))

interface Read {
  readonly target: Target
  readonly facts: ContractFacts
}
const read = new Map<string, Read>()

/** Target files of one thread differ by few variants: each is validated once. What a session remembers is kept by target, so each gets its own. */
function readTarget(file: Record<string, unknown>): Read {
  const text = JSON.stringify(file)
  const known = read.get(text) ?? parsed(file)
  read.set(text, known)
  return { ...known, target: { ...known.target } }
}

function parsed(file: Record<string, unknown>): Read {
  const target = parseTarget(file, 'embedded')
  // Waiting costs nothing in made time, and measuring costs requests.
  return {
    target: { ...target, limits: { ...target.limits, listLagMs: longestLag } },
    facts: contractFacts(target),
  }
}

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
  const { ofPlatform, ofImpostor } = await stage()
  const { target, facts } = readTarget(
    facing(platform, ofPlatform.origin, subject.impostor ? ofImpostor.origin : undefined, check),
  )
  const watch = subject.watched ? watching(facts) : undefined
  const mutated = subject.mutant ? edgeOf(subject.mutant, facts) : undefined
  const edge = watch?.edge ?? mutated?.edge
  const handle = edge ? (request: PlatformRequest) => edge(request, behind) : platform.handle
  ofPlatform.play(handle, clock.now)
  const impostor = imposture(subject.impostor ?? 'nothing')
  ofImpostor.play(impostor, clock.now)
  const direct = (request: PlatformRequest) => (request.origin === ofImpostor.origin ? impostor : handle)(request)
  const session = createSession({
    target,
    secrets: [],
    seed,
    rerun: (id) => id,
    ...(redactor ? { redactor } : {}),
    stopwatch,
    names: madeNames(`${check.id} ${seed}`),
    wait: async (ms) => clock.advance(ms),
    ...(edge || !onTheWire(subject) ? { through: inProcess(direct, clock) } : {}),
    now: clock.now,
  })
  redactor = session.redactor
  try {
    return {
      attempt: await gatedAttempt(check, target, session, facts, { unwatched: subject.unjudged ?? false }),
      rulesRead: new Set(platform.rulesRead),
      rooms: new Set(platform.roomsEntered),
      requests: session.requests(),
      ...(watch ? { seen: watch.seen() } : {}),
      ...(mutated ? { changed: mutated.changed() } : {}),
    }
  } finally {
    await session.close()
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
