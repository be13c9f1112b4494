import { contractFacts } from '../../contract/index.ts'
import type { Check } from '../../kit/check.ts'
import { createSession } from '../../session/session.ts'
import type { Sent } from '../../target/send-http.ts'
import type { Target } from '../../target/target.ts'
import type { Through } from '../../target/transport.ts'
import { gatedAttempt } from '../gated-attempt.ts'
import { edgeOf } from './edge.ts'
import type { Edge, Mutant } from './mutant.ts'
import { watching } from './places.ts'
import type { Tried } from './sweep.ts'
import { asRequest, asResponse, asWire } from './wire.ts'

export interface TargetTrials {
  readonly target: Target
  readonly secrets: readonly string[]
  readonly seed: number
  /** Requests that all trials together may send. */
  readonly requests: number
  /** The nth ledger: one that lists something left behind is not written again. */
  readonly ledgerFile: (number: number) => string
  /** Aborted on SIGINT: the trial under way ends, and what it created is removed. */
  readonly signal?: AbortSignal
  readonly onLeftBehind: (line: string, ledgerFile: string) => void
}

/** Writes that are under way when the sweep is interrupted are given so long to be answered, in milliseconds. */
const patienceMs = 1000

/** One check against a target of the user, with a change between kit and target. What it creates is removed after each trial. */
export function trialsOn(options: TargetTrials): {
  attempt(check: Check, subject: { readonly mutant?: Mutant; readonly watched?: true }): Promise<Tried>
  /** Whether the budget is spent. */
  enough(): boolean
} {
  const facts = contractFacts(options.target)
  let spent = 0
  let ledgers = 1
  return {
    enough: () => spent >= options.requests || (options.signal?.aborted ?? false),
    async attempt(check, { mutant, watched }) {
      const watch = watched ? watching(facts) : undefined
      const mutated = mutant ? edgeOf(mutant, facts) : undefined
      const edge = watch?.edge ?? mutated?.edge
      const ledgerFile = options.ledgerFile(ledgers)
      const session = createSession({
        target: options.target,
        secrets: options.secrets,
        seed: options.seed,
        ledgerFile,
        requests: Math.max(1, options.requests - spent),
        rerun: (id) => id,
        ...(edge ? { through: behindEdge(edge) } : {}),
      })
      const stop = () => void session.stop('the sweep was interrupted', patienceMs)
      if (options.signal?.aborted) stop()
      options.signal?.addEventListener('abort', stop, { once: true })
      try {
        return {
          attempt: await gatedAttempt(check, options.target, session, facts),
          ...(watch ? { seen: watch.seen() } : {}),
          ...(mutated ? { changed: mutated.changed() } : {}),
        }
      } finally {
        options.signal?.removeEventListener('abort', stop)
        const leftBehind = await session.cleanUp()
        if (leftBehind.length > 0) ledgers += 1
        for (const line of leftBehind) options.onLeftBehind(line, ledgerFile)
        spent += session.requests()
        await session.close()
      }
    },
  }
}

/** What the edge makes of the target's response; the true one goes along, as the ledger must know what was created. */
const behindEdge =
  (edge: Edge): Through =>
  async (request, send) => {
    let last: Sent | undefined
    try {
      const response = await edge(asRequest(request), {
        async forward(changed) {
          last = await send(asWire(changed, request))
          if (!last.response) throw new NoResponse()
          return asResponse(last.response)
        },
        now: Date.now,
      })
      return {
        request,
        response: { ...response, statusText: last?.response?.statusText ?? '' },
        ...(last?.response ? { really: last.response } : {}),
      }
    } catch (error) {
      if (error instanceof NoResponse && last) return { request, ...(last.failure ? { failure: last.failure } : {}) }
      throw error
    }
  }

class NoResponse extends Error {}
