/** How binding a statement of the interface documents is. Severity is computed from it (severity.ts), never typed in a check. */
export type Level = 'must' | 'implied' | 'variant' | 'unshown' | 'advice'

/** Whom a statement binds: the target, its caller, or both. */
export type Side = 'server' | 'client' | 'both'
