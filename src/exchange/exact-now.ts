let offset = performance.timeOrigin
/** Milliseconds. A wall clock that was set is followed; small corrections are ignored, so that time stays monotonic. */
const setBy = 20

/** Milliseconds since the epoch, with fractions: tells which of two exchanges in the same millisecond came first. */
export function exactNow(): number {
  const now = performance.now()
  const wall = Date.now()
  if (Math.abs(offset + now - wall) > setBy) offset = wall - now
  return offset + now
}
