import type { BatchView } from './batch-view.ts'
import type { Out } from './finding.ts'
import type { Known, Memory } from './memory.ts'
import type { Observed } from './observed.ts'
import type { Sighting } from './sighting.ts'
import type { Write } from './write.ts'

/** What a monitor is shown: one exchange (or part of a batch), and what was known before it. */
export interface Scene {
  readonly observed: Observed
  readonly sightings: readonly Sighting[]
  readonly write?: Write
  /** The record that it writes, where it is known. */
  readonly written?: Known
  /** Of a batch as a whole. */
  readonly batch?: BatchView
  readonly memory: Memory
  readonly out: Out
}

/** A rule over a sequence of exchanges. It says nothing where traffic that it did not see could explain what it saw. */
export interface Monitor {
  readonly name: string
  /** Whose duty its statements are. */
  readonly side: 'server' | 'client'
  readonly statements: readonly string[]
  see(scene: Scene): void
}

/** A monitor that keeps a memory of its own: made anew for each sequence. */
export type MakeMonitor = () => Monitor
