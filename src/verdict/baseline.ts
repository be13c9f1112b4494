import { matchesGlob } from './glob.ts'
import type { Finding } from './finding.ts'

/** One entry of the user's baseline: what is known to fail, with an owner and an expiry date. */
export interface BaselineEntry {
  /** A check, or many by a glob; every check where only a cause is named. */
  readonly check: string
  /** The symptom of the findings that are meant, as reports tell causes by; may be a glob. */
  readonly cause?: string
  /** Fingerprint of the finding as reports print it; without it every finding of these checks is meant. */
  readonly finding?: string
  /** Fails only sometimes: at most in this share of its tries, from 0 to 1. */
  readonly rate?: number
  readonly reason: string
  readonly owner: string
  /** Last day (YYYY-MM-DD, UTC) on which the entry applies. */
  readonly expires: string
}

export const isExpired = (entry: BaselineEntry, now: number): boolean =>
  now > Date.parse(`${entry.expires}T23:59:59.999Z`)

export const isAbout = (entry: BaselineEntry, check: string): boolean => matchesGlob(entry.check, check)

export const isOfOneCheck = (entry: BaselineEntry): boolean => !entry.check.includes('*')

type Recognized = Pick<Finding, 'fingerprint' | 'symptom'>

export const excuses = (
  { finding, cause }: Pick<BaselineEntry, 'finding' | 'cause'>,
  { fingerprint, symptom }: Recognized,
): boolean => (finding === undefined || finding === fingerprint) && (cause === undefined || matchesGlob(cause, symptom))

/** How messages name it. */
export const entryInWords = ({
  check,
  cause,
  finding,
  owner,
}: Pick<BaselineEntry, 'check' | 'cause' | 'finding' | 'owner'>): string =>
  `the baseline entry ${finding ?? cause ?? check} of ${owner}`

export interface Tries {
  readonly failed: number
  readonly of: number
}

/** Whether a check that fails at this rate would fail so often in fewer than one case of a hundred. */
export function isMoreThan(rate: number, { failed, of }: Tries): boolean {
  let tail = 0
  for (let times = failed; times <= of; times += 1)
    tail += combinations(of, times) * rate ** times * (1 - rate) ** (of - times)
  return tail < 0.01
}

function combinations(of: number, some: number): number {
  let product = 1
  for (let at = 1; at <= some; at += 1) product = (product * (of - some + at)) / at
  return product
}
