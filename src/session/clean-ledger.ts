import { setTimeout } from 'node:timers/promises'
import { withFile } from '../errors/user-file.ts'
import { createRedactor } from '../redact/redactor.ts'
import { createIdentities } from '../target/identities.ts'
import { createLedger, notePassword, openIn, readLedger, readPasswords, settleLedger } from '../target/ledger.ts'
import { Blocked } from '../target/blocked.ts'
import { guard } from '../target/guard.ts'
import { onlyKnownHosts } from '../target/known-hosts.ts'
import { ownership } from '../target/ownership.ts'
import { isPeople, personKey } from '../target/people-writes.ts'
import { tidyingScope } from '../target/scope.ts'
import type { Target } from '../target/target.ts'
import { createTransport } from '../target/transport.ts'
import { cleanUp, type CleanedUp } from './clean-up.ts'
import { ownNamedPeople } from './own-named-people.ts'
import { putPasswordBack, type NotPutBack } from './put-password-back.ts'
import { sealer } from '../target/sealed.ts'
import { secretsOf } from './secrets-of.ts'

export interface CleanedLedger extends CleanedUp {
  /** The run asked for other passwords. */
  readonly tried: boolean
  /** The clean-up of the run itself came to its end. */
  readonly settled: boolean
  /** `identities.password` has not the password of the target file. */
  readonly notPutBack?: NotPutBack
}

/** Removes what the ledger of an interrupted run lists and nothing else: only those objects count as the run's own. */
export async function cleanLedger(file: string, target: Target, secrets: readonly string[]): Promise<CleanedLedger> {
  const unfinished = withFile(
    'read',
    { file, todo: '--ledger takes the ledger.jsonl of the run that was interrupted' },
    () => readLedger(file),
  )
  const settled = withFile('read', { file }, () => openIn(file)).left !== undefined
  const owned = ownership('')
  const named = new Set(unfinished.flatMap(({ externalId }) => (externalId === undefined ? [] : [externalId])))
  for (const { id, resource } of unfinished) if (id) owned.own(isPeople(resource) ? personKey(resource, id) : id)
  const own = { ...owned, ownsExternalId: (externalId: string) => named.has(externalId) }
  const { seal, open } = sealer(target)
  const passwords = withFile('read', { file }, () => readPasswords(file, open))
  const redactor = createRedactor({ secrets: [...secretsOf(target), ...secrets] })
  // What it asks for itself to get past a history of passwords is not to be lost either.
  const ledger = createLedger(own)
  const transport = createTransport({
    target,
    guard: guard(target, own),
    ledger: {
      ...ledger,
      intend(trace, write) {
        ledger.intend(trace, write)
        for (const password of write.passwords ?? []) notePassword(file, { trace, password: seal(password) })
      },
    },
  })
  ownNamedPeople(transport, own, target)
  const identities = createIdentities(target, transport, (secret) => redactor.learn(secret))
  const scope = tidyingScope('clean', 'clean')
  // What was on its way when that run ended has long arrived.
  const isNamed = namedBy(target)
  const objects = unfinished.flatMap(({ unanswered: _, ...object }) => (isNamed(object.at) ? [object] : []))
  const elsewhere = unfinished.filter(({ at }) => !isNamed(at))
  const tidied = { target, transport, scope, wait: (ms: number) => setTimeout(ms) }
  const cleaned = await cleanUp({ ...tidied, unfinished: objects, identities, redactor, own: own.own })
  const notPutBack = await putPasswordBack({
    ...tidied,
    tried: passwords.flatMap(({ password = '', ...one }) => ({ ...one, password })),
    noteClockAdvanced: identities.noteClockAdvanced,
  })
  transport.close()
  const left = cleaned.left + elsewhere.length + (notPutBack ? 1 : 0)
  const leftBehind = [
    ...cleaned.leftBehind,
    ...[...new Set(elsewhere.map(({ at }) => new URL(at).origin))].map(
      (origin) => `the ledger names address ${origin}, and the target file does not: use the target file of that run`,
    ),
  ]
  withFile('written', { file }, () => settleLedger(file, left))
  return {
    ...cleaned,
    left,
    leftBehind,
    settled,
    tried: passwords.length > 0,
    ...(notPutBack ? { notPutBack } : {}),
  }
}

/** Whether the target file names the host of an address: nothing is sent to any other. */
function namedBy(target: Target): (at: string) => boolean {
  const mustBeKnown = onlyKnownHosts(target)
  return (at) => {
    try {
      mustBeKnown(at)
      return true
    } catch (error) {
      if (error instanceof Blocked) return false
      throw error
    }
  }
}
