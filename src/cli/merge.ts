import { Command, Option } from 'commander'
import { join, resolve } from 'node:path'
import { UserError } from '../errors/user-error.ts'
import { mustTakeFiles } from '../errors/user-file.ts'
import { failOnWords, usualGate, type Gate } from '../verdict/exit-code.ts'
import { holdFolder } from './hold-folder.ts'
import { count } from './option-values.ts'
import { readReport } from './read-report.ts'
import { writeReports } from './write-reports.ts'
import { thenUnjudged, writeUnfinished } from './write-unjudged.ts'

interface Options extends Gate {
  history?: string
  out: string
}

export const mergeCommand = (): Command =>
  new Command('merge')
    .argument('<dir...>', 'folders that "fieldproof run --shard i/n --out DIR" wrote; also of runs of different checks')
    .description(
      `Makes one report of several and judges the whole: its exit code is that of one run of everything. A shard that is missing, that did not finish,
or that left a check unjudged is told, and the result is not green.`,
    )
    .addOption(new Option('--fail-on <what>', 'as of run').choices(failOnWords).default(usualGate.failOn))
    .option('--max-findings <n>', 'as of run', count, usualGate.maxFindings)
    .option(
      '--history <dir>',
      'as of run, of the whole: for shards, given here and not to them, so that a night is one run',
    )
    .option('--out <dir>', 'folder for the reports', 'out')
    .addHelpText(
      'after',
      `
Example:
  npx fieldproof merge shard-1 shard-2 shard-3 --out fieldproof-report`,
    )
    .action(async (folders: string[], { out, failOn, maxFindings, history }: Options) => {
      const { merged } = await import('../judging/merge.ts')
      const { planOf } = await import('../judging/parts.ts')
      const { appendHistory, readHistory } = await import('../judging/history.ts')
      const { pastOf, withDrift } = await import('../judging/nights.ts')
      const { streamWriter } = await import('../judging/stream-writer.ts')
      mustTakeFiles(out, '--out')
      if (history) mustTakeFiles(history, '--history')
      holdFolder(out, '--out')
      if (folders.some((folder) => resolve(folder) === resolve(out)))
        throw new UserError(`--out ${out}: it is one of the folders to merge`, { todo: 'name another one' })
      writeUnfinished(out, folders.join(', '))
      const records = await Promise.resolve()
        .then(() => folders.map((folder) => ({ folder, records: readReport(folder) })))
        .then((parts) => {
          const whole = merged(parts, { failOn, maxFindings })
          if (!history) return whole
          const { target, started, seed } = planOf({ folder: out, records: whole })
          // A job that is started again merges the same night.
          const earlier = readHistory(history, target).filter((run) => run.at !== started || run.seed !== seed)
          const told = withDrift(whole, earlier)
          appendHistory(history, target, earlier, pastOf(told))
          return told
        })
        .catch(thenUnjudged(out, folders.join(', ')))
      const stream = streamWriter(out)
      for (const record of records) stream.write(record)
      stream.close()
      writeReports(records, out, { terminal: process.stdout, report: join(out, 'report.jsonl') })
      process.exitCode = records.flatMap((record) => ('end' in record ? [record.end.exitCode] : []))[0] ?? 3
    })
