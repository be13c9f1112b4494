import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { cleanUp } from '../session/clean-up.ts'
import { fresh } from '../kit/fresh.ts'
import type { Fresh } from '../kit/fresh.ts'
import { secretsOf } from '../session/secrets-of.ts'
import { createRedactor, type Redactor } from '../redact/redactor.ts'
import { Blocked } from '../target/blocked.ts'
import { guard } from '../target/guard.ts'
import { createIdentities, type Grant } from '../target/identities.ts'
import { createLedger } from '../target/ledger.ts'
import { ownership } from '../target/ownership.ts'
import { newScope, tidyingScope } from '../target/scope.ts'
import type { Target } from '../target/target.ts'
import { createTransport, type Outgoing } from '../target/transport.ts'
import type { Exchange } from '../exchange/exchange.ts'

export interface SenderOptions {
  readonly target: Target
  readonly secrets: readonly string[]
  readonly ledgerFile?: string
  readonly requests?: number
}

/** What sends the requests of a replay: one transport, its ledger and guard, and the tokens of the identities. */
export interface Sender {
  readonly own: Fresh
  readonly redactor: Redactor
  /** Token and cluster of an identity; a text says why there is none, now and for good. */
  grant(identity: string): Promise<Grant | string>
  drop(identity: string, token: string): void
  /** Throws what the guard or the transport throws; an exchange without a response is returned. */
  send(outgoing: Outgoing): Promise<Exchange>
  requests(): number
  cleanUp(): Promise<readonly string[]>
  close(): void
}

export function createSender({ target, secrets, ledgerFile, requests }: SenderOptions): Sender {
  // A letter first and nine more characters: names of ours are told by them.
  const tag = `f${randomBytes(8).readBigUInt64BE().toString(36).padStart(13, '0').slice(-9)}`
  const owned = ownership(tag)
  const ledger = createLedger(owned, ledgerFile)
  const redactor = createRedactor({ secrets: [...secretsOf(target), ...secrets] })
  const transport = createTransport({ target, guard: guard(target, owned), ledger, ...(requests ? { requests } : {}) })
  const identities = createIdentities(target, transport, (secret) => redactor.learn(secret))
  const scope = newScope('replay', tag)
  const budget = requests ?? target.limits.requests
  const refused = new Map<string, string>()
  return {
    own: fresh(tag, target, owned),
    redactor,
    async grant(identity) {
      const why = refused.get(identity)
      if (why !== undefined) return why
      try {
        return await identities.grant(identity, scope)
      } catch (error) {
        if (!(error instanceof Blocked)) throw error
        refused.set(identity, error.message)
        return error.message
      }
    },
    drop: identities.drop,
    async send(outgoing) {
      scope.exchanges.length = 0
      // Before the ledger notes what the transport would then not send.
      if (transport.requests() >= budget)
        throw new Blocked(
          `the budget of ${budget} requests is spent (limits.requests of the target file, or --requests)`,
        )
      try {
        return await transport.send(outgoing, scope)
      } catch (error) {
        const last = scope.exchanges.at(-1)
        if (error instanceof Blocked && last?.failure) return last
        throw error
      } finally {
        scope.exchanges.length = 0
      }
    },
    requests: transport.requests,
    async cleanUp() {
      const { left, leftBehind } = await cleanUp({
        unfinished: ledger.unfinished(),
        target,
        transport,
        identities,
        scope: tidyingScope('clean up', `${tag}z`),
        redactor,
        wait: (ms) => setTimeout(ms),
        own: owned.own,
      })
      ledger.settled(left)
      return leftBehind
    },
    close: () => transport.close(),
  }
}
