import type { Session } from '../../session/session.ts'
import type { Target } from '../../target/target.ts'
import type { Outcome } from '../../verdict/outcome.ts'
import type { TrafficTimes } from '../../verdict/stream.ts'
import type { RequestCounts } from '../../judging/request-space.ts'
import type { Attempt } from '../attempt.ts'
import type { TimeLimit } from '../watchdog.ts'

/** What the main thread sends to the thread that hosts the checks; plain data only. */
export interface Assignment {
  readonly target: Target
  readonly secrets: readonly string[]
  /** Ids of the checks to run; those in `drivers` only generate traffic. */
  readonly checks: readonly string[]
  readonly drivers: readonly string[]
  /** Of the checks, those that the baseline expects to fail. */
  readonly listed: readonly string[]
  readonly seed: number
  readonly ledgerFile: string
  /** How the user would name this target again on the command line. */
  readonly rerunTarget: string
  readonly strict: boolean
  /** Folder of a team's own requirements and checks. */
  readonly suites?: string
  /** Milliseconds between the tries that confirm a finding. */
  readonly spacingMs: number
  readonly time?: TimeLimit
  readonly requests?: number
  /** Generated cases that found something before. */
  readonly corpus: readonly unknown[]
}

/** Sent by the host once all checks are done. */
export interface Farewell {
  readonly requests: number
  /** What these exercised. */
  readonly exercised: RequestCounts
  readonly traffic: TrafficTimes
  readonly waitedMs: number
  readonly waitingMs: number
  /** One line per object that could not be removed. */
  readonly leftBehind: readonly string[]
  /** That of these lines which tells of a password that was not put back. */
  readonly passwordLeft?: string | undefined
  readonly ledgerFile: string
  /** For the terminal only: never written. */
  readonly secrets: readonly string[]
  /** What was found of how far lists lag behind writes. */
  readonly listLag?: ReturnType<Session['visibility']['told']>
}

/** From the main thread: end the checks, and be done with the clean-up by a time in milliseconds since the epoch. */
export interface Order {
  readonly stop: string
  readonly doneBy?: number
}

/** From the host: it waits for its assignment, the checks were ended early, the clean-up goes on, or all is done. */
export type HostMessage =
  | { readonly ready: true }
  | { readonly stopped: string }
  | { readonly cleaning: true }
  | { readonly farewell: Farewell }

/** A clean-up may end so much later than the run was to, in milliseconds. */
export const lateAtMostMs = 1800

/** Orders are repeated, as nobody hears one before the host has loaded. */
export const ordersOf = (channel: string): string => `${channel} orders`

/** What a hosted test leaves in its meta. */
export type Hosted = { readonly gated: Outcome } | { readonly attempt: Attempt }

declare module 'vitest' {
  interface ProvidedContext {
    /** Name of the channel for everything except test results: assignment, orders and messages. */
    channel: string
  }
  interface TaskMeta {
    hosted?: Hosted
  }
}
