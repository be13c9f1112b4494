type Fields = Readonly<Record<string, unknown>>

/** The Re-Optimization API (B-OPT). */
const optimization = {
  served: (): boolean => true,
  /** Whether a call needs this header, and whether its value will do. */
  needs: (_header: string): boolean => true,
  /** Headers without which a call is refused, besides those that the documents require. */
  needsAlso: (): readonly string[] => [],
  checksType: (_header: string): boolean => true,
  headerStatus: (): number => 400,
  /** Whether a token in the query alone is one (B-PRV-04). */
  takesQueryToken: (): boolean => false,
  tokenStatus: (status: number): number => status,
  needsToken: (): boolean => true,
  spelled: (name: string): string => name,
  allowsMore: (_at: 'body' | 'partitioningStrategy'): boolean => false,
  requiresStrategy: (): boolean => false,
  requires: (_property: string): boolean => true,
  checks: (_property: string): boolean => true,
  malformed: (error: string, error_description: string): Fields => ({ error, error_description }),
  accepted: (): readonly [number, unknown] => [202, { result: true }],
  /** Whether another job is refused while one runs. */
  isExclusive: (): boolean => true,
  busyStatus: (): number => 409,
  /** Milliseconds that a job takes. */
  takesMs: (): number => 150,
  looksAtPartitions: (): boolean => true,
  /** The interval that a job fills, in milliseconds. */
  interval: (start: number, end: number): readonly [number, number] => [start, end],
}

export const optimizationRules = { optimization }
