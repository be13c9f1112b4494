import type { Need } from '../target/needs.ts'
import type { Context } from './context.ts'
import type { Testable } from './requirements.ts'

export interface Head {
  /** Faults that this check must catch by a finding: at least one. */
  readonly brokenBy: readonly [string, ...string[]]
  readonly needs?: readonly Need[]
  /** Runs after all others, by itself, with tokens of its own (it moves the clock). */
  readonly alone?: true
  /** Looks at effects: must not pass against a server that claims success and stores nothing. */
  readonly effects?: true
  /** Only with --heavy. */
  readonly heavy?: true
  /** One of many alike: a run takes those that its seed draws, --heavy takes all. */
  readonly sampled?: true
  /** Interfaces other than the requirement's whose calls it judges: `--interface` of one of them chooses it, too. */
  readonly calls?: readonly string[]
}

/** A check as every host sees it: a plain function of its context. */
export interface Check {
  readonly id: string
  readonly requirement: Testable
  readonly kind: 'check' | 'observation' | 'property' | 'model'
  readonly brokenBy: readonly string[]
  readonly needs: readonly Need[]
  readonly alone: boolean
  readonly effects: boolean
  readonly heavy: boolean
  readonly sampled: boolean
  readonly calls: readonly string[]
  run(context: Context): Promise<void>
}

const known = new Map<string, Check>()

/** All checks announced so far: import the suites first. */
export const announcedChecks = (): readonly Check[] => [...known.values()]

export function announce(
  kind: Check['kind'],
  requirement: Testable,
  situation: string,
  head: Partial<Head>,
  run: Check['run'],
): Check {
  const id = `${requirement.id}/${situation}`
  if (!/^[a-z0-9-]+$/.test(situation)) throw new Error(`check ${id}: a situation is written in lower case with dashes`)
  if (known.has(id)) throw new Error(`check ${id} is announced twice`)
  const made: Check = {
    id,
    requirement,
    kind,
    run,
    brokenBy: head.brokenBy ?? [],
    needs: [...(requirement.needs ?? []), ...(head.needs ?? [])],
    alone: head.alone ?? false,
    effects: head.effects ?? false,
    heavy: head.heavy ?? false,
    sampled: head.sampled ?? false,
    calls: head.calls ?? [],
  }
  known.set(id, made)
  return made
}

/** Announces what can find a target in breach of one requirement, in one situation. */
export function announceCheck(
  requirement: Testable<'must' | 'implied'>,
  situation: string,
  head: Head,
  run: Check['run'],
): Check {
  return announce('check', requirement, situation, head, run)
}
