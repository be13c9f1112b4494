/** Progress of a long command without verdicts: one line on a terminal, nothing in a pipe. */
export function stepLine(stream: NodeJS.WriteStream): {
  step(done: number, total: number, what: string): void
  end(): void
} {
  if (!stream.isTTY) return { step: () => undefined, end: () => undefined }
  return {
    step: (done, total, what) =>
      void stream.write(`\r\u001b[2K${`${done}/${total}  ${what}`.slice(0, (stream.columns ?? 80) - 1)}`),
    end: () => void stream.write('\r\u001b[2K'),
  }
}
