/** A 5xx that says what it refuses, or to wait: 501 this is not done, 503 too busy, 505 not this version of HTTP, 507 no room left. */
const refusals: readonly number[] = [501, 503, 505, 507]

/** Whether a status is that of a server that broke. */
export const isCrash = (status: number): boolean => status >= 500 && !refusals.includes(status)
