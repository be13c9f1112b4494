/** How binding a statement of the interface documents is. Severity is computed from it (severity.ts), never typed in a check. */
export type Level = 'must' | 'implied' | 'variant' | 'unshown' | 'advice'

/** Whose conduct a statement speaks of: the target's, its caller's, or both. */
export type Side = 'server' | 'client' | 'both'
