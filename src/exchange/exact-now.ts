let offset = performance.timeOrigin
/** A clock that was set is followed; one that is corrected by little goes on evenly. */
const setBy = 20

/** Milliseconds since the epoch with their fractions: of two exchanges within one millisecond it shows which came first. */
export function exactNow(): number {
  const now = performance.now()
  const wall = Date.now()
  if (Math.abs(offset + now - wall) > setBy) offset = wall - now
  return offset + now
}
