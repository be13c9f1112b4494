const rounds = 6

/**
 * How many times dearer a unit of the large work is than one of the small: 1 where the time is linear, large / small where it is quadratic.
 * The large one runs once, the small one as often as makes up for it, so that a busy machine slows both alike; the least of several rounds
 * counts, and the first below `enough` ends it.
 */
export function growth(
  run: (size: number) => unknown,
  [small, large]: readonly [number, number],
  enough: number,
): number {
  run(small)
  let least = Infinity
  for (let round = 0; round < rounds && least >= enough; round += 1)
    least = Math.min(least, msFor(run, large, 1) / msFor(run, small, large / small))
  return least
}

function msFor(run: (size: number) => unknown, size: number, times: number): number {
  const started = performance.now()
  for (let time = 0; time < times; time += 1) run(size)
  return performance.now() - started
}
