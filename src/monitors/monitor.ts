import type { BatchView } from './batch-view.ts'
import type { Out } from './finding.ts'
import type { KnownRecord, Memory } from './memory.ts'
import type { Observed } from './observed.ts'
import type { Sighting } from './sighting.ts'
import type { RecordWrite } from './write.ts'

/** The input of a monitor: one exchange (or part of a batch), and what was known before it. */
export interface Scene {
  readonly observed: Observed
  readonly sightings: readonly Sighting[]
  readonly write?: RecordWrite
  /** The record that it writes, if known. */
  readonly written?: KnownRecord
  /** Set for a batch as a whole. */
  readonly batch?: BatchView
  readonly memory: Memory
  readonly out: Out
}

/** A rule over a sequence of exchanges. It reports nothing that unseen traffic could explain. */
export interface Monitor {
  readonly name: string
  /** Which side its statements bind. */
  readonly side: 'server' | 'client'
  readonly statements: readonly string[]
  see(scene: Scene): void
}

/** Creates a monitor with its own state, once per sequence. */
export type MakeMonitor = () => Monitor
