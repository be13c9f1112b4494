import { Command, Option } from 'commander'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { mustBeFile, mustTakeFiles } from '../errors/user-file.ts'
import { holdFolder } from './hold-folder.ts'
import { baselineOption } from './baseline-option.ts'
import { collectOption, commaList } from './option-values.ts'
import { stepLine } from './step-line.ts'
import { writeReports } from './write-reports.ts'
import { thenUnjudged, writeUnfinished } from './write-unjudged.ts'

interface Options {
  interface?: string[]
  only?: string[]
  strict?: true
  side?: 'client' | 'server'
  baseline?: string
  out: string
}

export const verifyCommand = (): Command =>
  new Command('verify')
    .argument('<recording>', 'HAR file, from "fieldproof record", a browser or another proxy')
    .description(
      `Checks every exchange of a recording against the documents, both what the client sent and what the server answered, and the sequence of
exchanges: stale writes that were accepted, deleted records that are still there, batches that do not match their answers, and so on. Where
traffic outside the recording could explain what it shows, nothing is reported.`,
    )
    .option('--interface <a,b>', 'only the checks of these interfaces', commaList)
    .option('--only <glob>', 'only the checks whose id matches; * stands for anything; may be repeated', collectOption)
    .addOption(
      new Option('--side <side>', 'whose findings count for the exit code; else those of both').choices([
        'client',
        'server',
      ]),
    )
    .option('--strict', 'implied rules fail instead of warning')
    .option('--baseline <file>', 'what is known to fail (a YAML list of check, finding, reason, owner, expires)')
    .option('--out <dir>', 'folder for the reports', 'out')
    .addHelpText(
      'after',
      `
Findings name entries by their number: #12 is the twelfth entry of the recording, "#12 part 3" the third part of the batch in it.

Example:
  npx fieldproof verify traffic.har --out verified`,
    )
    .action(async (file: string, options: Options) => {
      mustTakeFiles(options.out, '--out')
      holdFolder(options.out, '--out')
      writeUnfinished(options.out, file)
      const { verify } = await import('../verify/verify.ts')
      const unjudged = thenUnjudged(options.out, file)
      const baseline = await readable(file, options.baseline).catch(unjudged)
      const { size } = statSync(file)
      const { unit, bytes: each } = size < 1_000_000 ? { unit: 'kB', bytes: 1000 } : { unit: 'MB', bytes: 100_000 }
      const amount = (bytes: number) => Math.ceil(bytes / each) / (unit === 'MB' ? 10 : 1)
      const line = stepLine(process.stderr, { unit, called: 'findings', tells: 'at work' })
      line.waits(`reads ${file}`)
      const result = await verify({
        file,
        out: options.out,
        strict: options.strict ?? false,
        baseline,
        ...(options.interface ? { interfaces: options.interface } : {}),
        ...(options.side ? { side: options.side } : {}),
        ...(options.only ? { only: options.only } : {}),
        onProgress: (bytes, found) =>
          line.step({ done: amount(bytes), total: amount(size), found, current: `reads ${file}` }),
      })
        .finally(() => line.end())
        .catch(unjudged)
      writeReports(result.records, options.out, { terminal: process.stdout, report: join(options.out, 'report.jsonl') })
      process.exitCode = result.exitCode
    })

async function readable(file: string, baseline: string | undefined) {
  mustBeFile(file)
  return baselineOption(baseline)
}
