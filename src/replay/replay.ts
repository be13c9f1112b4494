import { contractFacts } from '../contract/facts.ts'
import { readHar } from '../har/read.ts'
import type { Target } from '../target/target.ts'
import { assign } from './assign.ts'
import { createMapping } from './mapping.ts'
import { overview } from './overview.ts'
import { recordedOf, type ReplayEntry } from './recorded.ts'
import { createRepeater, type RepeatOutcome } from './repeat.ts'
import { createSender, type SenderOptions } from './sender.ts'
import { isPlaceholder } from '../redact/placeholder.ts'
import type { Redactor } from '../redact/redactor.ts'

export interface ReplayOptions extends SenderOptions {
  readonly file: string
  readonly target: Target
  readonly timeMs?: number
  readonly signal?: AbortSignal
  /** `total` is how many entries the recording has. */
  onOutcome?(outcome: RepeatOutcome, redactor: Redactor, total: number): void
}

export interface Replayed {
  readonly outcomes: readonly RepeatOutcome[]
  /** Who plays whom, where that is not plain. */
  readonly told: readonly string[]
  readonly requests: number
  readonly isInterrupted: boolean
  /** A line for each object that stays. */
  readonly left: readonly string[]
  readonly redactor: Redactor
}

async function* recordings(file: string): AsyncGenerator<ReplayEntry> {
  let number = 0
  for await (const entry of readHar(file)) yield recordedOf(entry, ++number, file)
}

/** Repeats a recording entry by entry, and removes what that created, however it ends. */
export async function replay(options: ReplayOptions): Promise<Replayed> {
  const { file, target, signal, timeMs } = options
  const facts = contractFacts(target)
  const seen = await overview(recordings(file), facts)
  const sender = createSender(options)
  for (const token of seen.tokens) if (!isPlaceholder(token)) sender.redactor.learn(token)
  const { identities, told } = assign(seen.callers, target)
  const mapping = createMapping(sender.own.tag)
  for (const id of seen.created.ids) mapping.choseId(id, sender.own.id())
  for (const name of seen.created.names) mapping.choseName(name, sender.own.externalId(name))
  const repeat = createRepeater({ target, facts, seen, identities, mapping, sender })
  const outcomes: RepeatOutcome[] = []
  const until = timeMs === undefined ? Number.POSITIVE_INFINITY : Date.now() + timeMs
  let left: readonly string[] = []
  try {
    for await (const recorded of recordings(file)) {
      if (signal?.aborted) break
      const outcome =
        Date.now() > until
          ? {
              number: recorded.number,
              method: recorded.request.method,
              url: recorded.request.url,
              is: 'not comparable' as const,
              reason: 'the time limit was reached',
            }
          : await repeat(recorded)
      outcomes.push(outcome)
      options.onOutcome?.(outcome, sender.redactor, seen.entries)
    }
  } finally {
    left = await sender.cleanUp()
    sender.close()
  }
  return {
    outcomes,
    told,
    requests: sender.requests(),
    isInterrupted: signal?.aborted ?? false,
    left,
    redactor: sender.redactor,
  }
}
