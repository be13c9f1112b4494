import { writePrivate } from '../errors/private-file.ts'
import { visible } from '../errors/visible.ts'
import { dirname } from 'node:path'
import { Command } from 'commander'
import { mustBeFile, mustBeWritable, mustTakeFiles } from '../errors/user-file.ts'
import { holdFolder } from './hold-folder.ts'
import { chosenTarget } from './chosen-target.ts'
import { mustBeSettled } from './must-be-settled.ts'
import { inertInGitHub } from './inert-in-github.ts'
import { duration, positive } from './option-values.ts'
import { stepLine } from './step-line.ts'

interface Options {
  target: string
  requests?: number
  time?: number
  json?: string
  ledger: string
}

export const replayCommand = (): Command =>
  new Command('replay')
    .description(
      `Repeats a recording, entry by entry, against another target, as the target's own identities, with ids, external ids and times replaced by
those of that target. Each answer is compared with the recorded one: what the server chooses may differ, the rest may not. Writes go only to
objects that this replay created; it notes them in the ledger before it creates them, and removes them at the end.`,
    )
    .argument('<recording>', 'HAR file, from "fieldproof record", a browser or another proxy')
    .requiredOption('--target <file>', 'target file (YAML), or "embedded" for the platform that comes with the kit')
    .option('--requests <n>', "at most this many requests (else the target file's limits.requests)", positive)
    .option('--time <t>', 'at most this long, such as 90s or 10m', duration)
    .option('--json <file>', 'write all outcomes, with every difference, as JSON')
    .option('--ledger <file>', 'file that notes created objects, for "fieldproof clean"', 'out/ledger.jsonl')
    .addHelpText(
      'after',
      `
Exit codes: 0 all that can be compared is the same, 1 differences, 2 usage, 3 nothing could be compared, 130 interrupted

Example:
  npx fieldproof replay traffic.har --target staging.yaml --json outcomes.json`,
    )
    .action(async (file: string, options: Options) => {
      mustBeFile(file)
      if (options.json) mustBeWritable(options.json, '--json')
      mustTakeFiles(dirname(options.ledger), '--ledger')
      holdFolder(dirname(options.ledger), '--ledger')
      mustBeSettled(options.ledger, options.target)
      const { replay } = await import('../replay/replay.ts')
      const { countsOf, replayExitCodeOf, exchangeLinesOf } = await import('../replay/lines.ts')
      const { outcomesAsJson } = await import('../replay/as-json.ts')
      const { reachable } = await import('../runner/reachable.ts')
      const chosen = await chosenTarget(options.target)
      const stop = new AbortController()
      const line = stepLine(process.stderr, {
        unit: 'exchanges',
        called: 'different',
        tells: 'ended',
        timeMs: options.time,
      })
      let different = 0
      const interrupt = () => stop.abort()
      process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
      try {
        line.waits('reaches the target')
        await reachable(chosen.target, options.time === undefined ? undefined : Date.now() + options.time)
        const result = await replay({
          file,
          target: chosen.target,
          secrets: chosen.secrets,
          signal: stop.signal,
          ledgerFile: options.ledger,
          ...(options.requests ? { requests: options.requests } : {}),
          ...(options.time ? { timeMs: options.time } : {}),
          onOutcome(outcome, redactor, total) {
            if (outcome.is === 'different') different += 1
            line.end()
            process.stdout.write(inertInGitHub(visible(exchangeLinesOf(outcome, redactor.text))))
            const current = `${outcome.method} is ${outcome.is}`
            line.step({ done: outcome.number, total, found: different, current })
          },
        })
        line.end()
        const counts = countsOf(result.outcomes)
        process.stdout.write(
          `${counts.same} same, ${counts.different} different, ${counts.notComparable} not comparable\n`,
        )
        for (const text of [...result.told, ...result.left])
          process.stderr.write(visible(`${result.redactor.text(text)}\n`))
        if (options.json)
          writePrivate(options.json, outcomesAsJson(result, { recording: file, target: chosen.target.name }))
        process.exitCode = result.isInterrupted ? 130 : replayExitCodeOf(counts)
      } finally {
        line.end()
        process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
        await chosen.close()
      }
    })
