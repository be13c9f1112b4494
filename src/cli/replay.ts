import { statSync, writeFileSync } from 'node:fs'
import { Command } from 'commander'
import { UsageError } from '../errors/usage-error.ts'
import { chosenTarget } from './chosen-target.ts'
import { duration, positive } from './option-values.ts'

interface Options {
  target: string
  requests?: number
  time?: number
  json?: string
  ledger: string
}

export const replayCommand = (): Command =>
  new Command('replay')
    .summary('repeat a recording against another target, and tell what differs')
    .description(
      `Repeats a recording, entry by entry, against another target: as the target's own identities, with ids, external ids and times put
to what they are there. Each answer is held against the recorded one as records are: what the server chooses may differ, the rest
may not. Writes go only to objects that this replay created; they are noted in the ledger before they are sent, and removed at the end.`,
    )
    .argument('<recording>', 'HAR file, such as "fieldproof record" writes it')
    .requiredOption('--target <file>', 'target file (YAML), or "embedded" for the platform that comes with the kit')
    .option('--requests <n>', "at most this many requests (else the target file's limits.requests)", positive)
    .option('--time <t>', 'at most this long, such as 90s or 10m', duration)
    .option('--json <file>', 'all outcomes with every difference, as JSON')
    .option('--ledger <file>', 'where created objects are noted, for "fieldproof clean"', 'out/ledger.jsonl')
    .addHelpText(
      'after',
      `
Exit codes: 0 all that can be compared is the same, 1 differences, 2 usage, 3 nothing could be compared, 130 interrupted

Example:
  npx fieldproof replay traffic.har --target staging.yaml --json outcomes.json`,
    )
    .action(async (file: string, options: Options) => {
      if (!statSync(file, { throwIfNoEntry: false })?.isFile())
        throw new UsageError(`${file}: there is no such recording`)
      if (options.json) writable(options.json)
      const { replay } = await import('../replay/replay.ts')
      const { countsOf, exitCodeOf, linesOf } = await import('../replay/lines.ts')
      const { outcomesAsJson } = await import('../replay/as-json.ts')
      const { NoHar } = await import('../har/read.ts')
      const { reachable } = await import('../runner/reachable.ts')
      const chosen = await chosenTarget(options.target)
      const stop = new AbortController()
      const interrupt = () => stop.abort()
      process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
      try {
        await reachable(chosen.target)
        const result = await replay({
          file,
          target: chosen.target,
          secrets: chosen.secrets,
          signal: stop.signal,
          ledgerFile: options.ledger,
          ...(options.requests ? { requests: options.requests } : {}),
          ...(options.time ? { timeMs: options.time } : {}),
          onOutcome: (outcome, redactor) => void process.stdout.write(linesOf(outcome, redactor.text)),
        }).catch((error: unknown) => {
          if (error instanceof SyntaxError)
            throw new UsageError(`${file}: an entry of it is no JSON (${error.message})`)
          throw error instanceof NoHar ? new UsageError(error.message) : error
        })
        const counts = countsOf(result.outcomes)
        process.stdout.write(
          `${counts.same} same, ${counts.different} different, ${counts.notComparable} not comparable\n`,
        )
        for (const line of [...result.told, ...result.left]) process.stderr.write(`${result.redactor.text(line)}\n`)
        if (options.json)
          writeFileSync(options.json, outcomesAsJson(result, { recording: file, target: chosen.target.name }))
        process.exitCode = result.isInterrupted ? 130 : exitCodeOf(counts)
      } finally {
        process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
        await chosen.close()
      }
    })

/** Known before the first request, not after the last. */
function writable(file: string): void {
  try {
    writeFileSync(file, '')
  } catch (error) {
    throw new UsageError(`--json ${file}: it cannot be written (${(error as NodeJS.ErrnoException).code})`)
  }
}
