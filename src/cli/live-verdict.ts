import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { LiveTotals } from './live-line.ts'
import { writeReports } from './write-reports.ts'

/** Judges a recording while it grows; at the end once more as a whole, for the reports. */
export function liveVerdict(
  file: string,
  onJudged: (judged: LiveTotals) => void,
): { end(reports: string): Promise<0 | 1 | 3> } {
  let worker: Worker | undefined
  const started = setInterval(() => {
    if (!existsSync(file)) return
    clearInterval(started)
    worker = new Worker(new URL('../../bundle/follow-thread.js', import.meta.url), { workerData: { file } })
    worker.on('message', onJudged)
    // What it cannot say while recording the end will: it must not end the recording.
    worker.on('error', () => undefined)
    worker.unref()
  }, 50).unref()
  return {
    async end(reports) {
      clearInterval(started)
      await worker?.terminate()
      const { verify } = await import('../verify/verify.ts')
      const { records, exitCode } = await verify({ file, out: reports, strict: false, baseline: [] })
      writeReports(records, reports, { terminal: process.stdout, report: join(reports, 'report.jsonl') })
      return exitCode
    },
  }
}
