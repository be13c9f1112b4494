/** Never still for longer: what hangs is seen to hang. */
const beatMs = 1000

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
  const write = (): void => {
    // A terminal that does not know its size, as in some containers, says 0.
    const width = stream.columns || 80
    if (text) stream.write(`\r\u001b[2K${text(Date.now() - started, width).slice(0, width - 1)}`)
  }
  return {
    draw(now) {
      text = now
      beat ??= setInterval(write, beatMs).unref()
      write()
    },
    end() {
      clearInterval(beat)
      beat = undefined
      if (text) stream.write('\r\u001b[2K')
      text = undefined
    },
  }
}
