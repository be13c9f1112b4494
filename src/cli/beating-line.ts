/** Never still for longer: what hangs is seen to hang. */
const beatMs = 1000

/** A line that changes a thousand times a second is no line. */
const drawnAtMostEveryMs = 100

/** One line that rewrites itself on a terminal: when it is drawn, and every second while nothing happens. Nothing at all in a pipe. */
export function beatingLine(stream: NodeJS.WriteStream): {
  /** `text` is asked for the line again at each beat, with the milliseconds since the first one. */
  draw(text: (elapsedMs: number, width: number) => string): void
  end(): void
} {
  if (!stream.isTTY) return { draw: () => undefined, end: () => undefined }
  const started = Date.now()
  let text: ((elapsedMs: number, width: number) => string) | undefined
  let beat: NodeJS.Timeout | undefined
  let late: NodeJS.Timeout | undefined
  let drawn = -Infinity
  const write = (): void => {
    drawn = Date.now()
    // A terminal that does not know its size, as in some containers, says 0.
    const width = stream.columns || 80
    if (text) stream.write(`\r\u001b[2K${text(Date.now() - started, width).slice(0, width - 1)}`)
  }
  return {
    draw(now) {
      text = now
      beat ??= setInterval(write, beatMs).unref()
      clearTimeout(late)
      const restMs = drawn + drawnAtMostEveryMs - Date.now()
      if (restMs <= 0) write()
      else late = setTimeout(write, restMs).unref()
    },
    end() {
      clearInterval(beat)
      clearTimeout(late)
      beat = undefined
      drawn = -Infinity
      if (text) stream.write('\r\u001b[2K')
      text = undefined
    },
  }
}
