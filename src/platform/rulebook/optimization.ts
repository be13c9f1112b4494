import type { Wish } from '../optimization/schedule.ts'
import type { StoredRecord } from '../store/record.ts'

type Fields = Readonly<Record<string, unknown>>

/** All in milliseconds since the epoch, but for the minutes that an activity takes. */
interface Opening {
  readonly free: number
  readonly minutes: number | undefined
  readonly start: number
  readonly end: number
  /** How many visits of a job with partitions there are before this one. */
  readonly nthOfPartitions: number | undefined
}

/** The Re-Optimization API (B-OPT). */
const optimization = {
  served: (): boolean => true,
  /** Whether a call needs this header, and whether its value will do. */
  needs: (_header: string): boolean => true,
  /** Headers without which a call is refused, besides those that the documents require. */
  needsAlso: (): readonly string[] => [],
  checksType: (_header: string): boolean => true,
  headerStatus: (): number => 400,
  /** Whether a call whose headers name no account or company of the caller is for one of them all the same. */
  takesOtherNames: (): boolean => false,
  /** Whether a token in the query alone is one (B-PRV-04). */
  takesQueryToken: (): boolean => false,
  /** Whether a user with these privileges is served; none is a caller that is no user. */
  isPrivileged: (privileges: readonly string[] | undefined): boolean =>
    privileges === undefined || privileges.some((name) => name === 'ADMINISTRATOR' || name === 'SUPERUSER'),
  /** Why a wish in good form is refused all the same; `found` is an activity, `isSkill` says whether there is a skill of that name. */
  objects: (
    _wish: Wish,
    _found: (id: string) => StoredRecord | undefined,
    _isSkill: (name: string) => boolean,
  ): string | undefined => undefined,
  tokenStatus: (status: number): number => status,
  needsToken: (): boolean => true,
  spelled: (name: string): string => name,
  allowsMore: (_at: 'body' | 'partitioningStrategy'): boolean => false,
  requiresStrategy: (): boolean => false,
  requires: (_property: string): boolean => true,
  /** Whether a value of this property is held to its type. */
  checks: (_property: string, _value: unknown): boolean => true,
  /** The moment that a date-time means, in milliseconds since the epoch. */
  moment: (text: string): number => Date.parse(text),
  malformed: (error: string, error_description: string): Fields => ({ error, error_description }),
  accepted: (_wish: Wish): readonly [number, unknown] => [202, { result: true }],
  /** Whether another job is refused while one runs that may have had the same X-Request-Id. */
  isExclusive: (_named: readonly string[], _running: readonly string[], _isOfSameRequest: boolean): boolean => true,
  /** Whether a job that began so many milliseconds ago keeps others from starting. */
  occupies: (_ageMs: number): boolean => true,
  busyStatus: (): number => 409,
  /** Milliseconds that a job takes. */
  takesMs: (): number => 90,
  /** Whether the activities of a job have no technician and no times while it runs. */
  unplans: (): boolean => false,
  /** Milliseconds between the places that such a job gives to one activity and the next. */
  stepMs: (): number => 0,
  /** The activities that a job considers, of those of the same service calls. */
  considers: (named: readonly string[], _siblings: () => readonly string[]): readonly string[] => named,
  looksAtPartitions: (): boolean => true,
  /** Whether one that has so many of the listed skills is of the first one's partition (B-OPT-11). */
  isOfOne: (matching: number, _whose: 'activity' | 'technician'): boolean => matching === 1,
  /** Who gets an activity, of those who have its skill and of all who are considered; `load` says how many activities of the job one has. */
  assigns: (
    able: readonly string[],
    _considered: () => readonly string[],
    own: string | undefined,
    _load: (technician: string) => number,
  ): string | undefined => able.find((id) => id === own) ?? able[0],
  /** Who gets an activity of a job without partitions, of all technicians. */
  reassigns: (own: string | undefined, all: () => readonly string[]): string | undefined => own ?? all()[0],
  /** When a visit takes place, whose technician is free from a moment on; `stays` leaves it as it is, `dropped` takes it out of the plan. */
  slot: ({ free, minutes, end }: Opening): { readonly start: number; readonly end: number } | 'stays' | 'dropped' =>
    free >= end ? 'stays' : { start: free, end: free + (minutes ?? 30) * 60_000 },
  /** The interval that a job fills, in milliseconds. */
  interval: (start: number, end: number, _isPartitioned: boolean): readonly [number, number] => [start, end],
}

export const optimizationRules = { optimization }
