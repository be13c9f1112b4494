import { withFile } from '../errors/user-file.ts'
import { createRedactor } from '../redact/redactor.ts'
import { createIdentities } from '../target/identities.ts'
import { createLedger, readLedger, settleLedger } from '../target/ledger.ts'
import { guard } from '../target/guard.ts'
import { ownership } from '../target/ownership.ts'
import { tidyingScope } from '../target/scope.ts'
import type { Target } from '../target/target.ts'
import { createTransport } from '../target/transport.ts'
import { cleanUp, type CleanedUp } from './clean-up.ts'
import { secretsOf } from './secrets-of.ts'

/** Removes what the ledger of an interrupted run lists and nothing else: only those objects count as the run's own. */
export async function cleanLedger(file: string, target: Target, secrets: readonly string[]): Promise<CleanedUp> {
  const unfinished = withFile(
    'read',
    { file, todo: '--ledger takes the ledger.jsonl of the run that was interrupted' },
    () => readLedger(file),
  )
  const owned = ownership('')
  const named = new Set(unfinished.flatMap(({ externalId }) => (externalId === undefined ? [] : [externalId])))
  for (const { id } of unfinished) if (id) owned.own(id)
  const own = { ...owned, ownsExternalId: (externalId: string) => named.has(externalId) }
  const redactor = createRedactor({ secrets: [...secretsOf(target), ...secrets] })
  const transport = createTransport({ target, guard: guard(target, own), ledger: createLedger(own) })
  const identities = createIdentities(target, transport, (secret) => redactor.learn(secret))
  const cleaned = await cleanUp({
    // What was on its way when that run ended has long arrived.
    unfinished: unfinished.map(({ unanswered: _, ...object }) => object),
    target,
    transport,
    identities,
    scope: tidyingScope('clean', 'clean'),
    redactor,
  })
  transport.close()
  withFile('written', { file }, () => settleLedger(file, cleaned.left))
  return cleaned
}
